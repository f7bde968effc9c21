// The keyboard of the inbox. No single key does what cannot be undone.
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>

#include "widget/help_desk_widget.hpp"

namespace surefleet::help
{

namespace
{

/// Whether what is typed now is text.
bool typing()
{
  const QWidget * focused = QApplication::focusWidget();
  return qobject_cast<const QLineEdit *>(focused) != nullptr ||
         qobject_cast<const QPlainTextEdit *>(focused) != nullptr ||
         qobject_cast<const QComboBox *>(focused) != nullptr;
}

}  // namespace

bool HelpDeskWidget::event(QEvent * event)
{
  // RViz has shortcuts of its own for single letters: while the inbox has the keyboard, its keys come first.
  if (event->type() == QEvent::ShortcutOverride && takeKey(*static_cast<QKeyEvent *>(event), false)) {
    event->accept();
    return true;
  }
  return QWidget::event(event);
}

bool HelpDeskWidget::eventFilter(QObject * watched, QEvent * event)
{
  // The table would search for what is typed.
  if (event->type() == QEvent::KeyPress && takeKey(*static_cast<QKeyEvent *>(event), true)) {
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void HelpDeskWidget::keyPressEvent(QKeyEvent * event)
{
  if (!takeKey(*event, true)) {
    QWidget::keyPressEvent(event);
  }
}

bool HelpDeskWidget::takeKey(const QKeyEvent & event, bool perform)
{
  const bool plain = (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  if (!plain || typing() || tabs_->currentIndex() != 0) {
    return false;
  }
  using Deed = void (Inbox::*)(LocalTime);
  Deed deed = nullptr;
  bool repeats = false;
  switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_K: deed = &Inbox::select_previous; repeats = true; break;
    case Qt::Key_Down:
    case Qt::Key_J: deed = &Inbox::select_next; repeats = true; break;
    case Qt::Key_Return:
    case Qt::Key_Enter: break;
    case Qt::Key_C: deed = &Inbox::claim; break;
    case Qt::Key_R: deed = &Inbox::release; break;
    case Qt::Key_N: deed = &Inbox::open_free_text; break;
    case Qt::Key_M: deed = &Inbox::open_mission; break;
    case Qt::Key_W: deed = &Inbox::toggle_for_mission; break;
    case Qt::Key_H: deed = &Inbox::ask_halt; break;
    case Qt::Key_Y: deed = &Inbox::confirm; break;
    case Qt::Key_F5: deed = &Inbox::reload; break;
    case Qt::Key_Escape: break;
    // Taken and without effect: they would move the table's current row and not the selection.
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: break;
    default:
      if (event.key() < Qt::Key_1 || event.key() > Qt::Key_9) {
        return false;
      }
  }
  // A key held down is one press.
  if (!perform || (event.isAutoRepeat() && !repeats)) {
    return true;
  }
  if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
    answer();
    return true;
  }
  act(
    [this, deed, &event](LocalTime now) {
      if (deed != nullptr) {
        (inbox_.*deed)(now);
      } else if (event.key() == Qt::Key_Escape) {
        inbox_.cancel();
      } else if (event.key() >= Qt::Key_1 && event.key() <= Qt::Key_9) {
        inbox_.highlight(static_cast<std::size_t>(event.key() - Qt::Key_0), now);
      }
    });
  return true;
}

}  // namespace surefleet::help
