// What the selected request looks like now, and what of it can be read.
#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>

#include "widget/banner.hpp"
#include "widget/detail_pane.hpp"
#include "widget/elided_button.hpp"
#include "widget/facts_pane.hpp"
#include "widget/option_button.hpp"
#include "widget/option_list.hpp"
#include "widget/tone.hpp"

namespace surefleet::help
{

namespace
{

const char * const kKeys =
  "\n\n↑ ↓ select   C claim   1–9 mark an option   Enter answer\nN none of these   M I mean…   W for the whole mission   H halt   Esc back";

void offer(QPushButton * button, const Action & action, const char * otherwise)
{
  button->setEnabled(action.enabled);
  button->setToolTip(action.enabled ? QString(otherwise) : tip(action.why_not));
}

/// Has every widget where its layout wants it: what is measured before that is where it was.
void settle()
{
  QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

}  // namespace

void DetailPane::show(const Detail & detail)
{
  stack_->setCurrentIndex(detail.selected ? 1 : 0);
  if (!detail.selected) {
    shown_id_.clear();
    idle_->setText(breakable(detail.idle) + kKeys);
    setTone(idle_, Tone::Muted);
    return;
  }
  if (detail.id != shown_id_) {
    shown_id_ = detail.id;
    words_->clear();
    scroll_->verticalScrollBar()->setValue(0);
  }
  const bool open = detail.ended.empty();
  ended_->say(open ? "" : "This request is over: " + detail.ended + ".");
  ending_->setVisible(!open);
  meaning_->setVisible(open);
  actions_->setVisible(open);
  facts_->show(detail);

  confirmation_->setVisible(!detail.confirmation.empty());
  question_->say(detail.confirmation);
  yes_->setText(
    detail.mode == Mode::ConfirmHalt ? "Halt (Y)" :
    detail.mode == Mode::ConfirmMission ? "That is it (Y)" : "Take over (Y)");
  showFreeText(detail);
  showAnswer(detail);
  showActions(detail);

  const OptionButton * marked = facts_->options().markedButton();
  const auto mark = marked == nullptr ? std::nullopt : std::make_optional(marked->id());
  if (mark != shown_mark_) {
    shown_mark_ = mark;
    reveal();
  }
}

void DetailPane::showAnswer(const Detail & detail)
{
  const OptionButton * marked = facts_->options().markedButton();
  QString words = "Answer (Enter)";
  if (detail.unseen && marked != nullptr) {
    words = "Show the marked option first (Enter)";
  } else if (marked != nullptr) {
    words = QString(detail.for_whole_mission ? "Answer for the whole mission: %1 (Enter)" : "Answer: %1 (Enter)")
      .arg(marked->text().simplified());
  }
  answer_->say(words);
  answer_->setEnabled(detail.answer.enabled || detail.unseen);
  answer_->setToolTip(detail.answer.enabled ? tip(words.toStdString()) : tip(detail.answer.why_not));
}

void DetailPane::showActions(const Detail & detail)
{
  const bool others = detail.take_over.enabled || (!detail.claimed_by.empty() && !detail.mine);
  take_over_->setVisible(others);
  release_->setVisible(!others && detail.mine);
  claim_->setVisible(!others && !detail.mine);
  offer(none_, detail.none_of_these, "None of these options is right: say what is");
  offer(mean_, detail.mean, "The mission means something else: say it in words");
  for_mission_->setEnabled(detail.for_mission.enabled);
  for_mission_->setToolTip(
    detail.for_mission.enabled ? QString("No robot of the mission asks about these things again") :
    tip(detail.for_mission.why_not));
  for_mission_->setChecked(detail.for_whole_mission);
  offer(claim_, detail.claim, "Tell the others that you work on it");
  offer(release_, detail.release, "Let others work on it");
  offer(take_over_, detail.take_over, "Work on it in place of the one who does");
  offer(halt_, detail.halt, "Halt the mission; needs no claim");
  for (QPushButton * button : {halt_, yes_}) {
    QPalette colours = palette();
    const QColor danger = ink(colours, Tone::Danger);
    colours.setColor(QPalette::Active, QPalette::ButtonText, danger);
    colours.setColor(QPalette::Inactive, QPalette::ButtonText, danger);
    button->setPalette(colours);
  }
}

void DetailPane::showFreeText(const Detail & detail)
{
  const bool mission = detail.mode == Mode::Mission;
  const bool open = mission || detail.mode == Mode::FreeText;
  send_->setEnabled(mission ? detail.mean.enabled : detail.none_of_these.enabled);
  words_->setPlaceholderText(mission ? "I mean: the whole mission, in words; nothing: as it was read" : "What is right instead?");
  if (open == !free_text_->isHidden()) {
    return;
  }
  const bool had_keyboard = words_->hasFocus();
  free_text_->setVisible(open);
  if (open) {
    words_->setFocus();
  } else if (had_keyboard) {
    Q_EMIT keyboardFreed();
  }
}

View DetailPane::view() const
{
  settle();
  View view;
  view.options = facts_->options().inView();
  const QRect asked = question_->rect();
  view.confirmation = question_->isVisible() && asked.height() >= question_->heightForWidth(asked.width()) &&
    question_->visibleRegion().boundingRect() == asked;
  return view;
}

void DetailPane::reveal()
{
  const OptionButton * marked = facts_->options().markedButton();
  if (marked == nullptr) {
    return;
  }
  settle();
  QScrollBar * bar = scroll_->verticalScrollBar();
  const int room = scroll_->viewport()->height();
  const auto placed = [this, marked](const QRect & rect) {
      return QRect(marked->mapTo(facts_, rect.topLeft()), rect.size());
    };
  const QRect whole = placed(marked->rect());
  const QRect rect = whole.height() <= room ? whole : placed(marked->wordsRect());
  if (rect.top() < bar->value() || rect.height() > room) {
    bar->setValue(rect.top());
  } else if (rect.bottom() >= bar->value() + room) {
    bar->setValue(rect.bottom() + 1 - room);
  }
}

}  // namespace surefleet::help
