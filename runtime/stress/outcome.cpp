#include "runtime/stress/outcome.hpp"

#include "runtime/wait_graph.hpp"

namespace switchyard {

const char* name_of(RunOutcome outcome) noexcept {
  switch (outcome) {
    case RunOutcome::completed:
      return "completed";
    case RunOutcome::deadlock:
      return "deadlock";
    case RunOutcome::livelock:
      return "livelock";
    case RunOutcome::data_lost:
      return "data_lost";
    case RunOutcome::data_corrupted:
      return "data_corrupted";
    case RunOutcome::discarded:
      return "discarded";
    case RunOutcome::program_error:
      return "program_error";
    case RunOutcome::unfinished:
      return "unfinished";
  }
  return "";
}

std::vector<std::string> outcome_names() {
  std::vector<std::string> names;
  for (const RunOutcome outcome : kOutcomes) names.emplace_back(name_of(outcome));
  return names;
}

ExitCode exit_code_of(RunOutcome outcome) noexcept {
  switch (outcome) {
    case RunOutcome::completed:
      return ExitCode::done;
    case RunOutcome::deadlock:
      return ExitCode::deadlock;
    case RunOutcome::data_lost:
    case RunOutcome::data_corrupted:
    case RunOutcome::discarded:
      return ExitCode::data_lost;
    case RunOutcome::unfinished:
      return ExitCode::unfinished;
    case RunOutcome::livelock:
    case RunOutcome::program_error:
      return ExitCode::failed;
  }
  return ExitCode::failed;
}

RunOutcome outcome_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const UsageError&) {
    throw;
  } catch (const HostError&) {
    throw;
  } catch (const DeadlockError&) {
    return RunOutcome::deadlock;
  } catch (const LivelockError&) {
    return RunOutcome::livelock;
  } catch (const UnfinishedError&) {
    return RunOutcome::unfinished;
  } catch (const DataError& data) {
    return data.kind() == DataError::Kind::lost ? RunOutcome::data_lost : RunOutcome::data_corrupted;
  } catch (const NodeError& node) {
    return node.exit_code() == ExitCode::data_lost ? RunOutcome::data_corrupted : RunOutcome::program_error;
  } catch (const Error&) {
    return RunOutcome::program_error;
  }
}

}  // namespace switchyard
