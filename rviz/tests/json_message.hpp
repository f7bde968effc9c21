// Messages of the help desk from JSON, as docs/seal-vector.json has them.
#ifndef SUREFLEET_HELP_TESTS__JSON_MESSAGE_HPP_
#define SUREFLEET_HELP_TESTS__JSON_MESSAGE_HPP_

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "panel/message_bytes.hpp"

namespace surefleet::help::tests
{

/// Fills messages, all fields but the seal.
struct JsonMessage
{
  template<typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  static void read(const QJsonValue & json, Number & number)
  {
    number = std::is_same_v<Number, bool> ? static_cast<Number>(json.toBool()) : static_cast<Number>(json.toDouble());
  }

  static void read(const QJsonValue & json, std::string & text) {text = json.toString().toStdString();}

  template<typename Element>
  static void read(const QJsonValue & json, std::vector<Element> & elements)
  {
    elements.resize(static_cast<std::size_t>(json.toArray().size()));
    readEach(json, elements);
  }

  template<typename Element, std::size_t size>
  static void read(const QJsonValue & json, std::array<Element, size> & elements) {readEach(json, elements);}

  static void read(const QJsonValue & json, builtin_interfaces::msg::Time & to)
  {
    fields(json, "sec", to.sec, "nanosec", to.nanosec);
  }

  static void read(const QJsonValue & json, std_msgs::msg::Header & to)
  {
    fields(json, "stamp", to.stamp, "frame_id", to.frame_id);
  }

  static void read(const QJsonValue & json, sensor_msgs::msg::CompressedImage & to)
  {
    fields(json, "header", to.header, "format", to.format, "data", to.data);
  }

  static void read(const QJsonValue & json, geometry_msgs::msg::PoseStamped & to)
  {
    auto & position = to.pose.position;
    auto & turn = to.pose.orientation;
    fields(json, "header", to.header);
    fields(json["pose"]["position"], "x", position.x, "y", position.y, "z", position.z);
    fields(json["pose"]["orientation"], "x", turn.x, "y", turn.y, "z", turn.z, "w", turn.w);
  }

  static void read(const QJsonValue & json, surefleet::msg::HelpOption & to)
  {
    fields(
      json, "id", to.id, "text", to.text, "decision", to.decision, "score", to.score, "in_set", to.in_set, "allowed", to.allowed,
      "reason", to.reason, "lasting", to.lasting);
  }

  static void read(const QJsonValue & json, surefleet::msg::HelpSummary & to)
  {
    fields(
      json, "id", to.id, "robot", to.robot, "mission_id", to.mission_id, "step", to.step, "kind", to.kind, "question", to.question,
      "priority", to.priority, "state", to.state, "since", to.since, "deadline", to.deadline, "default_action", to.default_action,
      "escalated", to.escalated, "claimed_by", to.claimed_by, "claimed_until", to.claimed_until, "ended", to.ended, "answer",
      to.answer, "operator_name", to.operator_name);
  }

  static void read(const QJsonValue & json, surefleet::msg::HelpStatistics & to)
  {
    fields(
      json, "robot", to.robot, "asked", to.asked, "answered", to.answered, "expired", to.expired, "withdrawn", to.withdrawn,
      "mean_wait_s", to.mean_wait_s, "longest_wait_s", to.longest_wait_s, "mean_work_s", to.mean_work_s, "agreed", to.agreed,
      "decisions", to.decisions, "asked_since_start", to.asked_since_start);
  }

  static void read(const QJsonValue & json, surefleet::msg::HelpRequest & to)
  {
    fields(
      json, "header", to.header, "id", to.id, "key", to.key, "robot", to.robot, "mission_id", to.mission_id, "mission_text",
      to.mission_text, "step", to.step, "attempt", to.attempt, "kind", to.kind, "question", to.question, "world", to.world,
      "team", to.team, "prompt", to.prompt, "options", to.options, "threshold", to.threshold, "picture", to.picture,
      "pose", to.pose, "state", to.state, "claimed_by", to.claimed_by, "claimed_until", to.claimed_until);
    fields(
      json, "deadline", to.deadline, "default_action", to.default_action, "priority", to.priority, "escalated",
      to.escalated);
  }

  static void read(const QJsonValue & json, surefleet::msg::HelpQueue & to)
  {
    fields(json, "header", to.header, "requests", to.requests);
  }

  static void read(const QJsonValue & json, surefleet::srv::AnswerHelp::Request & to)
  {
    fields(
      json, "request_id", to.request_id, "mission_id", to.mission_id, "question_sha256", to.question_sha256, "kind", to.kind,
      "option", to.option, "for_mission", to.for_mission, "text", to.text);
  }

  static void read(const QJsonValue & json, surefleet::srv::AnswerHelp::Response & to)
  {
    fields(json, "accepted", to.accepted, "reason", to.reason);
  }

  static void read(const QJsonValue & json, surefleet::srv::ClaimHelp::Request & to)
  {
    fields(json, "request_id", to.request_id, "mission_id", to.mission_id, "action", to.action);
  }

  static void read(const QJsonValue & json, surefleet::srv::ClaimHelp::Response & to)
  {
    fields(
      json, "accepted", to.accepted, "claimed_by", to.claimed_by, "claimed_until", to.claimed_until, "reason", to.reason);
  }

  static void read(const QJsonValue & json, surefleet::srv::HelpHistory::Request & to)
  {
    fields(json, "robot", to.robot, "limit", to.limit);
  }

  static void read(const QJsonValue & json, surefleet::srv::HelpHistory::Response & to)
  {
    fields(json, "requests", to.requests, "robots", to.robots);
  }

  static void read(const QJsonValue & json, surefleet::srv::ReadMission::Request & to)
  {
    fields(json, "request_id", to.request_id, "text", to.text);
  }

  static void read(const QJsonValue & json, surefleet::srv::ReadMission::Response & to)
  {
    fields(json, "read", to.read, "words", to.words, "dropped", to.dropped, "reason", to.reason);
  }

  static void read(const QJsonValue & json, surefleet::srv::ShowHelp::Request & to)
  {
    fields(json, "request_id", to.request_id);
  }

  static void read(const QJsonValue & json, surefleet::srv::ShowHelp::Response & to)
  {
    fields(json, "found", to.found, "request", to.request, "reason", to.reason);
  }

private:
  template<typename Elements>
  static void readEach(const QJsonValue & json, Elements & elements)
  {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      read(json[static_cast<int>(i)], elements[i]);
    }
  }

  /// Names and the fields that they stand for.
  template<typename Field, typename ... More>
  static void fields(const QJsonValue & json, const char * name, Field & field, More && ... more)
  {
    read(json[QLatin1String(name)], field);
    if constexpr (sizeof...(more) > 0) {
      fields(json, std::forward<More>(more)...);
    }
  }
};

}  // namespace surefleet::help::tests

#endif  // SUREFLEET_HELP_TESTS__JSON_MESSAGE_HPP_
