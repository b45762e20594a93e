#pragma once
/// \file verdict.hpp
/// The verdict on a program after a search of all orders of its events: whether the program is right, and if not, why.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/defect.hpp"
#include "runtime/error.hpp"
#include "runtime/stress/choice_name.hpp"
#include "runtime/stress/decisions.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// A match: a message, with the call that sent it and the call that received it. A collective is listed as one match,
/// in place of all its messages.
struct VerifiedMatch {
  NodeId from{}, to{};
  CallInvolvedInDefect sent = {}, received = {};
  bool is_from_any_source = false;  ///< whether the message was taken by a receive from any node

  /// Whether the message goes to a service (the part of a node that serves requests of other nodes, such as accesses to
  /// its window). If so, `received` is the call that has made the service.
  bool is_message_addressed_to_service = false;
  /// Name of the collective, such as "broadcast of group 1"; empty if the match is a message. `from` and `to` have no
  /// meaning for a collective.
  std::string collective = {};
  /// The nodes that are known to have entered the collective, in ascending order; empty if the match is a message. A
  /// node is missing here if it waits in vain for its first message of the collective.
  std::vector<NodeId> members = {};
  friend bool operator==(const VerifiedMatch&, const VerifiedMatch&) = default;
};

/// A call in which a node got stuck.
struct StuckCall {
  CallInvolvedInDefect stuck_call = {};
  std::string waits_for = {};  ///< what the call waits for, such as "message from 1, tag 0"

  /// Requests for which the stuck call waits, but which other calls have posted, such as "MPI_Irecv from 1, tag 1, 4 B
  /// (a.c:4)".
  std::vector<std::string> requests = {};
  std::vector<NodeId> awaited_nodes = {};  ///< the nodes for which the stuck call waits
  bool is_in_wait_cycle = false;
  friend bool operator==(const StuckCall&, const StuckCall&) = default;
};

/// The data from which one run of a verification can be repeated.
struct VerifyReplay {
  std::string setting = {};  ///< name of the setting in which the program ran (VerifySetting::name)
  Choices choices = {};
  /// The arbiter's decisions about which event came next. The list is empty if the run was found by prescribing the
  /// choices of the programs.
  std::vector<ArbiterDecision> arbiter_decisions = {};
  std::uint64_t seed = 1;
  friend bool operator==(const VerifyReplay&, const VerifyReplay&) = default;
};

/// The number of orders of events that were run in one setting (a way to run the program that the standard allows), and
/// whether these are all possible orders.
struct ExploredOrdersSummaryOfSetting {
  std::string name = {};
  std::uint64_t orders = 0;
  bool complete = false;
  std::string reason = {};  ///< why not all possible orders of events were run, or why they need not be run
  friend bool operator==(const ExploredOrdersSummaryOfSetting&, const ExploredOrdersSummaryOfSetting&) = default;
};

struct Verdict {
  enum class Kind : std::uint8_t { right, wrong, undecided };

  Kind kind = Kind::undecided;
  /// Class of the defect; empty if the program is not wrong, or only ends with an error of its own.
  std::optional<DefectClass> defect = {};
  std::string text = {};    ///< one line of text: the error in the program, or the reason why the program is undecided
  std::string report = {};  ///< full text about what is wrong, such as the graph of a deadlock

  /// The calls that take part in the defect; the first of them is reported as the place of the defect.
  std::vector<CallInvolvedInDefect> calls = {};
  std::vector<VerifiedMatch> matches = {};  ///< the last messages and collectives before the defect, in an order in
                                            ///< which they may have happened
  std::uint64_t match_count_omitted_from_report = 0;  ///< number of messages and collectives that lead to the defect
                                                      ///< and came before those in `matches`
  std::vector<StuckCall> stuck = {};
  std::vector<std::string> notes = {};  ///< remarks about facts that are no defects, such as harmless message races
  std::vector<ExploredOrdersSummaryOfSetting> settings = {};
  bool complete = false;  ///< whether all possible orders of events were run, in all settings

  /// Whether the verdict covers all orders of events only on the assumption that the program does not count how often a
  /// test or probe finds nothing.
  bool limits_polls = false;
  double seconds = 0;  ///< host time in seconds that the verification took
  ExitCode code = ExitCode::unfinished;
  std::optional<VerifyReplay> replay = {};

  std::uint64_t orders() const noexcept {
    std::uint64_t sum = 0;
    for (const ExploredOrdersSummaryOfSetting& each : settings) sum += each.orders;
    return sum;
  }
  /// Returns the nodes involved in the defect, in ascending order.
  std::vector<NodeId> ranks() const;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Returns the name of a kind of verdict, such as "right".
std::string_view name_of(Verdict::Kind kind) noexcept;

/// Returns a sentence that says how to repair a defect of this class.
std::string_view remedy_of(DefectClass kind) noexcept;
/// Returns a sentence that says how to repair the defect of a wrong program. The sentence depends on the class of the
/// defect and on the calls in which nodes are stuck. Needs: the verdict has a defect.
std::string_view remedy_of(const Verdict& verdict);

/// The functions verdict_json() and read_verdict() write a verdict as JSON and read it back. read_verdict() throws
/// std::exception for a text that verdict_json() has not made.
std::string verdict_json(const Verdict& verdict);
Verdict read_verdict(std::string_view json);

}  // namespace switchyard
