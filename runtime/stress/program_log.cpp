#include "runtime/stress/program_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "runtime/call_text.hpp"

namespace switchyard {
namespace {

std::span<const std::byte> data_of(const Request& request) noexcept { return {request.data, request.bytes}; }

std::size_t digest_of(const Request& send) {
  return std::hash<std::string_view>{}({reinterpret_cast<const char*>(send.data), send.bytes});
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) noexcept {
  const std::less<const std::byte*> before;
  return !a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

/// Only what is known to leave nothing open is let pass: of the modes, standard and synchronous, and ready, which needs
/// what one_order() asks of messages that are discarded.
std::optional<std::string> obstacle_in(const Request& request) {
  if (request.peer == request.owner) return "sends to itself";
  if (request.protocol == Protocol::bulk) return "sends in bulk to a port";
  if (request.takes) return "receives what a probe has found";
  if (request.mode == SendMode::buffered) return "sends from a buffer of its own";
  return std::nullopt;
}

std::string text_of_obstacle(Instruction::Kind kind) {
  switch (kind) {
    case Instruction::Kind::wait_some:
      return "waits for some of several";
    case Instruction::Kind::test_any:
    case Instruction::Kind::test_all:
    case Instruction::Kind::look:
      return "tests whether something is done";
    case Instruction::Kind::probe:
      return "probes for a message";
    case Instruction::Kind::cancel:
      return "cancels a call";
    case Instruction::Kind::request:
    case Instruction::Kind::poll:
    case Instruction::Kind::poll_until:
    case Instruction::Kind::lock_refused:
      return "uses active messages";
    default:
      return "makes a call that may end in more than one way";
  }
}

}  // namespace

// --- one node -------------------------------------------------------------------------------------------------------

void NodeLog::add_call(LoggedCall::Kind kind) { calls_.push_back({kind, requests_of_calls_.size(), 0, nullptr}); }

/// Left open by the last call.
LoggedChoice& NodeLog::add_choice(NodeId node) {
  LoggedChoice& choice = choices_.emplace_back();
  choice.node = node;
  choice.number = static_cast<std::uint32_t>(choices_.size() - 1);
  choice.call = size() - 1;
  calls_.back().choice = &choice;
  return choice;
}

/// Whether an open request uses some of the same bytes, and one of the two writes them.
bool NodeLog::is_shared(std::span<const std::byte> data, bool written) const {
  return std::ranges::any_of(open_, [&](const auto& entry) {
    const LoggedRequest& open = *entry.second;
    return (written || open.kind == Request::Kind::receive) && overlap(data, data_of(open));
  });
}

std::optional<std::string> NodeLog::post(const Request& request) {
  if (auto obstacle = obstacle_in(request)) return obstacle;
  const bool receives = request.kind == Request::Kind::receive;
  if (is_shared(data_of(request), receives)) return "receives into a buffer that another open call uses";
  LoggedRequest& logged = requests_.emplace_back();
  static_cast<Request&>(logged) = request;
  logged.posted = size();
  if (!receives) logged.digest = digest_of(request);
  open_[&request] = &logged;
  add_call(LoggedCall::Kind::post);
  requests_of_calls_.push_back(&logged);
  calls_.back().count = 1;
  if (receives && request.peer == kAnyNode) {
    LoggedChoice& choice = add_choice(request.owner);
    choice.among.push_back(&logged);
    unmatched_[&request] = &choice;
  }
  return std::nullopt;
}

/// The last call ends a wait for this request, which is `logged`.
std::optional<std::string> NodeLog::end(const Request& request, LoggedRequest*& logged) {
  if (request.kind == Request::Kind::probe) return "probes for a message";
  const auto found = open_.find(&request);
  if (found == open_.end()) return "waits for something twice";
  logged = found->second;
  if (logged->kind == Request::Kind::send && digest_of(*logged) != logged->digest) {
    return "changes the data of a send that is under way";
  }
  logged->waited = size() - 1;
  requests_of_calls_.push_back(logged);
  ++calls_.back().count;
  open_.erase(found);
  return std::nullopt;
}

std::optional<std::string> NodeLog::wait(std::span<Request* const> requests) {
  add_call(LoggedCall::Kind::wait);
  LoggedRequest* logged = nullptr;
  for (const Request* request : requests) {
    if (auto obstacle = end(*request, logged)) return obstacle;
  }
  return std::nullopt;
}

std::optional<std::string> NodeLog::wait_any(NodeId node, std::span<Request* const> requests) {
  add_call(LoggedCall::Kind::wait);
  LoggedChoice& choice = add_choice(node);
  choice.is_wait = true;
  awaited_.assign(requests.begin(), requests.end());
  for (const Request* request : requests) {
    const auto found = open_.find(request);
    if (found == open_.end()) return "waits for something twice";
    choice.among.push_back(found->second);
  }
  return std::nullopt;
}

std::optional<std::string> NodeLog::end_wait_any(std::uint32_t which) {
  LoggedRequest* logged = nullptr;
  choices_.back().taken = which;
  return end(*awaited_[which], logged);
}

void NodeLog::complete(const Request& request) {
  const auto found = unmatched_.find(&request);
  if (found == unmatched_.end()) return;
  LoggedChoice& choice = *found->second;
  choice.taken = index(request.peer);
  choice.among.front()->peer = request.peer;
  unmatched_.erase(found);
}

std::optional<std::string> NodeLog::meet(const CollectiveCall& call) {
  if (is_shared(call.data, true)) return "uses a buffer in a collective that another open call uses";
  add_call(LoggedCall::Kind::meet);
  return std::nullopt;
}

// --- all of them ----------------------------------------------------------------------------------------------------

namespace {

/// Nothing if the instruction leaves no more open than the log's choices.
std::optional<std::string> log_instruction(NodeLog& log, NodeId node, const Instruction& instruction) {
  switch (instruction.kind) {
    case Instruction::Kind::post:
      return log.post(*instruction.request);
    case Instruction::Kind::wait_one:
      return log.wait(std::span(&instruction.request, 1));
    case Instruction::Kind::wait_all:
      return log.wait({instruction.requests, instruction.count});
    case Instruction::Kind::wait_any:
      return log.wait_any(node, {instruction.requests, instruction.count});
    case Instruction::Kind::collective:
      if (instruction.count > 0) return "is in a collective while another one goes on";
      return log.meet(*instruction.call);
    case Instruction::Kind::compute:
    case Instruction::Kind::compute_work:
    case Instruction::Kind::in_turn:  // a group compares calls, which are the same in all orders
    case Instruction::Kind::mark:
    case Instruction::Kind::finish:
      return std::nullopt;
    default:
      return text_of_obstacle(instruction.kind);
  }
}

CallSite site_of(const Instruction& instruction) noexcept {
  return instruction.kind == Instruction::Kind::post ? instruction.request->site : instruction.site;
}

}  // namespace

void ProgramLog::begin_run() {
  if (++runs_ > 1) obstacle_ = "there is more than one run";
}

void ProgramLog::note(NodeId node, const std::optional<std::string>& obstacle, CallSite site) {
  if (obstacle) obstacle_ = fmt::format("node {} {} ({})", index(node), *obstacle, call_site_text(site));
}

void ProgramLog::add(NodeId node, const Instruction& instruction) {
  if (obstacle_) return;
  note(node, log_instruction(nodes_[index(node)], node, instruction), site_of(instruction));
}

void ProgramLog::add_chosen(NodeId node, std::uint32_t which) {
  if (obstacle_) return;
  NodeLog& log = nodes_[index(node)];
  const CallSite site = log.choices().back().among[which]->site;
  note(node, log.end_wait_any(which), site);
}

void ProgramLog::complete(const Request& request) {
  if (!obstacle_) nodes_[index(request.owner)].complete(request);
}

std::optional<std::string> ProgramLog::obstacle() const {
  if (!obstacle_ && clock_read_) return "a program looks at its clock";
  const auto open = std::ranges::find_if(nodes_, &NodeLog::has_open_choice);
  if (!obstacle_ && open != nodes_.end()) {
    return fmt::format("node {} ends without the message of a receive from any node", open - nodes_.begin());
  }
  return obstacle_;
}

bool ProgramLog::has_choices() const noexcept {
  return std::ranges::any_of(nodes_, [](const NodeLog& log) { return !log.choices().empty(); });
}

}  // namespace switchyard
