#include "widget/help_desk_widget.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTabBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

#include "widget/banner.hpp"
#include "widget/detail_pane.hpp"
#include "widget/elided_label.hpp"
#include "widget/focus_ring.hpp"
#include "widget/queue_table.hpp"
#include "widget/records_pane.hpp"
#include "widget/sign_in_pane.hpp"

namespace surefleet::help
{

namespace
{

// Four times a second, so that no countdown visibly skips.
constexpr int kTickMs = 250;

}  // namespace

HelpDeskWidget::HelpDeskWidget(Clock clock, QWidget * parent)
: QWidget(parent),
  clock_(std::move(clock)),
  sign_in_(new SignInPane(this)),
  stale_(new Banner(Tone::Danger, this)),
  doubt_(new Banner(Tone::Danger, this)),
  tabs_(new QTabWidget(this)),
  history_(new RecordsPane(historyHeadings(), {17, 18, 30, 30, 14})),
  statistics_(new RecordsPane(robotHeadings(), {20, 30, 30, 20, 20})),
  log_(new RecordsPane(messageHeadings(), {20, 80})),
  message_(new ElidedLabel(this)),
  ring_(new FocusRing(this))
{
  qRegisterMetaType<Command>();
  stale_->setObjectName("stale");
  doubt_->setObjectName("doubt");
  message_->setObjectName("message");
  tabs_->addTab(makeInbox(), "Inbox");
  tabs_->addTab(history_, "History");
  tabs_->addTab(statistics_, "Robots");
  tabs_->addTab(log_, "Messages");
  tabs_->tabBar()->setFocusPolicy(Qt::TabFocus);
  tabs_->setDocumentMode(true);

  auto * column = new QVBoxLayout(this);
  column->setContentsMargins(6, 6, 6, 4);
  column->setSpacing(5);
  column->addWidget(makeSettings());
  column->addWidget(sign_in_);
  column->addWidget(stale_);
  column->addWidget(doubt_);
  column->addWidget(tabs_, 1);
  column->addWidget(message_);

  for (RecordsPane * pane : {history_, statistics_}) {
    pane->offerRefresh();
    connect(pane, &RecordsPane::refreshAsked, this, [this] {act([this](LocalTime now) {inbox_.show_history(now);});});
  }
  connect(
    tabs_, &QTabWidget::currentChanged, this, [this](int tab) {
      if (tabs_->widget(tab) == history_ || tabs_->widget(tab) == statistics_) {
        act([this](LocalTime now) {inbox_.show_history(now);});
      }
    });
  connect(message_, &ElidedLabel::clicked, this, [this] {tabs_->setCurrentWidget(log_);});
  connectDetail();
  setFocusProxy(view_);
  connect(sign_in_, &SignInPane::signedIn, this, &HelpDeskWidget::signIn);
  connect(sign_in_, &SignInPane::closed, this, [this] {view_->setFocus();});

  auto * timer = new QTimer(this);
  connect(timer, &QTimer::timeout, this, &HelpDeskWidget::tick);
  timer->start(kTickMs);
}

QWidget * HelpDeskWidget::makeSettings()
{
  auto * settings = new QWidget(this);
  auto * row = new QHBoxLayout(settings);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(5);
  operator_ = new QPushButton("Sign in…", settings);
  operator_->setObjectName("operator");
  operator_->setToolTip("Who claims and answers; somebody else signs in here");
  operator_->setFocusPolicy(Qt::TabFocus);
  operator_->setAutoDefault(false);
  operator_->setMinimumWidth(70);
  operator_->setMaximumWidth(220);
  robots_ = new QComboBox(settings);
  robots_->setObjectName("robots");
  // A long name must not widen the panel.
  robots_->setMinimumContentsLength(8);
  robots_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  robots_->setMaximumWidth(180);
  robots_->addItem("All robots", QString());
  sound_ = new QCheckBox("Sound", settings);
  sound_->setObjectName("sound");
  sound_->setChecked(true);
  sound_->setToolTip("Beep when a request arrives or is escalated");
  row->addWidget(operator_, 1);
  row->addWidget(robots_);
  row->addWidget(sound_);
  row->addStretch();
  connect(operator_, &QPushButton::clicked, this, [this] {sign_in_->isOpen() ? sign_in_->close() : sign_in_->open();});
  connect(
    robots_, QOverload<int>::of(&QComboBox::activated), this, [this](int index) {
      setRobotFilter(robots_->itemData(index).toString());
      Q_EMIT settingsChanged();
    });
  connect(sound_, &QCheckBox::clicked, this, &HelpDeskWidget::settingsChanged);
  return settings;
}

QWidget * HelpDeskWidget::makeInbox()
{
  splitter_ = new QSplitter(Qt::Vertical);
  splitter_->setChildrenCollapsible(false);
  view_ = new QTableView(splitter_);
  view_->setObjectName("queue");
  table_ = new QueueTable(view_);
  view_->setModel(table_);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setShowGrid(false);
  view_->setWordWrap(true);
  view_->setAlternatingRowColors(true);
  view_->setMinimumHeight(view_->fontMetrics().height() * 5);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() * 2 + 8);
  QHeaderView * header = view_->horizontalHeader();
  header->setHighlightSections(false);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(QueueTable::Question, QHeaderView::Stretch);
  // Names of any length must not crowd out the question.
  const int letter = view_->fontMetrics().averageCharWidth();
  for (const auto & [column, letters] : {std::pair(QueueTable::Robot, 11), std::pair(QueueTable::Deadline, 17)}) {
    header->setSectionResizeMode(column, QHeaderView::Interactive);
    header->resizeSection(column, letter * letters);
  }
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view_->installEventFilter(this);
  // Not the current row: it changes by itself when rows go, and then nobody picked the new one.
  connect(
    view_, &QTableView::pressed, this, [this](const QModelIndex & index) {
      act([this, &index](LocalTime now) {inbox_.select(table_->idAt(index.row()), now);});
    });
  detail_ = new DetailPane(splitter_);
  splitter_->addWidget(view_);
  splitter_->addWidget(detail_);
  return splitter_;
}

