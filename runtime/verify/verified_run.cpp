#include "runtime/verify/verified_run.hpp"

#include <algorithm>
#include <exception>

namespace switchyard {
namespace {

/// Sorts defects by node, and the defects of a node in the order in which they were noted, with one exception: the
/// defect that a request is never completed comes before the misuse of its buffer, which follows from it.
void sort_defects_by_node(std::vector<Defect>& defects) {
  std::ranges::stable_sort(
      defects, {}, [](const Defect& defect) { return defect.calls.empty() ? 0U : index(defect.calls.front().node); });
  for (auto each = defects.begin(); each != defects.end(); ++each) {
    if (each->kind != DefectClass::request_lifecycle || each->calls.empty()) continue;
    const auto consequence = std::find_if(defects.begin(), each, [&](const Defect& other) {
      return other.kind == DefectClass::local_concurrency && !other.calls.empty() &&
             other.calls.front() == each->calls.front();
    });
    std::rotate(consequence, each, each + 1);
  }
}

/// The FNV-1a hash of a sequence of numbers.
class NumberHash {
 public:
  void add(std::uint64_t number) noexcept { value_ = (value_ ^ number) * 0x100000001b3U; }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace

bool RunEndState::ends_in_same_way_as(const RunEndState& other) const {
  return outcome == other.outcome && defect_class_of_run_error == other.defect_class_of_run_error &&
         defects_before_end == other.defects_before_end && printed_text == other.printed_text &&
         (outcome == RunOutcome::completed || wait_graph.has_value() || error_report == other.error_report);
}

bool RunEndState::differs_only_in_print(const RunEndState& other) const {
  return is_completed_without_defects() && other.is_completed_without_defects() &&
         defect_class_of_run_error == other.defect_class_of_run_error && printed_text != other.printed_text;
}

void TrialOfProgramUnderVerification::note_error(const std::exception_ptr& error) {
  end_state_.outcome = outcome_of(error);
  try {
    std::rethrow_exception(error);
  } catch (const DeadlockError& deadlock) {
    end_state_.wait_graph = deadlock.graph();
    end_state_.error_report = deadlock.what();
  } catch (const NodeError& failed) {
    end_state_.defect_class_of_run_error = failed.defect();
    end_state_.error_report = failed.what();
    end_state_.calls_involved_in_error = failed.calls()
                                             ? calls_of_node(*failed.calls(), failed.node())
                                             : std::vector<CallInvolvedInDefect>{{failed.node(), "the program"}};
  } catch (const HostLimitError& limit) {
    end_state_.has_reached_host_time_limit = true;
    end_state_.error_report = limit.what();
  } catch (const Error& other) {
    end_state_.defect_class_of_run_error = other.defect();
    end_state_.error_report = other.what();
    if (other.calls()) end_state_.calls_involved_in_error = *other.calls();
  }
}

RunReport TrialOfProgramUnderVerification::run(const Machine& machine, const RunOptions& options) {
  RunOptions all = options;
  all.defects = &defect_log_;
  all.standard_sends = setting_.sends;
  if (setting_.set_excepted_collective)
    setting_.set_excepted_collective(setting_.collective_with_inverted_synchronisation);
  end_state_ = {};
  RunReport report;
  std::exception_ptr error;
  try {
    report = switchyard::run(machine, setting_.program, all);
  } catch (const Error&) {
    error = std::current_exception();
    note_error(error);
  }
  end_state_.defects_before_end = defect_log_.take_all_defects();
  // A run that was cut off at a limit proves no deadlock: nodes for which others wait might still have continued.
  if (end_state_.outcome == RunOutcome::unfinished)
    std::erase_if(end_state_.defects_before_end,
                  [](const Defect& defect) { return defect.kind == DefectClass::deadlock; });
  sort_defects_by_node(end_state_.defects_before_end);
  if (setting_.take_printed_text) end_state_.printed_text = setting_.take_printed_text();
  if (setting_.take_program_states) end_state_.program_states = setting_.take_program_states();
  if (error) std::rethrow_exception(error);
  return report;
}

std::uint64_t calls_hash(const ProgramLog& log) {
  NumberHash hash;
  for (std::uint32_t i = 0; i < log.node_count(); ++i) {
    const NodeLog& node = log[NodeId{i}];
    hash.add(node.size());
    for (std::uint32_t place = 0; place < node.size(); ++place) {
      const LoggedCall call = node[place];
      hash.add(static_cast<std::uint64_t>(call.kind));
      for (const LoggedRequest* request : call.requests) {
        hash.add(static_cast<std::uint64_t>(request->kind));
        hash.add(index(request->peer));
        hash.add(static_cast<std::uint32_t>(request->tag));
        hash.add(request->bytes);
      }
    }
  }
  return hash.value();
}

}  // namespace switchyard
