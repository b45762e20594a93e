#pragma once
/// \file verdict.hpp
/// What all orders of a program's events have shown of it.

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

/// A message and the call that has received it; of a collective, all of whose messages stand as one: no message.
struct VerifiedMatch {
  NodeId from{}, to{};
  DefectCall sent = {}, received = {};
  bool is_from_any = false;     ///< the receive takes a message of any node
  std::string collective = {};  ///< "broadcast of group 1"; `from` and `to` then say nothing
  friend bool operator==(const VerifiedMatch&, const VerifiedMatch&) = default;
};

/// A call in which a node has got stuck.
struct StuckCall {
  DefectCall call = {};
  std::string waits_for = {};        ///< "message from 1, tag 0"
  std::vector<NodeId> holders = {};  ///< the nodes that it waits for
  bool in_cycle = false;
  friend bool operator==(const StuckCall&, const StuckCall&) = default;
};

/// How to have one run again.
struct VerifyReplay {
  std::string setting = {};  ///< VerifySetting::name
  Choices choices = {};
  /// Where the order of events was chosen, and not what programs choose: which event came next.
  std::vector<Decision> decisions = {};
  std::uint64_t seed = 1;
  friend bool operator==(const VerifyReplay&, const VerifyReplay&) = default;
};

/// What was run in one setting.
struct SettingOrders {
  std::string name = {};
  std::uint64_t orders = 0;
  bool complete = false;
  std::string reason = {};  ///< why they are not complete
  friend bool operator==(const SettingOrders&, const SettingOrders&) = default;
};

struct Verdict {
  enum class Kind : std::uint8_t { right, wrong, undecided };

  Kind kind = Kind::undecided;
  std::optional<DefectClass> defect = {};   ///< none where a wrong program only ends with an error of its own
  std::string text = {};                    ///< what is wrong, or why it is not decided, in one line
  std::string report = {};                  ///< the same in full, such as the graph of a deadlock
  std::vector<DefectCall> calls = {};       ///< the first one is where the defect is
  std::vector<VerifiedMatch> matches = {};  ///< that lead there, in order
  std::uint64_t left_out = 0;               ///< matches before these
  std::vector<StuckCall> stuck = {};
  std::vector<std::string> notes = {};  ///< of what is no defect, such as benign races
  std::vector<SettingOrders> settings = {};
  bool complete = false;  ///< there is no other order in any setting
  double seconds = 0;     ///< of the host
  ExitCode code = ExitCode::unfinished;
  std::optional<VerifyReplay> replay = {};

  std::uint64_t orders() const noexcept {
    std::uint64_t sum = 0;
    for (const SettingOrders& each : settings) sum += each.orders;
    return sum;
  }
  /// The nodes that have part in it, ascending.
  std::vector<NodeId> ranks() const;
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// "right"
std::string_view name_of(Verdict::Kind kind) noexcept;

/// What would mend a defect of this class, in a sentence.
std::string_view remedy_of(DefectClass kind) noexcept;

/// As JSON, and back. Throws std::exception for what verdict_json() has not made.
std::string verdict_json(const Verdict& verdict);
Verdict read_verdict(std::string_view json);

}  // namespace switchyard
