#ifndef SUREFLEET_HELP__DETAIL_PANE_HPP_
#define SUREFLEET_HELP__DETAIL_PANE_HPP_

#include <QWidget>

#include "model/display.hpp"

class QCheckBox;
class QFrame;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QStackedLayout;

namespace surefleet::help
{

class Banner;
class FactsPane;

/// The selected request with everything that can be done about it. Questions are asked in place, never in a dialog.
class DetailPane : public QWidget
{
  Q_OBJECT

public:
  explicit DetailPane(QWidget * parent = nullptr);

  void show(const Detail & detail);

Q_SIGNALS:
  void optionMarked(std::size_t number);
  void answerAsked();
  void freeTextAsked();
  void missionAsked();
  void forMissionAsked();
  void textGiven(const QString & text);
  void claimAsked();
  void releaseAsked();
  void takeOverAsked();
  void haltAsked();
  void confirmed();
  void cancelled();
  /// The text entry closed and leaves the keyboard to whoever had it.
  void keyboardFreed();

protected:
  bool eventFilter(QObject * watched, QEvent * event) override;

private:
  QPushButton * addButton(QWidget * row, const char * name, const char * words);
  QWidget * makeConfirmation();
  QWidget * makeFreeText();
  QWidget * makeActions();
  QWidget * makeMeaning();
  void showFreeText(const Detail & detail);

  QStackedLayout * stack_;
  QLabel * idle_;
  QScrollArea * scroll_;
  FactsPane * facts_;
  Banner * ended_;
  QWidget * confirmation_;
  QLabel * question_;
  QPushButton * yes_;
  QWidget * free_text_;
  QPlainTextEdit * words_;
  QPushButton * send_;
  QPushButton * answer_;
  QPushButton * none_;
  QPushButton * mean_;
  QCheckBox * for_mission_;
  QPushButton * claim_;
  QPushButton * release_;
  QPushButton * take_over_;
  QPushButton * halt_;
  std::string shown_id_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__DETAIL_PANE_HPP_
