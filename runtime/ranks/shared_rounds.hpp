#pragma once
/// \file shared_rounds.hpp
/// Rounds of numbered pieces of work that all ranks of a job share, for programs that every rank carries out from begin
/// to end: they compute the same everywhere, but each rank makes only some of the pieces of a round, and has the
/// results of all when the round is over.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// The rounds of one job. All ranks must call the same functions in the same order. One thread uses it.
class SharedRounds {
 public:
  explicit SharedRounds(RankJob& job) : job_(job) {}
  SharedRounds(const SharedRounds&) = delete;
  SharedRounds& operator=(const SharedRounds&) = delete;

  /// The pieces of a round, as this rank carries them out.
  struct Pieces {
    std::span<std::byte> results;  ///< those of all pieces, one after another
    std::size_t bytes_each;        ///< size of one result
    std::uint64_t jobs;            ///< number of pieces that this rank carries out at once
    /// Carries out a piece and puts its result into its place in `results`. Several threads call it at once.
    std::function<void(std::uint64_t piece)> carry_out;
    /// Is called after each piece whose result this rank gets or makes. Several threads call it at once.
    std::function<void()> tick;
  };
  /// Carries out the pieces together with the other ranks, and returns when `results` has the results of all of them,
  /// or when a stop is requested. If a piece has failed, throws its error on the first rank, and an Error with an empty
  /// text on all others, as the first rank reports it.
  void carry_out(const Pieces& pieces, const std::stop_token& stop);
  /// Ends the last round. `error` is the one with which the rank has ended, or null. If it is not the first rank's, the
  /// first rank gets it in its next round. A rank that waits for a round that will not come then gets an Error with an
  /// empty text.
  void finish(const std::exception_ptr& error);

 private:
  void own(const Pieces& pieces, const std::stop_token& stop);
  void help(const Pieces& pieces, const std::stop_token& stop);
  void tell_others(const std::string& text);

  RankJob& job_;
  bool has_failed_ = false;  ///< other ranks: whether the first rank has told of a failure
  bool is_over_ = false;     ///< other ranks: whether the first rank has told that there will be no more rounds
};

}  // namespace switchyard
