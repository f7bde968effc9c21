#include "widget/facts_pane.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "widget/option_list.hpp"
#include "widget/picture_view.hpp"
#include "widget/tone.hpp"

namespace surefleet::help
{

namespace
{

QLabel * wrappingLabel(QWidget * parent)
{
  auto * label = new QLabel(parent);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setFocusPolicy(Qt::NoFocus);
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  label->setSizePolicy(policy);
  return label;
}

void say(QLabel * label, const std::string & words, const char * otherwise = "")
{
  label->setText(words.empty() ? QString(otherwise) : breakable(words));
  setTone(label, words.empty() ? Tone::Muted : Tone::Normal);
}

// What the options are about comes first; the rest is in the tooltip.
constexpr std::size_t kMostWorld = 4;

std::string world(const std::vector<std::string> & lines)
{
  std::string words;
  for (std::size_t i = 0; i < lines.size() && i < kMostWorld; ++i) {
    words += (i == 0 ? "" : "\n") + lines[i];
  }
  return words + (lines.size() > kMostWorld ? "\n…" : "");
}

QString wholeWorld(const std::vector<std::string> & lines)
{
  std::string words;
  for (const std::string & line : lines) {
    words += (words.empty() ? "" : "\n") + line;
  }
  return tip(words);
}

}  // namespace

FactsPane::FactsPane(QWidget * parent)
: QWidget(parent),
  question_(wrappingLabel(this)),
  missing_(wrappingLabel(this)),
  options_(new OptionList(this)),
  picture_(new PictureView(this)),
  prompt_toggle_(new QToolButton(this)),
  prompt_(wrappingLabel(this))
{
  QFont large = question_->font();
  large.setBold(true);
  // Fonts are sized in points or in pixels, and the other is -1.
  if (large.pointSizeF() > 0.0) {
    large.setPointSizeF(large.pointSizeF() * 1.15);
  } else {
    large.setPixelSize(large.pixelSize() * 115 / 100);
  }
  question_->setFont(large);
  question_->setObjectName("question");
  picture_->setObjectName("picture");
  prompt_->setObjectName("prompt");

  auto * form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setVerticalSpacing(3);
  form->setHorizontalSpacing(12);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  robot_ = addFact(form, "Robot");
  deadline_ = addFact(form, "Deadline");
  claim_ = addFact(form, "Claimed by");
  mission_ = addFact(form, "Mission");
  world_ = addFact(form, "World");
  world_->setObjectName("world");
  pose_ = addFact(form, "Pose");
  deadline_->setObjectName("deadline");
  claim_->setObjectName("claimed_by");

  prompt_toggle_->setText("Prompt");
  prompt_toggle_->setCheckable(true);
  prompt_toggle_->setAutoRaise(true);
  prompt_toggle_->setArrowType(Qt::RightArrow);
  prompt_toggle_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  prompt_toggle_->setFocusPolicy(Qt::TabFocus);
  prompt_toggle_->setObjectName("prompt_toggle");
  connect(
    prompt_toggle_, &QToolButton::toggled, this, [this](bool open) {
      prompt_toggle_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
      prompt_->setVisible(open);
    });
  prompt_->hide();
  connect(options_, &OptionList::marked, this, &FactsPane::optionMarked);

  auto * column = new QVBoxLayout(this);
  column->setContentsMargins(2, 2, 6, 2);
  column->setSpacing(9);
  column->addWidget(question_);
  column->addLayout(form);
  column->addWidget(missing_);
  column->addWidget(options_);
  column->addWidget(picture_);
  column->addWidget(prompt_toggle_);
  column->addWidget(prompt_);
  column->addStretch();
}

QLabel * FactsPane::addFact(QFormLayout * form, const char * name)
{
  auto * heading = new QLabel(name, this);
  heading->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setTone(heading, Tone::Muted);
  QLabel * fact = wrappingLabel(this);
  form->addRow(heading, fact);
  return fact;
}

void FactsPane::show(const Detail & detail)
{
  say(question_, detail.question);
  say(robot_, detail.robot + ", step " + std::to_string(detail.step));
  say(
    deadline_, detail.ended.empty() ? detail.countdown + (detail.escalated ? " (escalated)" : "") : std::string(),
    "over");
  setTone(deadline_, detail.ended.empty() ? tone(detail.urgency) : Tone::Muted);
  say(claim_, detail.claimed_by, "nobody");
  missing_->setText(breakable(detail.missing));
  missing_->setVisible(!detail.missing.empty());
  setTone(missing_, Tone::Muted);
  options_->show(detail);
  const bool offered = detail.whole != nullptr && detail.ended.empty();
  options_->setVisible(offered);
  picture_->setVisible(offered);
  prompt_toggle_->setVisible(offered);
  prompt_->setVisible(offered && prompt_toggle_->isChecked());
  if (detail.whole != shown_ || detail.whole == nullptr) {
    shown_ = detail.whole;
    showWhole(detail);
  }
}

void FactsPane::showWhole(const Detail & detail)
{
  if (detail.whole == nullptr) {
    say(mission_, "", "…");
    say(world_, "", "…");
    say(pose_, "", "…");
    return;
  }
  say(mission_, detail.whole->mission_text, "not known");
  say(world_, world(detail.whole->world), "not known");
  world_->setToolTip(wholeWorld(detail.whole->world));
  say(pose_, detail.whole->pose ? pose_text(detail.whole->pose) : std::string(), "not known");
  say(prompt_, detail.whole->prompt, "No prompt came with the request.");
  picture_->show(detail.whole->picture);
}

}  // namespace surefleet::help
