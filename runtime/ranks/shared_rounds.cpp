#include "runtime/ranks/shared_rounds.hpp"

#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/ranks/work_desk.hpp"
#include "runtime/stress/parallel_runs.hpp"

namespace switchyard {
namespace {

constexpr int kRoundEndTag = 12;  // MPI tag of the message by which the first rank ends a round of shared work
// The first letter of the message that ends a round says: the results of all pieces follow
// (kResultsFollowMessageCode), the round has failed (kRoundFailedMessageCode), or there will be no more rounds
// (kNoMoreRoundsMessageCode).
constexpr char kResultsFollowMessageCode = '+', kRoundFailedMessageCode = '!', kNoMoreRoundsMessageCode = '.';
constexpr std::chrono::microseconds kRoundPollInterval{100};

/// The pieces of work of one round on the first rank, which hands them out to all ranks.
class WorkRoundSharedByRanks final : public SharedWork {
 public:
  explicit WorkRoundSharedByRanks(const WorkRoundsSharedByRanks::WorkPieces& pieces)
      : work_pieces_(pieces), work_piece_count_(pieces.result_bytes.size() / pieces.result_bytes_per_piece) {}

  std::optional<std::uint64_t> take_piece() override {
    const std::lock_guard lock(mutex_);
    if (first_failure_ || next_piece_ == work_piece_count_) return std::nullopt;
    return next_piece_++;
  }
  std::uint64_t upper_bound_of_pieces_left() const override {
    const std::lock_guard lock(mutex_);
    return work_piece_count_ - next_piece_;
  }
  void add_result(std::uint64_t piece, std::string_view result) override {
    std::memcpy(work_pieces_.result_bytes.data() + piece * work_pieces_.result_bytes_per_piece, result.data(),
                work_pieces_.result_bytes_per_piece);
    work_pieces_.on_work_piece_done();
  }
  void add_failure(std::uint64_t /*piece*/, std::exception_ptr error) override {
    const std::lock_guard lock(mutex_);
    if (!first_failure_) first_failure_ = std::move(error);
  }

  /// Carries out pieces of work of this round in the process of the first rank, until none is left or a stop is
  /// requested.
  void carry_out_work_until_none_is_left(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const auto piece = take_piece();
      if (!piece) return;
      try {
        work_pieces_.work_piece_function(*piece);
        work_pieces_.on_work_piece_done();
      } catch (...) {  // the exception is stored, and the first rank throws it at the end of the round
        add_failure(*piece, std::current_exception());
      }
    }
  }
  std::exception_ptr first_failure() const {
    const std::lock_guard lock(mutex_);
    return first_failure_;
  }

 private:
  const WorkRoundsSharedByRanks::WorkPieces& work_pieces_;
  const std::uint64_t work_piece_count_;
  mutable std::mutex mutex_;  // guards the number of the next piece of work, and the first failure
  std::uint64_t next_piece_ = 0;
  std::exception_ptr first_failure_;
};

/// Waits for the message by which the first rank ends a round, and returns its text. Returns
/// nothing if a stop is requested.
std::optional<std::string> wait_for_end_of_round(RankJob& job, const std::stop_token& stop) {
  for (; !stop.stop_requested(); std::this_thread::sleep_for(kRoundPollInterval)) {
    if (auto message = job.try_receive(kRoundEndTag)) return std::move(message->message_text);
  }
  return std::nullopt;
}

}  // namespace

void WorkRoundsSharedByRanks::carry_out_round(const WorkPieces& pieces, const std::stop_token& stop) {
  if (pieces.result_bytes.empty()) return;
  job_.is_first_rank() ? carry_out_work_round_as_first_rank(pieces, stop)
                       : carry_out_work_round_as_non_first_rank(pieces, stop);
}

void WorkRoundsSharedByRanks::carry_out_work_round_as_first_rank(const WorkPieces& pieces,
                                                                 const std::stop_token& stop) {
  WorkRoundSharedByRanks round(pieces);
  WorkDistributor desk(round, job_);
  const auto own_share = [&] {
    try {
      run_in_parallel(pieces.concurrent_work_pieces, pieces.concurrent_work_pieces,
                      [&](std::uint64_t /*job*/) { round.carry_out_work_until_none_is_left(stop); });
    } catch (...) {  // an exception here means that threads could not be started
      round.add_failure(0, std::current_exception());
    }
  };
  desk.carry_out_shared_work(own_share, stop);
  if (stop.stop_requested()) return;
  if (const auto failure = round.first_failure()) {
    send_to_all_other_ranks({kRoundFailedMessageCode});
    std::rethrow_exception(failure);
  }
  std::string results(1, kResultsFollowMessageCode);
  results.append(reinterpret_cast<const char*>(pieces.result_bytes.data()), pieces.result_bytes.size());
  send_to_all_other_ranks(results);
}

void WorkRoundsSharedByRanks::carry_out_work_round_as_non_first_rank(const WorkPieces& pieces,
                                                                     const std::stop_token& stop) {
  RankWorkShare share(job_, pieces.concurrent_work_pieces);
  const auto result_of = [&](std::uint64_t piece) {
    pieces.work_piece_function(piece);
    pieces.on_work_piece_done();
    const std::byte* const result = pieces.result_bytes.data() + piece * pieces.result_bytes_per_piece;
    return std::string(reinterpret_cast<const char*>(result), pieces.result_bytes_per_piece);
  };
  run_in_parallel(pieces.concurrent_work_pieces, pieces.concurrent_work_pieces,
                  [&](std::uint64_t /*job*/) { share.carry_out_all_work_pieces(result_of, stop); });
  share.announce_end_of_work_share(stop);
  const auto end = wait_for_end_of_round(job_, stop);
  if (!end) return;
  if (end->front() != kResultsFollowMessageCode) {
    has_round_failed_ = true;
    are_rounds_over_ = end->front() == kNoMoreRoundsMessageCode;
    throw Error("", ExitCode::failed);
  }
  std::memcpy(pieces.result_bytes.data(), end->data() + 1, pieces.result_bytes.size());
}

void WorkRoundsSharedByRanks::leave_shared_work_rounds(const std::exception_ptr& error) {
  if (job_.is_first_rank()) {
    WorkDistributor::tell_all_ranks_no_work_is_left(job_);
    return send_to_all_other_ranks({kNoMoreRoundsMessageCode});
  }
  RankWorkShare share(job_, 1);
  if (error && !has_round_failed_) {
    try {
      std::rethrow_exception(error);
    } catch (...) {  // the error goes to the first rank, which reports it
      share.send_failure_of_work_piece(0);
      share.announce_end_of_work_share({});
    }
  }
  while (!are_rounds_over_)
    are_rounds_over_ = wait_for_end_of_round(job_, {}).value().front() == kNoMoreRoundsMessageCode;
  share.receive_and_drop_no_work_message();
}

void WorkRoundsSharedByRanks::send_to_all_other_ranks(const std::string& text) {
  for (std::uint32_t rank = 1; rank < job_.rank_count(); ++rank) job_.send(rank, kRoundEndTag, text);
}

}  // namespace switchyard
