#include "message_bytes.hpp"

#include <vector>

namespace surefleet::help
{

namespace
{

Canonical & operator<<(Canonical & bytes, const builtin_interfaces::msg::Time & time)
{
  return bytes << time.sec << time.nanosec;
}

Canonical & operator<<(Canonical & bytes, const std_msgs::msg::Header & header)
{
  return bytes << header.stamp << header.frame_id;
}

Canonical & operator<<(Canonical & bytes, const sensor_msgs::msg::CompressedImage & picture)
{
  return bytes << picture.header << picture.format << picture.data;
}

Canonical & operator<<(Canonical & bytes, const geometry_msgs::msg::PoseStamped & pose)
{
  const auto & position = pose.pose.position;
  const auto & turn = pose.pose.orientation;
  return bytes << pose.header << position.x << position.y << position.z << turn.x << turn.y << turn.z << turn.w;
}

Canonical & operator<<(Canonical & bytes, const surefleet::msg::HelpOption & option)
{
  return bytes << option.id << option.text << option.decision << option.score << option.in_set << option.allowed <<
         option.reason << option.lasting;
}

Canonical & operator<<(Canonical & bytes, const surefleet::msg::HelpSummary & line)
{
  return bytes << line.id << line.robot << line.mission_id << line.step << line.kind << line.question << line.priority <<
         line.state << line.since << line.deadline << line.default_action << line.escalated << line.claimed_by << line.claimed_until <<
         line.ended << line.answer << line.operator_name;
}

Canonical & operator<<(Canonical & bytes, const surefleet::msg::HelpStatistics & robot)
{
  return bytes << robot.robot << robot.asked << robot.answered << robot.expired << robot.withdrawn << robot.mean_wait_s <<
         robot.longest_wait_s << robot.mean_work_s << robot.agreed << robot.decisions << robot.asked_since_start;
}

template<typename Message>
Canonical & all(Canonical & bytes, const std::vector<Message> & messages)
{
  bytes.length(messages.size());
  for (const Message & message : messages) {
    bytes << message;
  }
  return bytes;
}

Canonical & operator<<(Canonical & bytes, const surefleet::msg::HelpRequest & request)
{
  bytes << request.header << request.id << request.key << request.robot << request.mission_id << request.mission_text <<
    request.step << request.attempt << request.kind << request.question << request.world << request.team << request.prompt;
  return all(bytes, request.options) << request.threshold << request.picture << request.pose <<
         request.state << request.claimed_by << request.claimed_until << request.deadline << request.default_action <<
         request.priority << request.escalated;
}

}  // namespace

Canonical & operator<<(Canonical & bytes, const surefleet::msg::Seal & seal)
{
  return bytes << seal.signer << seal.stamp << seal.signature;
}

void write_unsealed(Canonical & bytes, const surefleet::msg::HelpQueue & queue)
{
  all(bytes << queue.header, queue.requests);
}

void write_unsealed(Canonical & bytes, const surefleet::srv::AnswerHelp::Request & request)
{
  bytes << request.request_id << request.mission_id << request.question_sha256 << request.kind << request.option <<
    request.for_mission << request.text;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::AnswerHelp::Response & response)
{
  bytes << response.accepted << response.reason;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::ClaimHelp::Request & request)
{
  bytes << request.request_id << request.mission_id << request.action;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::ClaimHelp::Response & response)
{
  bytes << response.accepted << response.claimed_by << response.claimed_until << response.reason;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::HelpHistory::Request & request)
{
  bytes << request.robot << request.limit;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::HelpHistory::Response & response)
{
  all(all(bytes, response.requests), response.robots);
}

void write_unsealed(Canonical & bytes, const surefleet::srv::ReadMission::Request & request)
{
  bytes << request.request_id << request.text;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::ReadMission::Response & response)
{
  bytes << response.read << response.words << response.dropped << response.reason;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::ShowHelp::Request & request)
{
  bytes << request.request_id;
}

void write_unsealed(Canonical & bytes, const surefleet::srv::ShowHelp::Response & response)
{
  bytes << response.found << response.request << response.reason;
}

}  // namespace surefleet::help
