#pragma once
/// \file undisturbed_order.hpp
/// An arbiter for an undisturbed run in which some choices of the programs, such as the source of
/// a receive from any node, are prescribed in advance.

#include <algorithm>
#include <optional>

#include "runtime/stress/choices.hpp"
#include "runtime/stress/program_log.hpp"

namespace switchyard {

/// An arbiter that executes pending events in the order of an undisturbed run, and logs the programs' calls. A choice
/// of a program that is listed in `settled` gets the result listed there. Any other choice gets the result that the
/// undisturbed order brings, except that a call which may end with several requests at once ends with only one of them.
/// `log` and `settled` must outlive the arbiter.
class DefaultEventOrderArbiter final : public Arbiter {
 public:
  DefaultEventOrderArbiter(ProgramLog& log, const Choices& settled) : program_log_(log), prescribed_choices_(settled) {}

  /// Makes the test or probe `first` find nothing, and also the later tests or probes of the same source line, up to a
  /// fixed number of them.
  void withhold_results_from(const ChoiceName& first) { withheld_poll_ = first; }
  /// Returns whether the program seems to repeat a test or probe until it finds something: it has made the test or
  /// probe that withhold_results_from() makes find nothing more often than results are withheld.
  bool does_program_repeat_poll_until_success() const noexcept {
    return count_of_polls_forced_to_find_nothing_ > kMostWithheldResults;
  }

  void on_begin_of_run(const Fabric& /*fabric*/) override { program_log_.begin_run(); }
  std::size_t choose_next_event(std::span<const Event> /*pending*/) override { return 0; }
  void on_instruction(NodeId node, const Instruction& instruction) override {
    program_log_.add_instruction(node, instruction);
  }
  void on_wait_any_ended(NodeId node, std::uint32_t which) override { program_log_.log_chosen_request(node, which); }
  void on_request_complete(const Request& request) override { program_log_.log_completion(request); }
  std::optional<NodeId> prescribed_source(const Request& receive) override {
    const auto taken = prescribed_result_of_choice(receive.owner);
    return taken ? std::optional(NodeId{*taken}) : std::nullopt;
  }
  std::optional<std::uint32_t> index_of_request_to_await(NodeId node) override {
    const auto taken = prescribed_result_of_choice(node);
    if (taken) program_log_.log_chosen_request(node, *taken);
    return taken;
  }
  void on_clock_read() noexcept override { program_log_.note_clock_read(); }
  bool decides_test_and_probe_results() const noexcept override { return program_log_.logs_all_choices(); }
  /// Returns true if the log records all choices. A prescribed choice may make the message of a ready send wait for a
  /// receive, because another message has got the receive that would have matched. Vector clocks tell afterwards
  /// whether the message can come too early (early_ready_message.hpp).
  bool lets_ready_messages_be_early() const noexcept override { return program_log_.logs_all_choices(); }
  std::optional<std::uint32_t> prescribed_test_or_probe_result(NodeId node) override {
    const auto taken = prescribed_result_of_choice(node);
    const LoggedChoice* const choice = program_log_[node].last_choice();
    const bool is_wait = choice != nullptr && choice->kind == LoggedChoice::Kind::wait;
    return taken && is_wait ? std::optional(*taken + 1) : taken;  // a choice of kind `wait` is here a test that is
                                                                  // repeated until it finds something, and the result 0
                                                                  // of a test means nothing
  }
  void on_result(NodeId node, std::uint32_t what) override { program_log_.log_call_result(node, what); }
  /// Returns whether the run cannot go on as its caller has prescribed: a node has come to a choice, such as which
  /// message a receive from any node gets, whose prescribed result cannot happen any more.
  bool is_run_pointless() override {
    for (std::uint32_t i = 0; !prescribed_choices_.empty() && i < program_log_.node_count(); ++i) {
      const auto waits_in_vain = [&](const LoggedChoice& choice) {
        return choice.has_no_result_yet() &&
               std::ranges::binary_search(prescribed_choices_, choice.name, {}, &Choices::value_type::first);
      };
      if (std::ranges::any_of(program_log_[NodeId{i}].choices(), waits_in_vain)) return true;
    }
    return false;
  }
  void on_probe_found(NodeId node, NodeId source) override { program_log_.log_found_message_source(node, source); }

 private:
  /// Returns the result that is prescribed for the choice that `node` makes in its last logged call, such as the source
  /// of a receive. Returns nothing if no result is prescribed.
  std::optional<std::uint32_t> prescribed_result_of_choice(NodeId node) {
    if (program_log_.has_logging_obstacle()) return std::nullopt;
    const LoggedChoice* const choice = program_log_[node].last_choice();
    if (choice == nullptr) return std::nullopt;
    const auto found = std::ranges::lower_bound(prescribed_choices_, choice->name, {}, &Choices::value_type::first);
    if (found == prescribed_choices_.end() || found->first != choice->name)
      return choice->finds_further_request || must_poll_be_forced_to_find_nothing(*choice)
                 ? std::optional<std::uint32_t>(0)
                 : std::nullopt;
    if (choice->can_choice_have_result(found->second)) return found->second;
    program_log_.note_impossible_choice(*choice);
    return std::nullopt;
  }

  bool must_poll_be_forced_to_find_nothing(const LoggedChoice& choice) {
    if (!withheld_poll_ || choice.node != withheld_poll_->node || choice.name < *withheld_poll_ ||
        !choice.is_nonblocking_test_or_probe())
      return false;
    if (choice.name == *withheld_poll_) site_of_poll_forced_to_find_nothing_ = choice.site;
    return choice.site == site_of_poll_forced_to_find_nothing_ &&
           ++count_of_polls_forced_to_find_nothing_ <= kMostWithheldResults;
  }

  static constexpr std::uint32_t kMostWithheldResults = 200;

  ProgramLog& program_log_;
  const Choices& prescribed_choices_;
  std::optional<ChoiceName> withheld_poll_;
  CallSite site_of_poll_forced_to_find_nothing_;
  std::uint32_t count_of_polls_forced_to_find_nothing_ = 0;
};

}  // namespace switchyard
