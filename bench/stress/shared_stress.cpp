#include "bench/stress/shared_stress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/identity_text.hpp"
#include "runtime/ranks/work_desk.hpp"
#include "runtime/stress/stress_blocks.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// The blocks of runs of a stress test that the first rank of an mpirun assigns to this rank.
class StressBlocksAssignedByFirstRank final : public StressTestRunBlockSource {
 public:
  StressBlocksAssignedByFirstRank(const StressPlan& plan, RankJob& job)
      : StressTestRunBlockSource(
            [&plan](const StressTestRunBlock& block) {
              return stress_case_for(plan, block.program_index, block.number)->make_stress_trial();
            },
            plan.algorithms.size()),
        options_(plan.stress_options),
        rank_work_share_(job, job_count_of(plan.stress_options)) {}

  std::optional<StressTestRunBlock> take_block() override {
    const auto piece = rank_work_share_.take_piece();
    if (!piece) return std::nullopt;
    return stress_block_of_work_piece_number(*piece, options_);
  }
  std::uint64_t unstarted_block_count() const override { return rank_work_share_.waiting_work_piece_count(); }
  bool has_no_more_blocks() const override { return rank_work_share_.has_no_more_work_pieces(); }
  void add_results(const StressTestRunBlock& block, StressReport found) override {
    drop_findings_already_sent(block.program_index, found);
    rank_work_share_.send_result_of_work_piece(work_piece_number_of_stress_block(block, options_),
                                               serialise_stress_report(found));
  }
  void add_failure(const StressTestRunBlock& block) override {
    rank_work_share_.send_failure_of_work_piece(work_piece_number_of_stress_block(block, options_));
  }

  void end_own_work_share(const std::stop_token& stop) { rank_work_share_.announce_end_of_work_share(stop); }

 private:
  /// Removes findings that the first rank does not need, because this rank has already sent a finding that takes
  /// precedence over them. This saves sending time, as findings may be long.
  void drop_findings_already_sent(std::size_t program, StressReport& found) {
    const std::lock_guard lock(mutex_);
    StressReport& known = sent_findings_[program];
    std::erase_if(found.findings, [&](const auto& each) {
      return !known.is_first_failing_run_with_outcome(each.second.number, each.second.run);
    });
    for (const auto& [outcome, finding] : found.findings) known.add_finding(finding);
  }

  const StressOptions& options_;
  RankWorkShare rank_work_share_;
  std::mutex mutex_;  // The mutex guards sent_findings_.
  std::map<std::size_t, StressReport> sent_findings_;
};

}  // namespace

std::string stress_settings_text(const StressPlan& plan) {
  std::string text = machine_lines_of_experiment_identity(plan.machine.name(), plan.machine);
  for (const Algorithm& algorithm : plan.algorithms) text += "algorithm: " + algorithm.name + '\n';
  if (plan.program) text += program_lines_of_experiment_identity(*plan.program);
  text += pattern_line_of_experiment_identity(plan.pattern);
  if (plan.message_bytes) text += fmt::format("bytes: {}\n", *plan.message_bytes);
  std::vector<std::string> strategies;
  for (const StressStrategy strategy : plan.stress_options.strategies) strategies.emplace_back(name_of(strategy));
  return text + fmt::format("protocol: {}\nstrategies: {}\nruns: {}\nseed: {}\ntime_limit: {}\n",
                            protocol_text(plan.protocol), fmt::join(strategies, ", "), plan.stress_options.runs,
                            plan.stress_options.seed, format_duration(plan.stress_options.limits.time_limit));
}

void execute_stress_blocks_for_first_rank(const StressPlan& plan, RankJob& job, const std::stop_token& stop) {
  StressBlocksAssignedByFirstRank blocks(plan, job);
  carry_out_stress_test_run_blocks(blocks, plan.stress_options, stop);
  blocks.end_own_work_share(stop);
}

}  // namespace switchyard
