#ifndef SUREFLEET_HELP__SIGN_IN_PANE_HPP_
#define SUREFLEET_HELP__SIGN_IN_PANE_HPP_

#include <QWidget>

#include <memory>

#include "model/signet.hpp"

class QLabel;
class QLineEdit;

namespace surefleet::help
{

/// Who signs what is sent, and where somebody else signs in: by a key file or a passphrase. Without either the machine signs.
class SignInPane : public QWidget
{
  Q_OBJECT

public:
  explicit SignInPane(QWidget * parent = nullptr);

  /// The folder of the keys of the fleet that runs on this machine, or why it is not known.
  void setFolder(const QString & folder, const QString & why_not);
  /// Has the machine sign for its local user, where nobody has signed in and its key can be read.
  void signInLocally();

  void show(const std::shared_ptr<const Signet> & signer);
  bool isOpen() const;
  void open();
  void close();

Q_SIGNALS:
  void signedIn(const std::shared_ptr<const surefleet::help::Signet> & signer);
  void opened();
  /// The form closed and leaves the keyboard to whoever had it.
  void closed();

protected:
  bool eventFilter(QObject * watched, QEvent * event) override;

private:
  QLineEdit * addField(const char * name, const char * words);
  void attempt();
  void tell(const QString & words, bool is_trouble);

  QLabel * words_;
  QWidget * form_;
  QLineEdit * name_;
  QLineEdit * passphrase_;
  QLineEdit * folder_;
  QString known_folder_;
  QString why_not_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__SIGN_IN_PANE_HPP_
