#pragma once
/// \file error.hpp
/// What can go wrong, and the exit code that the command line gives it.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

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

/// Wrong option, input file or argument. One line: the option or file:line:column, what is wrong, what would be right.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& what) : Error(what, ExitCode::wrong_use) {}
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

/// A run went on without any virtual time passing.
class LivelockError : public Error {
 public:
  explicit LivelockError(const std::string& what) : Error(what) {}
};

}  // namespace switchyard
