#pragma once
/// \file error.hpp
/// The classes of errors, and the exit code that the command line gives to each.

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

enum class DefectClass : std::uint8_t;
struct CallInvolvedInDefect;

/// Exit codes of the command-line program. Every class of errors knows its own exit code.
enum class ExitCode : int {
  done = 0,
  failed = 1,
  wrong_use = 2,
  deadlock = 3,
  data_lost = 4,
  unfinished = 5,
  interrupted = 130
};

/// The base class of all errors of this library.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, ExitCode code = ExitCode::failed)
      : std::runtime_error(what), exit_code_(code) {}
  ExitCode exit_code() const noexcept { return exit_code_; }
  /// Returns the class of the defect of the node program that has caused the error, if it is known; see defect.hpp.
  std::optional<DefectClass> defect() const noexcept { return defect_; }
  void set_defect_class(std::optional<DefectClass> defect) noexcept { defect_ = defect; }

  /// The calls of node programs that have part in an error. A call whose node is kAnyNode was made by the node that has
  /// the error.
  using CallsInvolvedInError = std::shared_ptr<const std::vector<CallInvolvedInDefect>>;
  /// Returns the calls that have part in the error, or null if they are not known. The first in the list is the call in
  /// which the error was noticed.
  const CallsInvolvedInError& calls() const noexcept { return calls_; }
  void set_calls_involved_in_error(CallsInvolvedInError calls) noexcept { calls_ = std::move(calls); }

 private:
  ExitCode exit_code_;
  std::optional<DefectClass> defect_ = {};
  CallsInvolvedInError calls_ = {};
};

/// The place where a user wrote something: an option, or a place in a file. A field is empty, or 0, if it is not known.
struct UserInputPlace {
  std::string option = {};   ///< option such as "--nodes", or a command such as "switchyard run"
  std::string file = {};     ///< path of the file
  std::uint64_t line = 0;    ///< line in the file; lines and columns count from 1
  std::uint64_t column = 0;  ///< column of the line, in bytes
  std::string key = {};      ///< what is set at this place: a key of the file, or the constant that --set changes

  UserInputPlace() = default;
  // Each constructor from a single name is implicit, so that functions which parse the value of an option, and take an
  // UserInputPlace, can be called with just the name of the option.
  UserInputPlace(std::string name) : option(std::move(name)) {}
  UserInputPlace(std::string_view name) : option(name) {}
  UserInputPlace(const char* name) : option(name) {}
  UserInputPlace(std::string path, std::uint64_t in_line, std::uint64_t in_column, std::string name = {})
      : file(std::move(path)), line(in_line), column(in_column), key(std::move(name)) {}

  /// Returns an UserInputPlace for a whole file whose path the user has given with an option.
  static UserInputPlace file_given_by_option(std::string option, std::string path);
  /// Returns a copy of this place with `name` as its key, the name of what the user sets at the place.
  UserInputPlace place_with_key(std::string name) const;

  bool has_option_or_file_name() const noexcept { return !option.empty() || !file.empty(); }
  /// Returns the place as it stands at the start of error texts: "--nodes", "--set hop", "FILE:3:7", "FILE:3:7: hop",
  /// "--replay: 'FILE': seed". The text is empty if nothing is known.
  std::string text() const;

  friend bool operator==(const UserInputPlace&, const UserInputPlace&) = default;
};

/// A mistake in something that a user wrote: what is wrong, and what would be right.
struct Mistake {
  UserInputPlace place = {};
  std::string value = {};                    ///< value as it was written, if a single value is wrong
  std::string reason;                        ///< what is wrong, with the value, such as "'95' has no unit"
  std::string remedy = {};                   ///< what the user should do, such as "write a time such as 95us"
  std::string task_that_found_mistake = {};  ///< work during which the mistake was found, such as "rs_nl, density 4"

  /// Returns the mistake in one line, such as "--latency: '95' has no unit; write a time such as 95us".
  std::string text() const;
};

/// The error that an option, an input file or an argument is wrong. Its text is that of the mistake.
class UsageError : public Error {
 public:
  explicit UsageError(Mistake mistake);
  explicit UsageError(std::string reason, std::string remedy = {});

  const Mistake& mistake() const noexcept { return *mistake_in_user_input_; }
  /// Returns a copy of this error with `place` at the beginning of its text. If the error already names a place, the
  /// text of the copy begins with both places.
  UsageError at(const UserInputPlace& place) const;
  /// Returns a copy of this error whose text says that the mistake was found during `what`, such as "density 4".
  UsageError error_found_during(const std::string& what) const;

 private:
  /// The mistake. Copies of the error share it, so that copying an error does not throw.
  std::shared_ptr<const Mistake> mistake_in_user_input_;
};

/// The error for a node program that threw an exception or misused a call. The text names the node, the call and the
/// call site.
class NodeError : public Error {
 public:
  NodeError(NodeId node, const std::string& what, ExitCode code = ExitCode::failed) : Error(what, code), node_(node) {}
  NodeId node() const noexcept { return node_; }

 private:
  NodeId node_;
};

/// The error for the code of a machine that threw an exception or broke a rule for machines, such as to complete each
/// request only once. The text names the machine, the node and the call.
class MachineError : public Error {
 public:
  explicit MachineError(const std::string& what) : Error(what) {}
};

/// The error that the host is short of memory or threads. It does not mean that the node program or the emulated
/// machine is wrong.
class HostError : public Error {
 public:
  explicit HostError(const std::string& what) : Error(what) {}
};

/// The error that a message was lost or corrupted. A message that is left behind at the end of a run counts as lost.
class DataError : public Error {
 public:
  enum class Kind : std::uint8_t { lost, corrupted };
  explicit DataError(const std::string& what, Kind kind = Kind::lost) : Error(what, ExitCode::data_lost), kind_(kind) {}
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

/// The error that a run was ended at a limit which the user gave. The program may be wrong, or just take long.
class UnfinishedError : public Error {
 public:
  explicit UnfinishedError(const std::string& what) : Error(what, ExitCode::unfinished) {}
};

/// The error that a run was ended at a limit of the host's time. Whether a run reaches this limit depends on the host.
class HostLimitError : public UnfinishedError {
 public:
  using UnfinishedError::UnfinishedError;
};

/// The error that virtual time stood still in a run, while node programs kept making calls that take no time.
class LivelockError : public Error {
 public:
  explicit LivelockError(const std::string& what) : Error(what) {}
};

}  // namespace switchyard
