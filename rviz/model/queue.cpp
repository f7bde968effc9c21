#include "queue.hpp"

#include <algorithm>
#include <utility>

namespace surefleet::help
{

void Queue::arrive(DeskTime stamp, std::vector<Summary> lines, LocalTime now)
{
  lines_ = std::move(lines);
  stamp_ = stamp;
  heard_ = now;
  if (word_ && now - word_->heard < kSettling) {
    const ClaimWord word = *word_;
    claimed(word.id, word.claim, word.heard);
  }

  // Ids are never given twice, so what left the queue can be forgotten.
  std::set<std::string> known, escalated;
  for (const Summary & line : lines_) {
    known.insert(line.id);
    if (known_.count(line.id) == 0 && line.claim.holder.empty()) {
      ++news_.arrived;
    }
    if (line.escalated) {
      escalated.insert(line.id);
      if (known_.count(line.id) != 0 && known_escalated_.count(line.id) == 0) {
        ++news_.escalated;
      }
    }
  }
  known_ = std::move(known);
  known_escalated_ = std::move(escalated);
}

void Queue::claimed(const std::string & id, const Claim & claim, LocalTime now)
{
  word_ = ClaimWord{id, claim, now};
  const auto line = std::find_if(
    lines_.begin(), lines_.end(), [&id](const Summary & each) {return each.id == id;});
  if (line != lines_.end()) {
    line->claim = claim;
    line->state = claim.holder.empty() ? State::Open : State::Claimed;
  }
}

const Summary * Queue::find(const std::string & id) const
{
  const auto line = std::find_if(
    lines_.begin(), lines_.end(), [&id](const Summary & each) {return each.id == id;});
  return line == lines_.end() ? nullptr : &*line;
}

bool Queue::silent(LocalTime now) const
{
  return !heard_ || now - *heard_ >= kSilence;
}

DeskTime Queue::desk_time(LocalTime now) const
{
  return heard_ ? stamp_ + (now - *heard_) : stamp_;
}

std::set<std::string> Queue::robots() const
{
  std::set<std::string> robots;
  for (const Summary & line : lines_) {
    robots.insert(line.robot);
  }
  return robots;
}

News Queue::take_news()
{
  return std::exchange(news_, News{});
}

}  // namespace surefleet::help