void HelpDeskWidget::connectDetail()
{
  using Deed = void (Inbox::*)(LocalTime);
  const auto wire = [this](void (DetailPane::* signal)(), Deed deed) {
      connect(detail_, signal, this, [this, deed] {act([this, deed](LocalTime now) {(inbox_.*deed)(now);});});
    };
  connect(detail_, &DetailPane::answerAsked, this, &HelpDeskWidget::answer);
  connect(detail_, &DetailPane::viewMoved, this, &HelpDeskWidget::showDetail);
  wire(&DetailPane::freeTextAsked, &Inbox::open_free_text);
  wire(&DetailPane::missionAsked, &Inbox::open_mission);
  wire(&DetailPane::forMissionAsked, &Inbox::toggle_for_mission);
  wire(&DetailPane::claimAsked, &Inbox::claim);
  wire(&DetailPane::releaseAsked, &Inbox::release);
  wire(&DetailPane::takeOverAsked, &Inbox::ask_take_over);
  wire(&DetailPane::haltAsked, &Inbox::ask_halt);
  wire(&DetailPane::confirmed, &Inbox::confirm);
  connect(detail_, &DetailPane::cancelled, this, [this] {act([this](LocalTime) {inbox_.cancel();});});
  connect(
    detail_, &DetailPane::optionMarked, this, [this](std::size_t number) {
      act([this, number](LocalTime now) {inbox_.highlight(number, now);});
    });
  connect(
    detail_, &DetailPane::textGiven, this, [this](const QString & words) {
      act([this, &words](LocalTime now) {inbox_.give_text(words.toStdString(), now);});
    });
  connect(detail_, &DetailPane::keyboardFreed, this, [this] {view_->setFocus();});
}

}  // namespace surefleet::help
