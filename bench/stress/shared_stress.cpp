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
class RunBlocksFromFirstRank final : public StressBlocks {
 public:
  RunBlocksFromFirstRank(const StressPlan& plan, RankJob& job)
      : StressBlocks(
            [&plan](const StressBlock& block) {
              return stress_case_for(plan, block.program_index, block.number)->trial();
            },
            plan.algorithms.size()),
        options_(plan.stress_options),
        rank_work_share_(job, job_count_of(plan.stress_options)) {}

  std::optional<StressBlock> take_block() override {
    const auto piece = rank_work_share_.take_piece();
    if (!piece) return std::nullopt;
    return run_block_with_number(*piece, options_);
  }
  std::uint64_t unstarted_block_count() const override { return rank_work_share_.waiting_work_piece_count(); }
  bool has_no_more_blocks() const override { return rank_work_share_.has_no_more_work_pieces(); }
  void add_results(const StressBlock& block, StressReport found) override {
    drop_findings_already_sent(block.program_index, found);
    rank_work_share_.send_result_of_work_piece(number_of_run_block(block, options_), bytes_of_report(found));
  }
  void add_failure(const StressBlock& block) override {
    rank_work_share_.send_failure_of_work_piece(number_of_run_block(block, options_));
  }

  void end_own_work_share(const std::stop_token& stop) { rank_work_share_.end_share_of_work(stop); }

 private:
  /// Removes findings that the first rank does not need, because this rank has already sent a finding that takes
  /// precedence over them. This saves sending time, as findings may be long.
  void drop_findings_already_sent(std::size_t program, StressReport& found) {
    const std::lock_guard lock(mutex_);
    StressReport& known = sent_findings_[program];
    std::erase_if(found.findings,
                  [&](const auto& each) { return !known.would_keep_finding(each.second.number, each.second.run); });
    for (const auto& [outcome, finding] : found.findings) known.add_finding(finding);
  }

  const StressOptions& options_;
  RankWorkShare rank_work_share_;
  std::mutex mutex_;  // The mutex guards sent_findings_.
  std::map<std::size_t, StressReport> sent_findings_;
};

}  // namespace

std::string stress_settings_text(const StressPlan& plan) {
  std::string text = identity_lines(plan.machine.name(), plan.machine);
  for (const Algorithm& algorithm : plan.algorithms) text += "algorithm: " + algorithm.name + '\n';
  if (plan.program) text += identity_lines(*plan.program);
  text += identity_line_of_pattern(plan.pattern);
  if (plan.message_bytes) text += fmt::format("bytes: {}\n", *plan.message_bytes);
  std::vector<std::string> strategies;
  for (const StressStrategy strategy : plan.stress_options.strategies) strategies.emplace_back(name_of(strategy));
  return text + fmt::format("protocol: {}\nstrategies: {}\nruns: {}\nseed: {}\ntime_limit: {}\n",
                            protocol_text(plan.protocol), fmt::join(strategies, ", "), plan.stress_options.runs,
                            plan.stress_options.seed, format_duration(plan.stress_options.limits.time_limit));
}

void carry_out_blocks_for_first_rank(const StressPlan& plan, RankJob& job, const std::stop_token& stop) {
  RunBlocksFromFirstRank blocks(plan, job);
  carry_out_blocks(blocks, plan.stress_options, stop);
  blocks.end_own_work_share(stop);
}

}  // namespace switchyard
