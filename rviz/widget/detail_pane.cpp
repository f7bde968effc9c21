#include "widget/detail_pane.hpp"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "widget/banner.hpp"
#include "widget/facts_pane.hpp"
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

}  // namespace

DetailPane::DetailPane(QWidget * parent)
: QWidget(parent),
  stack_(new QStackedLayout(this)),
  idle_(new QLabel(this)),
  scroll_(new QScrollArea(this)),
  facts_(new FactsPane),
  ended_(new Banner(Tone::Warning, this))
{
  idle_->setAlignment(Qt::AlignCenter);
  idle_->setTextFormat(Qt::PlainText);
  idle_->setWordWrap(true);
  idle_->setObjectName("idle");

  ended_->setObjectName("ended");
  scroll_->setWidget(facts_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  connect(facts_, &FactsPane::optionMarked, this, &DetailPane::optionMarked);

  auto * something = new QWidget(this);
  auto * column = new QVBoxLayout(something);
  column->setContentsMargins(6, 4, 0, 0);
  column->setSpacing(6);
  column->addWidget(ended_);
  column->addWidget(scroll_, 1);
  column->addWidget(makeConfirmation());
  column->addWidget(makeFreeText());
  column->addWidget(makeMeaning());
  column->addWidget(makeActions());
  stack_->addWidget(idle_);
  stack_->addWidget(something);
}

QPushButton * DetailPane::addButton(QWidget * row, const char * name, const char * words)
{
  auto * button = new QPushButton(words, row);
  button->setObjectName(name);
  // A click must not take the keyboard away from the table.
  button->setFocusPolicy(Qt::TabFocus);
  button->setAutoDefault(false);
  row->layout()->addWidget(button);
  return button;
}

QWidget * DetailPane::makeConfirmation()
{
  confirmation_ = new QWidget(this);
  auto * row = new QHBoxLayout(confirmation_);
  row->setContentsMargins(0, 0, 0, 0);
  auto * banner = new Banner(Tone::Danger, confirmation_);
  banner->setObjectName("confirmation");
  question_ = banner;
  row->addWidget(banner, 1);
  yes_ = addButton(confirmation_, "yes", "Yes (Y)");
  connect(yes_, &QPushButton::clicked, this, &DetailPane::confirmed);
  connect(addButton(confirmation_, "no", "Cancel (Esc)"), &QPushButton::clicked, this, &DetailPane::cancelled);
  confirmation_->hide();
  return confirmation_;
}

QWidget * DetailPane::makeFreeText()
{
  free_text_ = new QWidget(this);
  auto * row = new QHBoxLayout(free_text_);
  row->setContentsMargins(0, 0, 0, 0);
  words_ = new QPlainTextEdit(free_text_);
  words_->setObjectName("free_text");
  words_->setPlaceholderText("What is right instead?");
  words_->setTabChangesFocus(true);
  words_->setFixedHeight(words_->fontMetrics().lineSpacing() * 3 + 12);
  words_->installEventFilter(this);
  row->addWidget(words_, 1);
  auto * buttons = new QWidget(free_text_);
  auto * column = new QVBoxLayout(buttons);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  send_ = addButton(buttons, "send_text", "Send (Ctrl+Enter)");
  connect(send_, &QPushButton::clicked, this, [this] {Q_EMIT textGiven(words_->toPlainText());});
  connect(addButton(buttons, "leave_text", "Cancel (Esc)"), &QPushButton::clicked, this, &DetailPane::cancelled);
  row->addWidget(buttons);
  free_text_->hide();
  return free_text_;
}

QWidget * DetailPane::makeMeaning()
{
  auto * meaning = new QWidget(this);
  auto * row = new QHBoxLayout(meaning);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(5);
  for_mission_ = new QCheckBox("for the whole mission (W)", meaning);
  for_mission_->setObjectName("for_mission");
  for_mission_->setFocusPolicy(Qt::TabFocus);
  row->addWidget(for_mission_);
  row->addStretch(1);
  mean_ = addButton(meaning, "mean", "I mean… (M)");
  connect(for_mission_, &QCheckBox::clicked, this, &DetailPane::forMissionAsked);
  connect(mean_, &QPushButton::clicked, this, &DetailPane::missionAsked);
  return meaning;
}

QWidget * DetailPane::makeActions()
{
  auto * actions = new QWidget(this);
  auto * row = new QHBoxLayout(actions);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(5);
  answer_ = addButton(actions, "answer", "Answer (Enter)");
  none_ = addButton(actions, "none_of_these", "None… (N)");
  claim_ = addButton(actions, "claim", "Claim (C)");
  release_ = addButton(actions, "release", "Release (R)");
  take_over_ = addButton(actions, "take_over", "Take over… (C)");
  // One place for the three: only one of them can be meant at a time.
  release_->hide();
  take_over_->hide();
  row->addStretch(1);
  halt_ = addButton(actions, "halt", "Halt… (H)");
  connect(answer_, &QPushButton::clicked, this, &DetailPane::answerAsked);
  connect(none_, &QPushButton::clicked, this, &DetailPane::freeTextAsked);
  connect(claim_, &QPushButton::clicked, this, &DetailPane::claimAsked);
  connect(release_, &QPushButton::clicked, this, &DetailPane::releaseAsked);
  connect(take_over_, &QPushButton::clicked, this, &DetailPane::takeOverAsked);
  connect(halt_, &QPushButton::clicked, this, &DetailPane::haltAsked);
  return actions;
}

bool DetailPane::eventFilter(QObject * watched, QEvent * event)
{
  if (watched == words_ && event->type() == QEvent::KeyPress) {
    const auto * key = static_cast<const QKeyEvent *>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && (key->modifiers() & Qt::ControlModifier) != 0) {
      if (!key->isAutoRepeat()) {
        Q_EMIT textGiven(words_->toPlainText());
      }
      return true;
    }
    if (key->key() == Qt::Key_Escape) {
      Q_EMIT cancelled();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void DetailPane::show(const Detail & detail)
{
  stack_->setCurrentIndex(detail.selected ? 1 : 0);
  if (!detail.selected) {
    idle_->setText(breakable(detail.idle) + kKeys);
    setTone(idle_, Tone::Muted);
    return;
  }
  if (detail.id != shown_id_) {
    shown_id_ = detail.id;
    words_->clear();
    scroll_->verticalScrollBar()->setValue(0);
  }
  ended_->say(detail.ended.empty() ? "" : "This request is over: " + detail.ended + ".");
  facts_->show(detail);

  confirmation_->setVisible(!detail.confirmation.empty());
  question_->setText(breakable(detail.confirmation));
  question_->setVisible(!detail.confirmation.empty());
  yes_->setText(
    detail.mode == Mode::ConfirmHalt ? "Halt (Y)" :
    detail.mode == Mode::ConfirmMission ? "That is it (Y)" : "Take over (Y)");
  showFreeText(detail);

  const bool others = detail.take_over.enabled || (!detail.claimed_by.empty() && !detail.mine);
  take_over_->setVisible(others);
  release_->setVisible(!others && detail.mine);
  claim_->setVisible(!others && !detail.mine);
  offer(answer_, detail.answer, "Send the marked option");
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
  words_->setPlaceholderText(mission ? "I mean: the whole mission, in words" : "What is right instead?");
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

}  // namespace surefleet::help
