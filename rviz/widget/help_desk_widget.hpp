// The operator's inbox as a widget: an Inbox, a clock and pixels. It talks by signals and slots and knows no ROS.
#ifndef SUREFLEET_HELP__HELP_DESK_WIDGET_HPP_
#define SUREFLEET_HELP__HELP_DESK_WIDGET_HPP_

#include <QMetaType>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

#include "model/inbox.hpp"

class QCheckBox;
class QComboBox;
class QKeyEvent;
class QPushButton;
class QSplitter;
class QTableView;
class QTabWidget;

Q_DECLARE_METATYPE(surefleet::help::Command)

namespace surefleet::help
{

class Banner;
class DetailPane;
class ElidedLabel;
class FocusRing;
class QueueTable;
class RecordsPane;
class SignInPane;

class HelpDeskWidget : public QWidget
{
  Q_OBJECT

public:
  using Clock = std::function<LocalTime()>;

  /// Tests pass a clock of their own.
  explicit HelpDeskWidget(Clock clock = std::chrono::steady_clock::now, QWidget * parent = nullptr);

  /// Where the keys of this machine's fleet lie, or why that is not known; the machine signs for its local user until somebody signs in.
  void setKeys(const QString & folder, const QString & why_not);
  void signIn(const std::shared_ptr<const Signet> & signer);
  const std::shared_ptr<const Signet> & signer() const {return inbox_.signer();}
  /// Proves the help desk's word. Null: all is shown, and said to be not proved.
  const std::shared_ptr<const Roster> & roster() const {return inbox_.roster();}
  QString robotFilter() const;
  void setRobotFilter(const QString & robot);
  bool muted() const;
  void setMuted(bool muted);

public Q_SLOTS:
  void receiveQueue(surefleet::help::DeskTime stamp, const std::vector<surefleet::help::Summary> & lines);
  /// A queue that is not proved, and why.
  void doubtQueue(const std::string & why);
  void receiveReply(surefleet::help::Ticket ticket, const surefleet::help::Reply & reply);
  void reportTrouble(const QString & text);
  /// Lets time take effect; a timer calls it.
  void tick();

Q_SIGNALS:
  /// To be sent to the help desk; the reply comes back with the command's ticket.
  void commandIssued(const surefleet::help::Command & command);
  /// New requests nobody works on, or newly escalated ones; once for each.
  void newsArrived(int arrived, int escalated);
  /// The operator changed filter or sound.
  void settingsChanged();

protected:
  bool event(QEvent * event) override;
  bool eventFilter(QObject * watched, QEvent * event) override;
  void keyPressEvent(QKeyEvent * event) override;
  void resizeEvent(QResizeEvent * event) override;

private:
  QWidget * makeSettings();
  QWidget * makeInbox();
  void connectDetail();
  /// Calls the inbox with the time, sends what it wants sent and shows what changed.
  void act(const std::function<void(LocalTime)> & deed);
  void refresh();
  /// Shows the request, and tells the inbox what of it can be read.
  void showDetail();
  /// Answers with the marked option, or brings it into view.
  void answer();
  void refreshRobots();
  void selectRow();
  /// Whether the key is one of the inbox's now; with `perform`, what it stands for is done.
  bool takeKey(const QKeyEvent & event, bool perform);

  Clock clock_;
  Inbox inbox_;
  QPushButton * operator_;
  SignInPane * sign_in_;
  QComboBox * robots_;
  QCheckBox * sound_;
  Banner * stale_;
  Banner * doubt_;
  QTabWidget * tabs_;
  QSplitter * splitter_;
  QTableView * view_;
  QueueTable * table_;
  DetailPane * detail_;
  RecordsPane * history_;
  RecordsPane * statistics_;
  RecordsPane * log_;
  ElidedLabel * message_;
  FocusRing * ring_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__HELP_DESK_WIDGET_HPP_
