#include "widget/text_table.hpp"

#include <utility>

namespace surefleet::help
{

TextTable::TextTable(QStringList headings, QObject * parent)
: QAbstractTableModel(parent), headings_(std::move(headings))
{
}

void TextTable::show(std::vector<Row> rows)
{
  if (rows == rows_) {
    return;
  }
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

int TextTable::rowCount(const QModelIndex & parent) const
{
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TextTable::columnCount(const QModelIndex & parent) const
{
  return parent.isValid() ? 0 : static_cast<int>(headings_.size());
}

QVariant TextTable::data(const QModelIndex & index, int role) const
{
  if (!index.isValid() || index.row() >= rowCount()) {
    return {};
  }
  const Row & row = rows_[static_cast<std::size_t>(index.row())];
  const QString cell = row.cells.value(index.column());
  switch (role) {
    case Qt::DisplayRole: return breakable(cell.toStdString()).replace('\n', ' ');
    case Qt::ToolTipRole: return tip(cell.toStdString());
    case Qt::ForegroundRole: return row.tone == Tone::Normal ? QVariant() : QVariant(ink(palette_, row.tone));
  }
  return {};
}

QVariant TextTable::headerData(int section, Qt::Orientation orientation, int role) const
{
  if (orientation != Qt::Horizontal) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
  }
  return role == Qt::DisplayRole ? QVariant(headings_.value(section)) : QVariant();
}

}  // namespace surefleet::help
