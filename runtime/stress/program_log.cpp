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

/// Only what is known to leave no choice is let pass: of the modes, standard and synchronous, and ready, which needs
/// what one_order() asks of messages that are discarded.
std::optional<std::string> choice_in(const Request& request) {
  const bool receives = request.kind == Request::Kind::receive;
  if (receives && request.peer == kAnyNode) return "receives from any node";
  if (request.peer == request.owner) return "sends to itself";
  if (request.protocol == Protocol::bulk) return "sends in bulk to a port";
  if (request.takes) return "receives what a probe has found";
  if (request.mode == SendMode::buffered) return "sends from a buffer of its own";
  return std::nullopt;
}

std::string text_of_choice(Instruction::Kind kind) {
  switch (kind) {
    case Instruction::Kind::wait_any:
    case Instruction::Kind::wait_some:
      return "waits for any of several";
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
      return "uses active messages";
    default:
      return "makes a call that may end in more than one way";
  }
}

}  // namespace

// --- one node -------------------------------------------------------------------------------------------------------

void NodeLog::add_call(LoggedCall::Kind kind) { calls_.push_back({kind, requests_of_calls_.size(), 0}); }

/// Whether an open request uses some of the same bytes, and one of the two writes them.
bool NodeLog::is_shared(std::span<const std::byte> data, bool written) const {
  return std::ranges::any_of(open_, [&](const auto& entry) {
    const LoggedRequest& open = *entry.second;
    return (written || open.kind == Request::Kind::receive) && overlap(data, data_of(open));
  });
}

std::optional<std::string> NodeLog::post(const Request& request) {
  if (auto choice = choice_in(request)) return choice;
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
  return std::nullopt;
}

std::optional<std::string> NodeLog::wait(std::span<Request* const> requests) {
  const std::uint32_t place = size();
  add_call(LoggedCall::Kind::wait);
  calls_.back().count = requests.size();
  for (const Request* request : requests) {
    if (request->kind == Request::Kind::probe) return "probes for a message";
    const auto found = open_.find(request);
    if (found == open_.end()) return "waits for something twice";
    LoggedRequest& logged = *found->second;
    if (logged.kind == Request::Kind::send && digest_of(logged) != logged.digest) {
      return "changes the data of a send that is under way";
    }
    logged.waited = place;
    requests_of_calls_.push_back(&logged);
    open_.erase(found);
  }
  return std::nullopt;
}

std::optional<std::string> NodeLog::meet(const CollectiveCall& call) {
  if (is_shared(call.data, true)) return "uses a buffer in a collective that another open call uses";
  add_call(LoggedCall::Kind::meet);
  return std::nullopt;
}

// --- all of them ----------------------------------------------------------------------------------------------------

namespace {

/// Nothing if the instruction leaves no choice.
std::optional<std::string> log_instruction(NodeLog& log, const Instruction& instruction) {
  switch (instruction.kind) {
    case Instruction::Kind::post:
      return log.post(*instruction.request);
    case Instruction::Kind::wait_one:
      return log.wait(std::span(&instruction.request, 1));
    case Instruction::Kind::wait_all:
      return log.wait({instruction.requests, instruction.count});
    case Instruction::Kind::collective:
      return log.meet(*instruction.call);
    case Instruction::Kind::compute:
    case Instruction::Kind::compute_work:
    case Instruction::Kind::in_turn:  // a group compares calls, which are the same in all orders
    case Instruction::Kind::mark:
    case Instruction::Kind::finish:
      return std::nullopt;
    default:
      return text_of_choice(instruction.kind);
  }
}

CallSite site_of(const Instruction& instruction) noexcept {
  return instruction.kind == Instruction::Kind::post ? instruction.request->site : instruction.site;
}

}  // namespace

void ProgramLog::begin_run() {
  if (++runs_ > 1) choice_ = "there is more than one run";
}

void ProgramLog::add(NodeId node, const Instruction& instruction) {
  if (choice_) return;
  if (const auto choice = log_instruction(nodes_[index(node)], instruction)) {
    choice_ = fmt::format("node {} {} ({})", index(node), *choice, call_site_text(site_of(instruction)));
  }
}

std::optional<std::string> ProgramLog::choice() const {
  if (!choice_ && clock_read_) return "a program looks at its clock";
  return choice_;
}

}  // namespace switchyard
