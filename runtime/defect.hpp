#pragma once
/// \file defect.hpp
/// The classes of errors that a node program can contain (defects), and the log in which a run
/// notes them.
///
/// A defect that ends the run is thrown as an Error with its class (Error::defect). A defect that
/// lets the run go on, such as a request that nobody has freed, is noted in the run's DefectLog,
/// if there is one (RunOptions::defects).

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/described_call.hpp"
#include "runtime/units.hpp"

namespace switchyard {

enum class DefectClass : std::uint8_t {
  deadlock,            ///< nodes wait for each other, or for something that never comes
  call_ordering,       ///< nodes call collectives in different orders, or a call at a time when it is not allowed
  invalid_parameter,   ///< an argument is wrong, whatever other calls pass
  parameter_matching,  ///< arguments of matching calls do not fit each other: root, operation, type, size
  request_lifecycle,   ///< a request is not waited for, not started, or freed while active
  epoch_lifecycle,     ///< an epoch of one-sided communication is missing, opened twice, or of the wrong kind
  resource_leak,       ///< a communicator, type, group, operation, window or file is not freed
  message_race,        ///< a wildcard receive can take another message, and the program then ends differently
  local_concurrency,   ///< a buffer is touched while a request uses it
  global_concurrency,  ///< one-sided accesses of several nodes to the same memory conflict
  buffering_hazard,    ///< the program needs buffers that the standard does not promise
  memory,              ///< an access outside of the memory that the program has
};

/// Returns the name of a defect class as `verify --json` writes it, such as "call_ordering".
std::string_view name_of(DefectClass kind) noexcept;
/// Returns the defect class of this name, or nothing if there is none.
std::optional<DefectClass> parse_defect_class(std::string_view name) noexcept;

/// A call of a node program that has part in a defect of the program.
struct CallInvolvedInDefect {
  NodeId node{};
  std::string name = {};  ///< name of the called function, such as "MPI_Isend"
  CallPlace place = {};
  friend bool operator==(const CallInvolvedInDefect&, const CallInvolvedInDefect&) = default;
};

/// Describes the call that `node` has made at `site`. Its name is that of the function that the program has called, or
/// `otherwise` if the site gives only the place.
CallInvolvedInDefect make_defect_call(NodeId node, CallSite site, std::string_view otherwise);
/// Returns `calls`, the calls that have part in a defect, with `node` as the caller wherever the
/// caller is kAnyNode.
std::vector<CallInvolvedInDefect> calls_of_node(std::vector<CallInvolvedInDefect> calls, NodeId node);

struct Defect {
  DefectClass kind{};
  /// A text of one line that does not name the node, such as "MPI_Isend (a.c:7): its request is never freed".
  std::string text = {};
  /// The calls that have part in the defect; the first one is the call at which the defect is reported.
  std::vector<CallInvolvedInDefect> calls = {};
  friend bool operator==(const Defect&, const Defect&) = default;
};

/// Collects defects that runs have noted without ending because of them. Any thread may use the log.
class DefectLog {
 public:
  void add(Defect defect) {
    const std::lock_guard lock(mutex_);
    defects_.push_back(std::move(defect));
  }
  /// Returns all defects that were noted, and forgets them.
  std::vector<Defect> take_all_defects() {
    const std::lock_guard lock(mutex_);
    return std::exchange(defects_, {});
  }

 private:
  std::mutex mutex_;  // guards defects_
  std::vector<Defect> defects_;
};

}  // namespace switchyard
