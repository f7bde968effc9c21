#ifndef SUREFLEET_HELP__RECORDS_PANE_HPP_
#define SUREFLEET_HELP__RECORDS_PANE_HPP_

#include <QWidget>

#include <vector>

#include "widget/text_table.hpp"

class QPushButton;
class QTableView;

namespace surefleet::help
{

/// A table to read, with a button that asks for it anew where there is something to ask for.
class RecordsPane : public QWidget
{
  Q_OBJECT

public:
  /// Each column has its share of the width, so that none is beside the pane; words wrap.
  RecordsPane(QStringList headings, std::vector<int> shares, QWidget * parent = nullptr);

  void show(std::vector<TextTable::Row> rows);
  void offerRefresh();
  TextTable * table() const {return table_;}

Q_SIGNALS:
  void refreshAsked();

protected:
  void resizeEvent(QResizeEvent * event) override;
  void showEvent(QShowEvent * event) override;

private:
  void shareOut();

  std::vector<int> shares_;
  TextTable * table_;
  QTableView * view_;
  QPushButton * refresh_;
};

std::vector<TextTable::Row> historyRows(const History & history);
std::vector<TextTable::Row> robotRows(const History & history);
/// The latest first.
std::vector<TextTable::Row> messageRows(const std::vector<Message> & messages);

QStringList historyHeadings();
QStringList robotHeadings();
QStringList messageHeadings();

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__RECORDS_PANE_HPP_
