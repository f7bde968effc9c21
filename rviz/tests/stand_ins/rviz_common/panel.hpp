// Stand-in for rviz_common.
#ifndef RVIZ_COMMON__PANEL_HPP_
#define RVIZ_COMMON__PANEL_HPP_

#include <QString>
#include <QWidget>

#include "rviz_common/config.hpp"
#include "rviz_common/display_context.hpp"

namespace rviz_common
{

class Panel : public QWidget
{
  Q_OBJECT

public:
  explicit Panel(QWidget * parent = nullptr)
  : QWidget(parent) {}

  void initialize(DisplayContext * context)
  {
    context_ = context;
    onInitialize();
  }
  virtual void onInitialize() {}
  virtual void load(const Config &) {}
  virtual void save(Config) const {}

Q_SIGNALS:
  void configChanged();

protected:
  DisplayContext * getDisplayContext() const {return context_;}

private:
  DisplayContext * context_ = nullptr;
};

}  // namespace rviz_common

#endif  // RVIZ_COMMON__PANEL_HPP_
