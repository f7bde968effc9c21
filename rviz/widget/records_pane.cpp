#include "widget/records_pane.hpp"

#include <QDateTime>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <numeric>
#include <utility>

namespace surefleet::help
{

namespace
{

QString timeOfDay(DeskTime time)
{
  const auto since_epoch = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch());
  return QDateTime::fromMSecsSinceEpoch(since_epoch.count()).toString("MM-dd HH:mm:ss");
}

double secondsBetween(DeskTime from, DeskTime to)
{
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

RecordsPane::RecordsPane(QStringList headings, std::vector<int> shares, QWidget * parent)
: QWidget(parent),
  shares_(std::move(shares)),
  table_(new TextTable(std::move(headings), this)),
  view_(new QTableView(this)),
  refresh_(new QPushButton("Refresh", this))
{
  view_->setModel(table_);
  view_->setSelectionMode(QAbstractItemView::NoSelection);
  view_->setShowGrid(false);
  view_->setAlternatingRowColors(true);
  view_->setTextElideMode(Qt::ElideRight);
  view_->setWordWrap(true);
  view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setMinimumSectionSize(24);
  refresh_->hide();
  connect(refresh_, &QPushButton::clicked, this, &RecordsPane::refreshAsked);
  auto * column = new QVBoxLayout(this);
  column->setContentsMargins(6, 6, 6, 6);
  column->addWidget(view_, 1);
  column->addWidget(refresh_, 0, Qt::AlignLeft);
}

void RecordsPane::resizeEvent(QResizeEvent * event)
{
  QWidget::resizeEvent(event);
  shareOut();
}

void RecordsPane::showEvent(QShowEvent * event)
{
  QWidget::showEvent(event);
  shareOut();
}

void RecordsPane::shareOut()
{
  const int whole = std::accumulate(shares_.begin(), shares_.end(), 0);
  const int width = view_->viewport()->width();
  int left = 0, part = 0;
  for (int column = 0; column < static_cast<int>(shares_.size()); ++column) {
    part += shares_[static_cast<std::size_t>(column)];
    const int right = width * part / whole;
    view_->horizontalHeader()->resizeSection(column, right - left);
    left = right;
  }
}

void RecordsPane::show(std::vector<TextTable::Row> rows)
{
  table_->setPalette(palette());
  table_->show(std::move(rows));
}

void RecordsPane::offerRefresh()
{
  refresh_->show();
}

QStringList historyHeadings()
{
  return {"Ended", "Robot", "Question", "How it ended", "Took"};
}

std::vector<TextTable::Row> historyRows(const History & history)
{
  std::vector<TextTable::Row> rows;
  for (const Summary & each : history.requests) {
    const Tone tone = each.state == State::Answered ? Tone::Normal : Tone::Muted;
    rows.push_back(
      {{each.ended ? timeOfDay(*each.ended) : QString("–"), text(each.robot), text(each.question), text(ending(each)),
        each.ended ? text(duration_text(secondsBetween(each.since, *each.ended))) : QString("–")}, tone});
  }
  return rows;
}

QStringList robotHeadings()
{
  return {"Robot", "Asked", "Waited", "Agreed with best", "Help rate"};
}

std::vector<TextTable::Row> robotRows(const History & history)
{
  std::vector<TextTable::Row> rows;
  for (const Statistics & each : history.robots) {
    const QString became = QString("%1: %2 answered, %3 expired, %4 withdrawn")
      .arg(each.asked).arg(each.answered).arg(each.expired).arg(each.withdrawn);
    const QString waited = each.answered == 0 ? QString("–") :
      QString("%1 on average, %2 of it after a claim; %3 at most").arg(
      text(duration_text(each.mean_wait_s)), text(duration_text(each.mean_work_s)), text(duration_text(each.longest_wait_s)));
    rows.push_back(
      {{text(each.robot), became, waited, text(share(each.agreed, each.answered)),
        text(share(each.asked_since_start, each.decisions))}, Tone::Normal});
  }
  return rows;
}

QStringList messageHeadings()
{
  return {"Time", "Message"};
}

std::vector<TextTable::Row> messageRows(const std::vector<Message> & messages)
{
  std::vector<TextTable::Row> rows;
  for (auto each = messages.rbegin(); each != messages.rend(); ++each) {
    // Before the desk's first word its time is not known.
    const bool timed = each->at != DeskTime{};
    rows.push_back({{timed ? timeOfDay(each->at) : QString("–"), text(each->text)}, tone(each->severity)});
  }
  return rows;
}

}  // namespace surefleet::help
