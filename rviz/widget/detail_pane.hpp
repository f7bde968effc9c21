#ifndef SUREFLEET_HELP__DETAIL_PANE_HPP_
#define SUREFLEET_HELP__DETAIL_PANE_HPP_

#include <QWidget>

#include <cstdint>
#include <optional>
#include <string>

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
class ElidedButton;
class FactsPane;

/// The selected request with everything that can be done about it. Questions are asked in place, never in a dialog.
class DetailPane : public QWidget
{
  Q_OBJECT

public:
  explicit DetailPane(QWidget * parent = nullptr);

  void show(const Detail & detail);

  /// What can be read of it now.
  View view() const;
  /// Scrolls to the marked option.
  void reveal();

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
  /// Something else is in view than before.
  void viewMoved();
  /// The text entry closed and leaves the keyboard to whoever had it.
  void keyboardFreed();

protected:
  bool eventFilter(QObject * watched, QEvent * event) override;

private:
  QPushButton * addButton(QWidget * row, const char * name, const char * words);
  QWidget * makeEnding();
  QWidget * makeConfirmation();
  QWidget * makeFreeText();
  QWidget * makeActions();
  QWidget * makeMeaning();
  void showActions(const Detail & detail);
  void showAnswer(const Detail & detail);
  void showFreeText(const Detail & detail);

  QStackedLayout * stack_;
  QLabel * idle_;
  QScrollArea * scroll_;
  FactsPane * facts_;
  QWidget * ending_;
  Banner * ended_;
  QWidget * meaning_;
  QWidget * actions_;
  QWidget * confirmation_;
  Banner * question_;
  QPushButton * yes_;
  QWidget * free_text_;
  QPlainTextEdit * words_;
  QPushButton * send_;
  ElidedButton * answer_;
  QPushButton * none_;
  QPushButton * mean_;
  QCheckBox * for_mission_;
  QPushButton * claim_;
  QPushButton * release_;
  QPushButton * take_over_;
  QPushButton * halt_;
  std::string shown_id_;
  std::optional<std::uint16_t> shown_mark_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__DETAIL_PANE_HPP_
