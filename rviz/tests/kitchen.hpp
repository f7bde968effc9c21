// What the screenshots show: a queue, a picture and two palettes.
#ifndef SUREFLEET_HELP_TESTS__KITCHEN_HPP_
#define SUREFLEET_HELP_TESTS__KITCHEN_HPP_

#include <QBuffer>
#include <QImage>
#include <QLinearGradient>
#include <QPainter>
#include <QPalette>

#include <cstdint>
#include <vector>

#include "desk.hpp"

namespace surefleet::help::tests
{

inline std::vector<Summary> fiveLines()
{
  std::vector<Summary> lines{
    summary("a", "robot_1", seconds(42)), summary("b", "robot_2", seconds(8)), summary("c", "robot_3", seconds(25)),
    summary("d", "robot_1", seconds(-3)), summary("e", "robot_4", seconds(0))};
  lines[0].priority = 200;
  lines[1].escalated = true;
  lines[1].default_action = DefaultAction::Halt;
  lines[1].question = "The drawer does not open. What does robot_2 do?";
  lines[2].claim = {"Grace", kDeskStart + seconds(12)};
  lines[3].default_action = DefaultAction::Hold;
  lines[4].deadline.reset();
  lines[4].priority = 20;
  lines[4].question = "Is this the top drawer?";
  return lines;
}

inline std::vector<std::uint8_t> kitchen()
{
  QImage image(320, 200, QImage::Format_RGB32);
  QPainter painter(&image);
  QLinearGradient wall(0, 0, 0, 200);
  wall.setColorAt(0, QColor(0xd9cfc0));
  wall.setColorAt(1, QColor(0x8d7f6c));
  painter.fillRect(image.rect(), wall);
  painter.fillRect(20, 30, 80, 160, QColor(0xe8eef2));
  painter.fillRect(130, 120, 170, 70, QColor(0x6b4a2f));
  painter.setBrush(QColor(0xb3261e));
  painter.drawEllipse(170, 95, 26, 26);
  painter.drawEllipse(230, 95, 26, 26);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  image.save(&buffer, "PNG");
  return {bytes.begin(), bytes.end()};
}

inline QPalette palette(bool dark)
{
  QPalette palette(QColor(dark ? 0x3a3d41 : 0xefefef), QColor(dark ? 0x2b2d30 : 0xefefef));
  const auto set = [&palette](QPalette::ColorRole role, QRgb colour, QRgb disabled) {
      palette.setColor(role, QColor(colour));
      palette.setColor(QPalette::Disabled, role, QColor(disabled));
    };
  const QRgb window = dark ? 0x2b2d30 : 0xefefef, base = dark ? 0x1e1f22 : 0xffffff;
  const QRgb words = dark ? 0xe6e6e6 : 0x1c1c1c, faint = dark ? 0x8a8a8a : 0x8c8c8c;
  set(QPalette::Window, window, window);
  set(QPalette::Base, base, window);
  set(QPalette::AlternateBase, dark ? 0x26282b : 0xf6f6f6, window);
  set(QPalette::Button, dark ? 0x3a3d41 : 0xefefef, window);
  set(QPalette::ToolTipBase, base, base);
  set(QPalette::PlaceholderText, faint, faint);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
    set(role, words, faint);
  }
  set(QPalette::Highlight, dark ? 0x4a88c7 : 0x2f6fb3, dark ? 0x4a5560 : 0xb8c4d0);
  set(QPalette::HighlightedText, 0xffffff, 0xffffff);
  return palette;
}

}  // namespace surefleet::help::tests

#endif  // SUREFLEET_HELP_TESTS__KITCHEN_HPP_
