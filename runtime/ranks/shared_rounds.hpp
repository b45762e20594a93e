#pragma once
/// \file shared_rounds.hpp
/// Rounds of numbered pieces of work that all ranks of a job share. Every rank runs the same
/// program from beginning to end, but carries out only some of the pieces of a round. When the
/// round is over, every rank has the results of all pieces.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// The rounds of numbered pieces of work that all ranks of one job share. All ranks must call the same functions of
/// this class in the same order. Only one thread of a rank may use the object.
class WorkRoundsSharedByRanks {
 public:
  explicit WorkRoundsSharedByRanks(RankJob& job) : job_(job) {}
  WorkRoundsSharedByRanks(const WorkRoundsSharedByRanks&) = delete;
  WorkRoundsSharedByRanks& operator=(const WorkRoundsSharedByRanks&) = delete;

  /// The pieces of work in one round that all ranks of a job share, and how this rank carries out a piece.
  struct WorkPieces {
    std::span<std::byte> result_bytes;     ///< results of all pieces of work, one after another
    std::size_t result_bytes_per_piece;    ///< size in bytes of the result of one piece of work
    std::uint64_t concurrent_work_pieces;  ///< number of pieces of work that this rank carries out at the same time
    /// A function that carries out a piece of work and puts its result into its place in `result_bytes`. Several
    /// threads call it at once.
    std::function<void(std::uint64_t piece)> work_piece_function;
    /// A function that is called after each piece that this rank carries out and, on the first rank, also for each
    /// result from another rank. Several threads call it at once.
    std::function<void()> on_work_piece_done;
  };
  /// Carries out the pieces of a round together with the other ranks. Returns when `result_bytes` has
  /// the results of all pieces, or when a stop is requested. If a piece has failed, throws its
  /// error on the first rank, which reports it, and an Error with an empty text on all others.
  void carry_out_round(const WorkPieces& pieces, const std::stop_token& stop);
  /// Ends this rank's part in the rounds of shared work. On the first rank this ends the rounds for all: a rank that
  /// waits for a further round gets an Error with an empty text. Another rank waits until the first rank has called
  /// this function. `error` is the error with which this rank has ended, or null; the first rank gets the error of
  /// another rank in its next round.
  void leave_shared_work_rounds(const std::exception_ptr& error);

 private:
  void carry_out_work_round_as_first_rank(const WorkPieces& pieces, const std::stop_token& stop);
  void carry_out_work_round_as_non_first_rank(const WorkPieces& pieces, const std::stop_token& stop);
  void send_to_all_other_ranks(const std::string& text);

  RankJob& job_;
  bool has_round_failed_ = false;  ///< on ranks other than the first: whether the first rank has reported a failure
  /// On ranks other than the first, whether the first rank has announced that no round follows.
  bool are_rounds_over_ = false;
};

}  // namespace switchyard
