#ifndef SUREFLEET_HELP__FACTS_PANE_HPP_
#define SUREFLEET_HELP__FACTS_PANE_HPP_

#include <QWidget>

#include <memory>

#include "model/display.hpp"

class QFormLayout;
class QLabel;
class QToolButton;

namespace surefleet::help
{

class OptionList;
class PictureView;

/// What is to be read of the selected request: question, facts, options, picture, prompt.
class FactsPane : public QWidget
{
  Q_OBJECT

public:
  explicit FactsPane(QWidget * parent = nullptr);

  void show(const Detail & detail);

  const OptionList & options() const {return *options_;}

  /// No least height: what it needs follows from its width, and a scroll area asks for that.
  QSize minimumSizeHint() const override {return {80, 0};}

Q_SIGNALS:
  void optionMarked(std::size_t number);

private:
  QLabel * addFact(QFormLayout * form, const char * name);
  void showWhole(const Detail & detail);

  QLabel * question_;
  QLabel * robot_;
  QLabel * deadline_;
  QLabel * claim_;
  QLabel * mission_;
  QLabel * world_;
  QLabel * pose_;
  QLabel * missing_;
  OptionList * options_;
  PictureView * picture_;
  QToolButton * prompt_toggle_;
  QLabel * prompt_;
  /// What the slow parts show now; they change only with it.
  std::shared_ptr<const Request> shown_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__FACTS_PANE_HPP_
