#include "runtime/ranks/work_desk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <new>
#include <sstream>
#include <thread>
#include <utility>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

// A message to the first rank, which hands out the pieces of work, begins with one of the following letters and a
// number.
constexpr char kWorkRequestMessageCode = 'a';  // message: the rank asks for pieces of work; the number says how many
// A rank sends this letter when it has ended pieces of work; no number follows it. For each of these pieces there is a
// line with the number of the piece and the length of its result, and then the result.
constexpr char kWorkResultsMessageCode = 'r';
// A message says by this letter that a piece of work has failed. The number of the piece follows the letter. A line
// with the exit code follows, and then the text of the error.
constexpr char kWorkFailureMessageCode = 'f';
constexpr char kRankEndedMessageCode = 'e';  // message: the rank has ended its share of the work

constexpr auto kWorkBatchTime = 50ms;
constexpr std::uint64_t kMostWorkPiecesInBatch = 1024;
constexpr auto kResultSendInterval = 10ms;
constexpr std::chrono::microseconds kFirstRankPollInterval{1000}, kOtherRankPollInterval{100};

std::uint64_t leading_number_in_text(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string_view take_first_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Returns the exit code and the text of the exception that is being handled.
std::pair<ExitCode, std::string> code_and_text_of_current_error() {
  try {
    throw;
  } catch (const Error& error) {
    return {error.exit_code(), error.what()};
  } catch (const std::bad_alloc&) {
    return {ExitCode::failed, "not enough memory; use fewer jobs or smaller messages"};
  } catch (const std::exception& error) {
    return {ExitCode::failed, error.what()};
  }
}

}  // namespace

void WorkDistributor::carry_out_shared_work(const std::function<void()>& own_share, const std::stop_token& stop) {
  std::thread desk([&] { serve_other_ranks(stop); });
  own_share();
  desk.join();
}

void WorkDistributor::serve_other_ranks(const std::stop_token& stop) {
  while (ended_rank_count_ + 1 < job_.rank_count() && !stop.stop_requested()) {
    if (const auto message = job_.try_receive(RankWorkShare::kToFirstRankTag)) {
      handle_message_of_other_rank(*message);
    } else {
      std::this_thread::sleep_for(kFirstRankPollInterval);
    }
  }
}

void WorkDistributor::handle_message_of_other_rank(const RankMessage& message) {
  std::string_view rest = message.message_text;
  const std::string_view first = take_first_line(rest);
  const std::uint64_t number = leading_number_in_text(first.substr(1));
  switch (first.front()) {
    case kWorkRequestMessageCode:
      return hand_out_work_pieces(message.source_rank, number);
    case kWorkResultsMessageCode:
      return add_results(rest);
    case kWorkFailureMessageCode: {
      mark_work_piece_as_returned(number);
      const auto code = static_cast<ExitCode>(leading_number_in_text(take_first_line(rest)));
      return shared_work_.add_failure(number, std::make_exception_ptr(Error(std::string(rest), code)));
    }
    case kRankEndedMessageCode:
      ++ended_rank_count_;
  }
}

void WorkDistributor::add_results(std::string_view results) {
  while (!results.empty()) {
    const std::string_view head = take_first_line(results);
    const std::uint64_t piece = leading_number_in_text(head),
                        length = leading_number_in_text(head.substr(head.find(' ') + 1));
    mark_work_piece_as_returned(piece);
    shared_work_.add_result(piece, results.substr(0, length));
    results.remove_prefix(length);
  }
}

void WorkDistributor::hand_out_work_pieces(std::uint32_t rank, std::uint64_t wanted) {
  std::string pieces;
  for (std::uint64_t left = work_batch_size_for(wanted); left > 0; --left) {
    const auto piece = shared_work_.take_piece();
    if (!piece) break;
    const std::lock_guard lock(mutex_);
    handed_out_work_pieces_.insert(*piece);
    pieces += fmt::format("{} ", *piece);
  }
  job_.send(rank, RankWorkShare::kFromFirstRankTag, std::move(pieces));
}

/// Returns how many pieces of work to hand out to a rank that asks for `wanted` pieces. Towards the end of the work,
/// the rank gets no more than half of its share of the pieces that are left.
std::uint64_t WorkDistributor::work_batch_size_for(std::uint64_t wanted) const {
  return std::clamp<std::uint64_t>(shared_work_.upper_bound_of_pieces_left() / (2 * std::uint64_t{job_.rank_count()}),
                                   1, std::max<std::uint64_t>(wanted, 1));
}

void WorkDistributor::mark_work_piece_as_returned(std::uint64_t piece) {
  const std::lock_guard lock(mutex_);
  handed_out_work_pieces_.erase(piece);
}

std::set<std::uint64_t> WorkDistributor::numbers_of_pieces_handed_out() const {
  const std::lock_guard lock(mutex_);
  return handed_out_work_pieces_;
}

void WorkDistributor::tell_all_ranks_no_work_is_left(RankJob& job) {
  for (std::uint32_t rank = 1; rank < job.rank_count(); ++rank) job.send(rank, RankWorkShare::kFromFirstRankTag, {});
}

