#include "widget/queue_table.hpp"

#include <QFont>

#include <algorithm>

#include "widget/tone.hpp"

namespace surefleet::help
{

namespace
{

int find(const std::vector<Line> & lines, const std::string & id)
{
  const auto line = std::find_if(lines.begin(), lines.end(), [&id](const Line & each) {return each.id == id;});
  return line == lines.end() ? -1 : static_cast<int>(line - lines.begin());
}

}  // namespace

void QueueTable::show(const std::vector<Line> & lines)
{
  for (int row = static_cast<int>(lines_.size()) - 1; row >= 0; --row) {
    if (find(lines, lines_[static_cast<std::size_t>(row)].id) < 0) {
      beginRemoveRows({}, row, row);
      lines_.erase(lines_.begin() + row);
      endRemoveRows();
    }
  }
  for (int row = 0; row < static_cast<int>(lines.size()); ++row) {
    const Line & line = lines[static_cast<std::size_t>(row)];
    const int from = find(lines_, line.id);
    if (from < 0) {
      beginInsertRows({}, row, row);
      lines_.insert(lines_.begin() + row, line);
      endInsertRows();
    } else if (from != row) {
      // All rows before this one are in place already, so it can only come from below.
      beginMoveRows({}, from, from, {}, row);
      std::rotate(lines_.begin() + row, lines_.begin() + from, lines_.begin() + from + 1);
      endMoveRows();
    }
  }
  lines_ = lines;
  if (!lines_.empty()) {
    Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(lines_.size()) - 1, ColumnCount - 1));
  }
}

int QueueTable::rowOf(const std::string & id) const
{
  return find(lines_, id);
}

std::string QueueTable::idAt(int row) const
{
  return row >= 0 && row < static_cast<int>(lines_.size()) ? lines_[static_cast<std::size_t>(row)].id : std::string();
}

int QueueTable::rowCount(const QModelIndex & parent) const
{
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int QueueTable::columnCount(const QModelIndex & parent) const
{
  return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant QueueTable::data(const QModelIndex & index, int role) const
{
  if (!index.isValid() || index.row() >= rowCount()) {
    return {};
  }
  const Line & line = lines_[static_cast<std::size_t>(index.row())];
  const bool pressing = index.column() == Deadline && line.urgency != Urgency::Calm;
  switch (role) {
    case Qt::DisplayRole:
      switch (index.column()) {
        case Priority: return (line.escalated ? QString("▲ ") : QString()) + QString::number(line.priority);
        case Robot: return text(line.robot) + QString("\nstep %1").arg(line.step);
        case Question: return text(line.essence).simplified();
        case Deadline: return text(line.countdown) + (line.claimed_by.empty() ? "" : "\nby " + text(line.claimed_by));
      }
      return {};
    case Qt::ToolTipRole:
      switch (index.column()) {
        case Priority: return line.escalated ? QVariant("Escalated: nobody claimed it in time") : QVariant("Priority");
        case Question: return tip(line.question);
        case Robot: return tip(line.robot);
        case Deadline: return tip(line.countdown + (line.claimed_by.empty() ? "" : "\nclaimed by " + line.claimed_by));
        default: return {};
      }
    case Qt::ForegroundRole:
      if (pressing) {
        return ink(palette_, tone(line.urgency));
      }
      return index.column() == Priority && line.escalated ? QVariant(ink(palette_, Tone::Danger)) : QVariant();
    case Qt::FontRole:
      if (line.mine || (pressing && line.urgency != Urgency::Soon)) {
        QFont font;
        font.setBold(true);
        return font;
      }
      return {};
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (index.column() == Priority ? Qt::AlignRight : Qt::AlignLeft));
  }
  return {};
}

QVariant QueueTable::headerData(int section, Qt::Orientation orientation, int role) const
{
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
    return {};
  }
  if (role == Qt::DisplayRole) {
    static const char * const names[] = {"Prio", "Robot", "Question", "Deadline, claim"};
    return QString(names[section]);
  }
  return role == Qt::TextAlignmentRole ? QVariant(static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter)) : QVariant();
}

}  // namespace surefleet::help
