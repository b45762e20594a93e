#pragma once
/// \file error.hpp
/// What can go wrong, and the exit code that the command line gives it.

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/units.hpp"

namespace switchyard {

/// Exit codes of the program; every error class below knows its own.
enum class ExitCode : int {
  done = 0,
  failed = 1,
  wrong_use = 2,
  deadlock = 3,
  data_lost = 4,
  unfinished = 5,
  interrupted = 130
};

/// Base of all errors of this library.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, ExitCode code = ExitCode::failed) : std::runtime_error(what), code_(code) {}
  ExitCode exit_code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Where a user wrote something: behind an option, or in a file. What is not known is empty, or 0.
struct InputPlace {
  std::string option = {};   ///< "--nodes", or a command such as "switchyard run"
  std::string file = {};     ///< its path
  std::uint64_t line = 0;    ///< of the file; lines and columns count from 1
  std::uint64_t column = 0;  ///< in bytes
  std::string key = {};      ///< what is set there: a key of the file, or the constant that --set changes

  InputPlace() = default;
  // Not explicit: most places are options, and the parsers of values are called with their names.
  InputPlace(std::string name) : option(std::move(name)) {}
  InputPlace(std::string_view name) : option(name) {}
  InputPlace(const char* name) : option(name) {}
  InputPlace(std::string path, std::uint64_t in_line, std::uint64_t in_column, std::string name = {})
      : file(std::move(path)), line(in_line), column(in_column), key(std::move(name)) {}

  /// A file that an option names, as a whole.
  static InputPlace named_file(std::string option, std::string path);
  /// The same place, where `name` is set.
  InputPlace with_key(std::string name) const;

  bool is_known() const noexcept { return !option.empty() || !file.empty(); }
  /// "--nodes", "--set hop", "FILE:3:7", "FILE:3:7: hop", "--replay: 'FILE': seed"; empty if nothing is known.
  std::string text() const;

  friend bool operator==(const InputPlace&, const InputPlace&) = default;
};

/// What is wrong with something that a user wrote, and what would be right.
struct Mistake {
  InputPlace place = {};
  std::string value = {};   ///< as it was written, where one value is wrong
  std::string reason;       ///< says what is wrong, and shows the value: "'95' has no unit"
  std::string remedy = {};  ///< "write a time such as 95us"
  std::string during = {};  ///< what was being done: "rs_nl, density 4"

  /// All of it but the value in one line: "--latency: '95' has no unit; write a time such as 95us".
  std::string text() const;
};

/// Wrong option, input file or argument. Its text is that of the mistake.
class UsageError : public Error {
 public:
  explicit UsageError(Mistake mistake);
  explicit UsageError(std::string reason, std::string remedy = {});

  const Mistake& mistake() const noexcept { return *mistake_; }
  /// The same mistake at `place`. One whose place is known keeps it, and its text opens with both.
  UsageError at(const InputPlace& place) const;
  /// The same mistake, made while `what` was done.
  UsageError during(const std::string& what) const;

 private:
  std::shared_ptr<const Mistake> mistake_;  ///< shared, so that copies do not throw
};

/// A node program broke: it threw, or misused a call. The text names the node, the call and the call site.
class NodeError : public Error {
 public:
  NodeError(NodeId node, const std::string& what, ExitCode code = ExitCode::failed) : Error(what, code), node_(node) {}
  NodeId node() const noexcept { return node_; }

 private:
  NodeId node_;
};

/// A machine broke: it threw, or did what no machine may do. The text names the machine, the node and the call.
class MachineError : public Error {
 public:
  explicit MachineError(const std::string& what) : Error(what) {}
};

/// The host is short of memory or threads. That says nothing about a program or a machine.
class HostError : public Error {
 public:
  explicit HostError(const std::string& what) : Error(what) {}
};

/// A message was lost, corrupted, or left behind at the end of a run, which counts as lost.
class DataError : public Error {
 public:
  enum class Kind : std::uint8_t { lost, corrupted };
  explicit DataError(const std::string& what, Kind kind = Kind::lost) : Error(what, ExitCode::data_lost), kind_(kind) {}
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

/// A run was ended at a limit that was given for it. It may be wrong, or only long.
class UnfinishedError : public Error {
 public:
  explicit UnfinishedError(const std::string& what) : Error(what, ExitCode::unfinished) {}
};

/// The same, where the limit is of the host's time: whether a run comes to it depends on the host.
class HostLimitError : public UnfinishedError {
 public:
  using UnfinishedError::UnfinishedError;
};

/// A run went on without any virtual time passing.
class LivelockError : public Error {
 public:
  explicit LivelockError(const std::string& what) : Error(what) {}
};

}  // namespace switchyard
