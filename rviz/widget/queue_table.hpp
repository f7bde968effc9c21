#ifndef SUREFLEET_HELP__QUEUE_TABLE_HPP_
#define SUREFLEET_HELP__QUEUE_TABLE_HPP_

#include <QAbstractTableModel>
#include <QPalette>

#include <string>
#include <vector>

#include "model/display.hpp"

namespace surefleet::help
{

/// The inbox as a table, two lines of words a row. Rows come, go and move one by one, so that views keep their place.
class QueueTable : public QAbstractTableModel
{
  Q_OBJECT

public:
  enum Column { Priority, Robot, Question, Deadline, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;

  void show(const std::vector<Line> & lines);
  void setPalette(const QPalette & palette) {palette_ = palette;}

  /// -1: not in the table.
  int rowOf(const std::string & id) const;
  /// Empty: no such row.
  std::string idAt(int row) const;

  int rowCount(const QModelIndex & parent = {}) const override;
  int columnCount(const QModelIndex & parent = {}) const override;
  QVariant data(const QModelIndex & index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  std::vector<Line> lines_;
  QPalette palette_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__QUEUE_TABLE_HPP_
