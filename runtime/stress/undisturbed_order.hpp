#pragma once
/// \file undisturbed_order.hpp
/// An undisturbed run in which some choices are settled in advance.

#include <algorithm>

#include "runtime/stress/choices.hpp"
#include "runtime/stress/program_log.hpp"

namespace switchyard {

/// Takes the pending events as an undisturbed run does, and writes down what the programs ask for. Choices that are
/// settled are made so, and the others as it comes. `log` and `settled` must outlive it.
class UndisturbedOrder final : public Arbiter {
 public:
  UndisturbedOrder(ProgramLog& log, const Choices& settled) : log_(log), settled_(settled) {}

  void attach(const Fabric& /*fabric*/) override { log_.begin_run(); }
  std::size_t choose(std::span<const Event> /*pending*/) override { return 0; }
  void begins(NodeId node, const Instruction& instruction) override { log_.add(node, instruction); }
  void chose(NodeId node, std::uint32_t which) override { log_.add_chosen(node, which); }
  void completes(const Request& request) override { log_.complete(request); }
  std::optional<NodeId> source_of(const Request& receive) override {
    const auto taken = settled(receive.owner);
    return taken ? std::optional(NodeId{*taken}) : std::nullopt;
  }
  std::optional<std::uint32_t> awaited_by(NodeId node) override {
    const auto taken = settled(node);
    if (taken) log_.add_chosen(node, *taken);
    return taken;
  }
  void clock_read() noexcept override { log_.note_clock_read(); }

 private:
  /// Of the choice that the node has come to.
  std::optional<std::uint32_t> settled(NodeId node) const {
    if (log_.has_obstacle()) return std::nullopt;
    const ChoiceName name{node, log_[node].choices().back().number};
    const auto found = std::ranges::lower_bound(settled_, name, {}, &Choices::value_type::first);
    return found == settled_.end() || found->first != name ? std::nullopt : std::optional(found->second);
  }

  ProgramLog& log_;
  const Choices& settled_;
};

}  // namespace switchyard
