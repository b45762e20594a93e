#include "runtime/stress/outcome.hpp"

#include "runtime/wait_graph.hpp"

namespace switchyard {

const char* name_of(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::completed:
      return "completed";
    case Outcome::deadlock:
      return "deadlock";
    case Outcome::livelock:
      return "livelock";
    case Outcome::data_lost:
      return "data_lost";
    case Outcome::data_corrupted:
      return "data_corrupted";
    case Outcome::discarded:
      return "discarded";
    case Outcome::program_error:
      return "program_error";
    case Outcome::unfinished:
      return "unfinished";
  }
  return "";
}

std::vector<std::string> outcome_names() {
  std::vector<std::string> names;
  for (const Outcome outcome : kOutcomes) names.emplace_back(name_of(outcome));
  return names;
}

ExitCode exit_code_of(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::completed:
      return ExitCode::done;
    case Outcome::deadlock:
      return ExitCode::deadlock;
    case Outcome::data_lost:
    case Outcome::data_corrupted:
    case Outcome::discarded:
      return ExitCode::data_lost;
    case Outcome::unfinished:
      return ExitCode::unfinished;
    case Outcome::livelock:
    case Outcome::program_error:
      return ExitCode::failed;
  }
  return ExitCode::failed;
}

Outcome outcome_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const UsageError&) {
    throw;
  } catch (const HostError&) {
    throw;
  } catch (const DeadlockError&) {
    return Outcome::deadlock;
  } catch (const LivelockError&) {
    return Outcome::livelock;
  } catch (const UnfinishedError&) {
    return Outcome::unfinished;
  } catch (const DataError& data) {
    return data.kind() == DataError::Kind::lost ? Outcome::data_lost : Outcome::data_corrupted;
  } catch (const NodeError& node) {
    return node.exit_code() == ExitCode::data_lost ? Outcome::data_corrupted : Outcome::program_error;
  } catch (const Error&) {
    return Outcome::program_error;
  }
}

}  // namespace switchyard
