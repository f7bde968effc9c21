// What comes in, goes through the inbox, and comes out as commands and pixels.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QResizeEvent>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>

#include "widget/banner.hpp"
#include "widget/detail_pane.hpp"
#include "widget/elided_label.hpp"
#include "widget/focus_ring.hpp"
#include "widget/help_desk_widget.hpp"
#include "widget/queue_table.hpp"
#include "widget/records_pane.hpp"
#include "widget/sign_in_pane.hpp"

namespace surefleet::help
{

namespace
{

// From this width on, list and request lie side by side.
constexpr int kWide = 720;

}  // namespace

void HelpDeskWidget::act(const std::function<void(LocalTime)> & deed)
{
  // What moved since the last look counts before what is done now.
  inbox_.see(detail_->view());
  deed(clock_());
  // Taken out first: a receiver may reply at once, and then this runs anew within itself.
  const std::vector<Command> commands = inbox_.take_commands();
  const News news = inbox_.take_news();
  for (const Command & command : commands) {
    Q_EMIT commandIssued(command);
  }
  if (news.any()) {
    if (!muted()) {
      QApplication::beep();
    }
    Q_EMIT newsArrived(static_cast<int>(news.arrived), static_cast<int>(news.escalated));
  }
  refresh();
}

void HelpDeskWidget::receiveQueue(DeskTime stamp, const std::vector<Summary> & lines)
{
  act([&](LocalTime now) {inbox_.queue_arrived(stamp, lines, now);});
}

void HelpDeskWidget::doubtQueue(const std::string & why)
{
  act([&](LocalTime now) {inbox_.queue_doubted(why, now);});
}

void HelpDeskWidget::receiveReply(Ticket ticket, const Reply & reply)
{
  act([&](LocalTime now) {inbox_.replied(ticket, reply, now);});
}

void HelpDeskWidget::reportTrouble(const QString & text)
{
  act([&](LocalTime now) {inbox_.trouble(text.toStdString(), now);});
}

void HelpDeskWidget::tick()
{
  act([this](LocalTime now) {inbox_.tick(now);});
}

void HelpDeskWidget::refresh()
{
  const LocalTime now = clock_();
  const std::vector<Line> lines = inbox_.lines(now);
  stale_->say(inbox_.staleness(now));
  doubt_->say(inbox_.doubt(now));
  table_->setPalette(view_->palette());
  table_->show(lines);
  selectRow();
  showDetail();
  tabs_->setTabText(0, lines.empty() ? QString("Inbox") : QString("Inbox (%1)").arg(lines.size()));
  refreshRobots();
  history_->show(historyRows(inbox_.history()));
  statistics_->show(robotRows(inbox_.history()));
  log_->show(messageRows(inbox_.messages()));
  if (!inbox_.messages().empty()) {
    message_->say(inbox_.messages().back().text, tone(inbox_.messages().back().severity));
  }
  ring_->follow();
}

void HelpDeskWidget::showDetail()
{
  detail_->show(inbox_.detail(clock_()));
  inbox_.see(detail_->view());
  detail_->show(inbox_.detail(clock_()));
  ring_->follow();
}

void HelpDeskWidget::answer()
{
  act([this](LocalTime now) {inbox_.answer_highlighted(now);});
  detail_->reveal();
  showDetail();
}

void HelpDeskWidget::refreshRobots()
{
  std::set<std::string> robots = inbox_.robots();
  if (!inbox_.filter().empty()) {
    robots.insert(inbox_.filter());
  }
  QStringList names{QString()};
  for (const std::string & robot : robots) {
    names += text(robot);
  }
  QStringList shown;
  for (int i = 0; i < robots_->count(); ++i) {
    shown += robots_->itemData(i).toString();
  }
  if (names != shown) {
    robots_->clear();
    for (const QString & name : names) {
      robots_->addItem(name.isEmpty() ? QString("All robots") : name, name);
    }
  }
  robots_->setCurrentIndex(static_cast<int>(names.indexOf(robotFilter())));
}

void HelpDeskWidget::selectRow()
{
  const int row = table_->rowOf(inbox_.selected_id());
  if (row < 0) {
    view_->selectionModel()->clear();
  } else if (view_->currentIndex().row() != row || !view_->selectionModel()->isRowSelected(row, QModelIndex())) {
    view_->selectRow(row);
  }
}

void HelpDeskWidget::resizeEvent(QResizeEvent * event)
{
  const Qt::Orientation orientation = event->size().width() >= kWide ? Qt::Horizontal : Qt::Vertical;
  if (!event->oldSize().isValid() || orientation != splitter_->orientation()) {
    splitter_->setOrientation(orientation);
    const int room = orientation == Qt::Horizontal ? event->size().width() : event->size().height();
    const int list = room * (orientation == Qt::Horizontal ? 45 : 25) / 100;
    splitter_->setSizes({list, room - list});
  }
  QWidget::resizeEvent(event);
}

void HelpDeskWidget::setKeys(const QString & folder, const QString & why_not)
{
  sign_in_->setFolder(folder, why_not);
  if (inbox_.signer() != nullptr) {
    return;
  }
  // Whoever has no key can still know whose word the queue is. A roster that was read once stays: nobody looks unproved after that.
  if (const auto roster = roster_in(folder.toStdString())) {
    act([&](LocalTime) {inbox_.look_by(roster);});
  }
  if (!sign_in_->isOpen()) {
    sign_in_->signInLocally();
  }
}

void HelpDeskWidget::signIn(const std::shared_ptr<const Signet> & signer)
{
  act([&](LocalTime) {inbox_.sign_in(signer);});
  sign_in_->show(signer);
  operator_->setText(signer == nullptr ? "Sign in…" : text(signer->name()).replace('&', "&&"));
}

QString HelpDeskWidget::robotFilter() const
{
  return text(inbox_.filter());
}

void HelpDeskWidget::setRobotFilter(const QString & robot)
{
  act([&](LocalTime) {inbox_.set_filter(robot.toStdString());});
}

bool HelpDeskWidget::muted() const
{
  return !sound_->isChecked();
}

void HelpDeskWidget::setMuted(bool muted)
{
  sound_->setChecked(!muted);
}

}  // namespace surefleet::help
