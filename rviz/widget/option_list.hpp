#ifndef SUREFLEET_HELP__OPTION_LIST_HPP_
#define SUREFLEET_HELP__OPTION_LIST_HPP_

#include <QWidget>

#include <cstdint>
#include <set>
#include <vector>

#include "model/display.hpp"

class QLabel;
class QVBoxLayout;

namespace surefleet::help
{

class OptionButton;

/// All options, one below the other, equal in size and place, with a legend of the bars.
class OptionList : public QWidget
{
  Q_OBJECT

public:
  explicit OptionList(QWidget * parent = nullptr);

  void show(const Detail & detail);

  /// The options whose words are wholly in view.
  std::set<std::uint16_t> inView() const;
  /// Null: none is marked.
  const OptionButton * markedButton() const;

Q_SIGNALS:
  /// An option was marked, by its number from 1.
  void marked(std::size_t number);

private:
  QVBoxLayout * column_;
  QLabel * legend_;
  std::vector<OptionButton *> buttons_;
};

}  // namespace surefleet::help

#endif  // SUREFLEET_HELP__OPTION_LIST_HPP_
