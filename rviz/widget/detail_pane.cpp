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
#include "widget/elided_button.hpp"
#include "widget/facts_pane.hpp"

namespace surefleet::help
{

namespace
{

void prepare(QPushButton * button, const char * name)
{
  button->setObjectName(name);
  // A click must not take the keyboard away from the table.
  button->setFocusPolicy(Qt::TabFocus);
  button->setAutoDefault(false);
}

}  // namespace

DetailPane::DetailPane(QWidget * parent)
: QWidget(parent),
  stack_(new QStackedLayout(this)),
  idle_(new QLabel(this)),
  scroll_(new QScrollArea(this)),
  facts_(new FactsPane)
{
  idle_->setAlignment(Qt::AlignCenter);
  idle_->setTextFormat(Qt::PlainText);
  idle_->setWordWrap(true);
  idle_->setObjectName("idle");

  scroll_->setWidget(facts_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  // However low the panel, an option can be read.
  scroll_->setMinimumHeight(fontMetrics().height() * 6);
  // Queued: it may come from within show().
  connect(
    scroll_->verticalScrollBar(), &QScrollBar::valueChanged, this, &DetailPane::viewMoved, Qt::QueuedConnection);
  connect(facts_, &FactsPane::optionMarked, this, &DetailPane::optionMarked);

  auto * something = new QWidget(this);
  auto * column = new QVBoxLayout(something);
  column->setContentsMargins(6, 4, 0, 0);
  column->setSpacing(6);
  column->addWidget(makeEnding());
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
  prepare(button, name);
  row->layout()->addWidget(button);
  return button;
}

QWidget * DetailPane::makeEnding()
{
  ending_ = new QWidget(this);
  auto * row = new QHBoxLayout(ending_);
  row->setContentsMargins(0, 0, 0, 0);
  ended_ = new Banner(Tone::Warning, ending_);
  ended_->setObjectName("ended");
  row->addWidget(ended_, 1);
  connect(addButton(ending_, "leave", "Leave it (Esc)"), &QPushButton::clicked, this, &DetailPane::cancelled);
  ending_->hide();
  return ending_;
}

QWidget * DetailPane::makeConfirmation()
{
  confirmation_ = new QWidget(this);
  auto * column = new QVBoxLayout(confirmation_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(5);
  question_ = new Banner(Tone::Danger, confirmation_);
  question_->setObjectName("confirmation");
  column->addWidget(question_);
  auto * replies = new QWidget(confirmation_);
  column->addWidget(replies);
  auto * row = new QHBoxLayout(replies);
  row->setContentsMargins(0, 0, 0, 0);
  yes_ = addButton(replies, "yes", "Yes (Y)");
  connect(yes_, &QPushButton::clicked, this, &DetailPane::confirmed);
  connect(addButton(replies, "no", "Cancel (Esc)"), &QPushButton::clicked, this, &DetailPane::cancelled);
  row->addStretch(1);
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
  meaning_ = new QWidget(this);
  auto * row = new QHBoxLayout(meaning_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(5);
  for_mission_ = new QCheckBox("whole mission (W)", meaning_);
  for_mission_->setObjectName("for_mission");
  for_mission_->setFocusPolicy(Qt::TabFocus);
  row->addWidget(for_mission_);
  row->addStretch(1);
  mean_ = addButton(meaning_, "mean", "I mean… (M)");
  connect(for_mission_, &QCheckBox::clicked, this, &DetailPane::forMissionAsked);
  connect(mean_, &QPushButton::clicked, this, &DetailPane::missionAsked);
  return meaning_;
}

QWidget * DetailPane::makeActions()
{
  actions_ = new QWidget(this);
  auto * rows = new QVBoxLayout(actions_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(5);
  // A row of its own: it names what is sent.
  answer_ = new ElidedButton(actions_);
  prepare(answer_, "answer");
  rows->addWidget(answer_);
  auto * others = new QWidget(actions_);
  rows->addWidget(others);
  auto * row = new QHBoxLayout(others);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(5);
  none_ = addButton(others, "none_of_these", "None… (N)");
  claim_ = addButton(others, "claim", "Claim (C)");
  release_ = addButton(others, "release", "Release (R)");
  take_over_ = addButton(others, "take_over", "Take over… (C)");
  // One place for the three: only one of them can be meant at a time.
  release_->hide();
  take_over_->hide();
  row->addStretch(1);
  halt_ = addButton(others, "halt", "Halt… (H)");
  connect(answer_, &QPushButton::clicked, this, &DetailPane::answerAsked);
  connect(none_, &QPushButton::clicked, this, &DetailPane::freeTextAsked);
  connect(claim_, &QPushButton::clicked, this, &DetailPane::claimAsked);
  connect(release_, &QPushButton::clicked, this, &DetailPane::releaseAsked);
  connect(take_over_, &QPushButton::clicked, this, &DetailPane::takeOverAsked);
  connect(halt_, &QPushButton::clicked, this, &DetailPane::haltAsked);
  return actions_;
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

}  // namespace surefleet::help