std::optional<std::uint64_t> RankWorkShare::take_piece() {
  const std::lock_guard lock(mutex_);
  take_or_request_work_pieces();
  if (work_pieces_to_carry_out_.empty()) return std::nullopt;
  const std::uint64_t piece = work_pieces_to_carry_out_.front();
  work_pieces_to_carry_out_.pop_front();
  work_piece_start_times_.emplace(piece, Clock::now());
  return piece;
}

std::optional<std::uint64_t> RankWorkShare::wait_for_next_work_piece(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (const auto piece = take_piece()) return piece;
    if (has_no_more_work_pieces()) return std::nullopt;
    std::this_thread::sleep_for(kOtherRankPollInterval);
  }
  return std::nullopt;
}

std::uint64_t RankWorkShare::waiting_work_piece_count() const {
  const std::lock_guard lock(mutex_);
  return work_pieces_to_carry_out_.size();
}

bool RankWorkShare::has_no_more_work_pieces() const {
  const std::lock_guard lock(mutex_);
  return has_no_more_work_pieces_ && work_pieces_to_carry_out_.empty();
}

/// Takes the pieces of work in the first rank's answer, if the answer has arrived, and asks the first rank for more
/// pieces if few are left.
void RankWorkShare::take_or_request_work_pieces() {
  if (is_work_request_unanswered_) {
    if (const auto answer = job_.try_receive(kFromFirstRankTag)) {
      is_work_request_unanswered_ = false;
      std::istringstream numbers(answer->message_text);
      has_no_more_work_pieces_ = answer->message_text.empty();
      for (std::uint64_t piece = 0; numbers >> piece;) work_pieces_to_carry_out_.push_back(piece);
    }
  }
  if (is_work_request_unanswered_ || has_no_more_work_pieces_ ||
      work_pieces_to_carry_out_.size() > wanted_work_piece_count() / 2)
    return;
  job_.send(0, kToFirstRankTag, fmt::format("{}{}", kWorkRequestMessageCode, wanted_work_piece_count()));
  is_work_request_unanswered_ = true;
}

std::uint64_t RankWorkShare::wanted_work_piece_count() const {
  if (mean_time_of_work_piece_ <= Clock::duration::zero()) return concurrent_work_pieces_;
  return std::clamp<std::uint64_t>(
      concurrent_work_pieces_ * static_cast<std::uint64_t>(kWorkBatchTime / mean_time_of_work_piece_),
      concurrent_work_pieces_, std::max(concurrent_work_pieces_, kMostWorkPiecesInBatch));
}

/// Records how long a piece of work has taken. The number of pieces that the rank asks for next depends on it.
void RankWorkShare::record_time_of_work_piece(std::uint64_t piece, Clock::time_point now) {
  const auto begun = work_piece_start_times_.find(piece);
  if (begun == work_piece_start_times_.end()) return;
  const Clock::duration time = now - begun->second;
  work_piece_start_times_.erase(begun);
  mean_time_of_work_piece_ =
      mean_time_of_work_piece_ == Clock::duration::zero() ? time : (7 * mean_time_of_work_piece_ + time) / 8;
}

void RankWorkShare::send_result_of_work_piece(std::uint64_t piece, std::string_view result) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  record_time_of_work_piece(piece, now);
  unsent_results_ += fmt::format("{} {}\n{}", piece, result.size(), result);
  if (!work_pieces_to_carry_out_.empty() && now - last_result_send_time_ < kResultSendInterval) return;
  send_results();
  last_result_send_time_ = now;
}

void RankWorkShare::send_failure_of_work_piece(std::uint64_t piece) {
  const auto [code, text] = code_and_text_of_current_error();
  const std::lock_guard lock(mutex_);
  record_time_of_work_piece(piece, Clock::now());
  send_results();
  job_.send(0, kToFirstRankTag,
            fmt::format("{}{}\n{}\n{}", kWorkFailureMessageCode, piece, static_cast<int>(code), text));
}

void RankWorkShare::send_results() {
  if (unsent_results_.empty()) return;
  job_.send(0, kToFirstRankTag, fmt::format("{}\n{}", kWorkResultsMessageCode, unsent_results_));
  unsent_results_.clear();
}

void RankWorkShare::carry_out_all_work_pieces(const std::function<std::string(std::uint64_t piece)>& carry_out,
                                              const std::stop_token& stop) {
  while (const auto piece = wait_for_next_work_piece(stop)) {
    try {
      send_result_of_work_piece(*piece, carry_out(*piece));
    } catch (...) {  // the error goes to the first rank, which reports it
      send_failure_of_work_piece(*piece);
    }
  }
}

void RankWorkShare::announce_end_of_work_share(const std::stop_token& stop) {
  {
    const std::lock_guard lock(mutex_);
    send_results();
  }
  job_.send(0, kToFirstRankTag, std::string(1, kRankEndedMessageCode));
  if (!stop.stop_requested()) job_.wait_until_all_messages_are_sent();
}

}  // namespace switchyard
