#include "widget/option_list.hpp"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

#include "widget/option_button.hpp"
#include "widget/tone.hpp"

namespace surefleet::help
{

namespace
{

/// Of a question about a decision.
QString decisionLegend(const Detail & detail)
{
  if (!detail.threshold) {
    return "There is no prediction set.";
  }
  if (*detail.threshold <= 0.0) {
    return "Every option is in the prediction set.";
  }
  return "Line: the prediction set begins at " + text(percent(detail.threshold)) + ". Coloured: in the set.";
}

QString legend(const Detail & detail)
{
  if (detail.options.empty()) {
    return detail.whole ? "No options were offered." : QString();
  }
  switch (detail.whole->summary.kind) {
    case QuestionKind::Decision: return decisionLegend(detail);
    case QuestionKind::Outcome: return "Did the action work? The bars say how probable the robot's perception finds it.";
  }
  return "This panel does not know such questions. Read it, and answer with one of its options.";
}

}  // namespace

OptionList::OptionList(QWidget * parent)
: QWidget(parent), column_(new QVBoxLayout(this)), legend_(new QLabel(this))
{
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(5);
  legend_->setTextFormat(Qt::PlainText);
  legend_->setWordWrap(true);
  column_->addWidget(legend_);
}

void OptionList::show(const Detail & detail)
{
  while (buttons_.size() > detail.options.size()) {
    delete buttons_.back();
    buttons_.pop_back();
  }
  while (buttons_.size() < detail.options.size()) {
    auto * button = new OptionButton(this);
    const std::size_t number = buttons_.size() + 1;
    button->setObjectName("option_" + QString::number(number));
    connect(button, &QAbstractButton::clicked, this, [this, number] {Q_EMIT marked(number);});
    column_->insertWidget(static_cast<int>(buttons_.size()), button);
    buttons_.push_back(button);
  }
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    buttons_[i]->show(detail.options[i], detail.threshold);
    if (!detail.ended.empty()) {
      buttons_[i]->setEnabled(false);
    }
  }
  legend_->setText(legend(detail));
  setTone(legend_, Tone::Muted);
}

std::set<std::uint16_t> OptionList::inView() const
{
  std::set<std::uint16_t> options;
  for (const OptionButton * button : buttons_) {
    const QRect words = button->wordsRect();
    if (button->rect().contains(words) && button->visibleRegion().boundingRect().contains(words)) {
      options.insert(button->id());
    }
  }
  return options;
}

const OptionButton * OptionList::markedButton() const
{
  const auto found = std::find_if(
    buttons_.begin(), buttons_.end(), [](const OptionButton * button) {return button->isMarked();});
  return found == buttons_.end() ? nullptr : *found;
}

}  // namespace surefleet::help
