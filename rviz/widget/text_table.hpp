#ifndef SUREFLEET_HELP__TEXT_TABLE_HPP_
#define SUREFLEET_HELP__TEXT_TABLE_HPP_

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

#include "widget/tone.hpp"

namespace surefleet::help
{

/// Rows of words under fixed headings: the history, the robots and the messages.
class TextTable : public QAbstractTableModel
{
  Q_OBJECT

public:
  struct Row
  {
    QStringList cells;
    Tone tone = Tone::Normal;

    bool operator==(const Row & other) const {return cells == other.cells && tone == other.tone;}
  };

  explicit TextTable(QStringList headings, QObject * parent = nullptr);

  void show(std::vector<Row> rows);
  void setPalette(const QPalette & palette) {palette_ = palette;}

  int rowCount(const QModelIndex & parent = {}) const override;
  int columnCount(const QModelIndex & parent = {}) const override;
  QVariant data(const QModelIndex & index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  QStringList headings_;
  std::vector<Row> rows_;
  QPalette palette_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__TEXT_TABLE_HPP_
