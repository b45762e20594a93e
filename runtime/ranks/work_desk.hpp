#pragma once
/// \file work_desk.hpp
/// Numbered pieces of work that the ranks of a job share: the first rank owns the work and hands out pieces to the
/// other ranks, which carry them out and send the results back.
///
/// The first rank hands out pieces of work in batches that take a rank about a twentieth of a second. So few messages
/// are needed, and no rank waits long for another at the end. A rank asks for the next batch before it needs it. A rank
/// sends the result of a piece when the piece has ended, unless it has more pieces to carry out and sent results less
/// than a hundredth of a second ago: then the result is sent together with the next one.

#include <chrono>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

#include "runtime/ranks/rank_job.hpp"

namespace switchyard {

/// Work that the ranks of an MPI job share in numbered pieces: the interface to it on the first rank, which owns the
/// work. Any thread may use it.
class SharedWork {
 public:
  virtual ~SharedWork() = default;
  /// Returns the number of a piece of work that no process has begun, and counts it as begun. Returns nothing when none
  /// is left, or after a failure that ends the work.
  virtual std::optional<std::uint64_t> take_piece() = 0;
  /// Returns an upper bound of the number of pieces of work that have not been begun.
  virtual std::uint64_t upper_bound_of_pieces_left() const = 0;
  /// Stores the result of a piece of work that another process has taken and carried out. It must not throw.
  virtual void add_result(std::uint64_t piece, std::string_view result) = 0;
  /// Notes that another process, which had taken a piece of work, could not carry it out. It must not throw.
  virtual void add_failure(std::uint64_t piece, std::exception_ptr error) = 0;
};

/// Hands out pieces of work to the other ranks, on a thread of its own. Only the first rank has such an object.
class WorkDistributor {
 public:
  WorkDistributor(SharedWork& work, RankJob& job) : shared_work_(work), job_(job) {}

  /// Calls `own_share`, which carries out pieces of work in this process and must not throw. Meanwhile hands out other
  /// pieces to the other ranks. Returns when all ranks have ended. After a request to stop, this function does not wait
  /// for other ranks.
  void carry_out_shared_work(const std::function<void()>& own_share, const std::stop_token& stop);
  /// Returns the numbers of the pieces of work that were handed out to other ranks and whose results have not come
  /// back.
  std::set<std::uint64_t> numbers_of_pieces_handed_out() const;
  /// Tells the other ranks that no piece of work is left. This is for the end of all rounds of work, when some ranks
  /// may still wait for pieces that will not come.
  static void tell_all_ranks_no_work_is_left(RankJob& job);

 private:
  void serve_other_ranks(const std::stop_token& stop);
  void handle_message_of_other_rank(const RankMessage& message);
  void add_results(std::string_view results);
  void hand_out_work_pieces(std::uint32_t rank, std::uint64_t wanted);
  std::uint64_t work_batch_size_for(std::uint64_t wanted) const;
  void mark_work_piece_as_returned(std::uint64_t piece);

  SharedWork& shared_work_;
  RankJob& job_;
  std::uint32_t ended_rank_count_ = 0;  ///< number of other ranks that have ended their share of the work
  mutable std::mutex mutex_;  // guards handed_out_work_pieces_, the numbers of the pieces of work that other ranks have
  std::set<std::uint64_t> handed_out_work_pieces_;
};

/// The pieces of work that the first rank has handed out to this rank. Each rank except the first has such an object,
/// which all its threads use.
class RankWorkShare {
 public:
  /// Makes the share of this rank. `jobs` is the number of pieces of work that the rank carries out at once.
  RankWorkShare(RankJob& job, std::uint64_t jobs) : job_(job), concurrent_work_pieces_(jobs) {}
  RankWorkShare(const RankWorkShare&) = delete;
  RankWorkShare& operator=(const RankWorkShare&) = delete;

  /// Returns the number of the next piece of work for this rank; nothing if no piece has arrived yet, or if none is
  /// left.
  std::optional<std::uint64_t> take_piece();
  /// Waits for the next piece and returns its number; nothing when none is left or a stop is requested.
  std::optional<std::uint64_t> wait_for_next_work_piece(const std::stop_token& stop);
  /// Returns how many pieces of work have arrived at this rank and have not been returned by take_piece() yet.
  std::uint64_t waiting_work_piece_count() const;
  /// Returns whether take_piece() will return no more pieces of work.
  bool has_no_more_work_pieces() const;

  /// Sends the result of a piece that take_piece() or wait_for_next_work_piece() has returned: at once, or together
  /// with the next result.
  void send_result_of_work_piece(std::uint64_t piece, std::string_view result);
  /// Tells the first rank that this rank has failed to carry out a piece of work that take_piece() or
  /// wait_for_next_work_piece() has returned. Sends it the current exception, so call this in a catch block.
  void send_failure_of_work_piece(std::uint64_t piece);
  /// Calls `carry_out(piece)` for each piece until none is left, and sends the results that it returns or the
  /// exceptions that it throws. Several threads may call this.
  void carry_out_all_work_pieces(const std::function<std::string(std::uint64_t piece)>& carry_out,
                                 const std::stop_token& stop);
  /// Tells the first rank that this rank has ended its share of the work. Call this last, on one thread. After a
  /// request to stop, the function may return before all results of this rank have been sent.
  void announce_end_of_work_share(const std::stop_token& stop);
  /// Receives and drops the message that no piece of work is left, which the first rank may have sent to this rank.
  void receive_and_drop_no_work_message() { job_.try_receive(kFromFirstRankTag); }

 private:
  static constexpr int kToFirstRankTag = 10,
                       kFromFirstRankTag = 11;  ///< MPI tags of the messages to the first rank and from the first rank
  friend class WorkDistributor;
  using Clock = std::chrono::steady_clock;
  void take_or_request_work_pieces();
  std::uint64_t wanted_work_piece_count() const;
  void record_time_of_work_piece(std::uint64_t piece, Clock::time_point now);
  void send_results();

  RankJob& job_;
  const std::uint64_t concurrent_work_pieces_;
  mutable std::mutex mutex_;  // guards the data about the pieces of work of this rank, which its threads share
  std::deque<std::uint64_t> work_pieces_to_carry_out_;
  std::map<std::uint64_t, Clock::time_point> work_piece_start_times_;
  bool is_work_request_unanswered_ = false, has_no_more_work_pieces_ = false;
  std::string unsent_results_;  ///< results that have not been sent yet, as the text of a message to the first rank
  Clock::time_point last_result_send_time_{};
  Clock::duration mean_time_of_work_piece_{};  ///< mean time for one piece of work, with more weight on recent pieces
};

}  // namespace switchyard
