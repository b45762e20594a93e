#include "runtime/group/scheduled_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "runtime/group/algorithms.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {
namespace {

/// Returns the size of a message as the 4-byte word by which members tell each other sizes. Longer
/// messages count as 2^32 - 1 bytes, which makes no difference to a schedule.
std::uint32_t size_clamped_to_32_bits(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
}

/// Returns the word that precedes a row of the communication matrix when it is sent. It encodes
/// how many messages the row has, and whether they all have one size.
std::uint32_t encoded_row_header(std::size_t messages, bool are_message_sizes_of_row_equal) {
  return static_cast<std::uint32_t>(2 * messages + (are_message_sizes_of_row_equal ? 1 : 0));
}
std::size_t message_count_of_row(std::uint32_t first_word) { return first_word / 2; }
bool are_message_sizes_of_row_equal(std::uint32_t first_word) { return first_word % 2 == 1; }
std::size_t word_count_of_row(std::uint32_t first_word) {
  return are_message_sizes_of_row_equal(first_word) ? 2 + message_count_of_row(first_word)
                                                    : 1 + 2 * message_count_of_row(first_word);
}

std::vector<GroupMessage> nonempty_messages_sent_by_rank(const GroupCall& call, std::uint32_t rank,
                                                         std::uint32_t size) {
  std::vector<GroupMessage> own;
  for (std::uint32_t to = 0; to < size; ++to) {
    if (to != rank && call.input_blocks.counts[to] > 0) own.push_back({rank, to, call.input_blocks.counts[to]});
  }
  return own;
}

std::vector<GroupMessage> messages_of_complete_exchange(std::uint32_t size, std::uint64_t bytes) {
  std::vector<GroupMessage> all;
  for (std::uint32_t from = 0; bytes > 0 && from < size; ++from) {
    for (std::uint32_t to = 0; to < size; ++to) {
      if (to != from) all.push_back({from, to, bytes});
    }
  }
  return all;
}

}  // namespace

SendVectors::SendVectors(std::uint32_t rank, std::uint32_t size, const std::vector<GroupMessage>& own)
    : rank_(rank), size_(size), rows_by_rank_(size) {
  const bool one_size = !own.empty() && std::ranges::all_of(own, [&](const GroupMessage& message) {
    return size_clamped_to_32_bits(message.bytes) == size_clamped_to_32_bits(own.front().bytes);
  });
  EncodedCommunicationMatrixRow& row = rows_by_rank_[rank];
  row.push_back(encoded_row_header(own.size(), one_size));
  if (one_size) row.push_back(size_clamped_to_32_bits(own.front().bytes));
  for (const GroupMessage& message : own) {
    row.push_back(message.destination);
    if (!one_size) row.push_back(size_clamped_to_32_bits(message.bytes));
  }
}

std::uint32_t SendVectors::first_rank_of_sent_rows() const {
  return std::has_single_bit(size_) ? rank_ & ~(known_row_count_ - 1) : rank_;
}
std::uint32_t SendVectors::first_rank_of_received_rows() const {
  return std::has_single_bit(size_) ? (rank_ ^ known_row_count_) & ~(known_row_count_ - 1)
                                    : (rank_ + known_row_count_) % size_;
}

SendVectors::GatherRound SendVectors::next_gather_round() {
  row_count_of_round_ = std::min(known_row_count_, size_ - known_row_count_);
  outgoing_words_.clear();
  for (std::uint32_t i = 0; i < row_count_of_round_; ++i) {
    const EncodedCommunicationMatrixRow& row = rows_by_rank_[(first_rank_of_sent_rows() + i) % size_];
    outgoing_words_.insert(outgoing_words_.end(), row.begin(), row.end());
  }
  const std::size_t room = row_count_of_round_ * (1 + 2 * std::size_t{size_});
  incoming_words_ = std::make_unique_for_overwrite<std::uint32_t[]>(room);
  const bool doubles = std::has_single_bit(size_);
  return {.destination_rank = doubles ? rank_ ^ known_row_count_ : (rank_ + size_ - known_row_count_) % size_,
          .source_rank = doubles ? rank_ ^ known_row_count_ : (rank_ + known_row_count_) % size_,
          .outgoing_rows = std::as_bytes(std::span(outgoing_words_)),
          .incoming_rows = std::as_writable_bytes(std::span(incoming_words_.get(), room))};
}

void SendVectors::store_received_rows(std::size_t bytes) {
  std::span<const std::uint32_t> left(incoming_words_.get(), bytes / sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < row_count_of_round_ && !left.empty(); ++i) {
    const auto row = left.first(std::min(word_count_of_row(left.front()), left.size()));
    rows_by_rank_[(first_rank_of_received_rows() + i) % size_].assign(row.begin(), row.end());
    left = left.subspan(row.size());
  }
  known_row_count_ += row_count_of_round_;
}

std::vector<GroupMessage> SendVectors::messages_of_exchange() const {
  std::vector<GroupMessage> all;
  for (std::uint32_t rank = 0; rank < size_; ++rank) {
    const EncodedCommunicationMatrixRow& row = rows_by_rank_[rank];
    const bool one_size = are_message_sizes_of_row_equal(row.front());
    for (std::size_t i = 0; i < message_count_of_row(row.front()); ++i) {
      const std::size_t at = one_size ? 2 + i : 1 + 2 * i;
      all.push_back({rank, row[at], one_size ? row[1] : row[at + 1]});
    }
  }
  return all;
}

ScheduledExchange::ScheduledExchange(const Call& call, GroupCall group_call, ExchangeResources setting)
    : CollectiveUnderWay(call, {}, {}),
      group_call_(std::move(group_call)),
      exchange_resources_(std::move(setting)),
      members_(call.group->members()) {
  if (!group_call_.has_varying_block_sizes) return;
  send_vectors_ = std::make_unique<SendVectors>(
      exchange_resources_.rank, member_count(),
      nonempty_messages_sent_by_rank(group_call_, exchange_resources_.rank, member_count()));
}

void ScheduledExchange::post_next_round(Node& node) {
  CollectiveUnderWay::post_next_round(node);
  if (has_missing_rows_) return;
  while (messages_of_round().empty() && send_vectors_ && !send_vectors_->is_complete())
    exchange_next_rows_of_matrix(node);
  if (!messages_of_round().empty() || has_begun_block_exchange_) return;
  has_begun_block_exchange_ = true;
  if (!send_vectors_)
    return begin_exchange(node, messages_of_complete_exchange(member_count(), group_call_.in.size() / member_count()));
  std::vector<GroupMessage> all = send_vectors_->messages_of_exchange();
  send_vectors_.reset();
  check_expected_sizes(all);
  begin_exchange(node, std::move(all));
}

void ScheduledExchange::exchange_next_rows_of_matrix(Node& node) {
  const SendVectors::GatherRound round = send_vectors_->next_gather_round();
  CollectiveSteps steps;
  steps.exchange(round.destination_rank, round.outgoing_rows, round.source_rank, round.incoming_rows);
  replace_steps(std::move(steps));
  CollectiveUnderWay::post_next_round(node);
}

void ScheduledExchange::on_message_complete(const Message& message, const Received& received) {
  if (!send_vectors_ || !message.is_receive) return CollectiveUnderWay::on_message_complete(message, received);
  if (received.cancelled) {
    has_missing_rows_ = true;
  } else {
    send_vectors_->store_received_rows(received.bytes);
  }
}

/// Throws UsageError if another member sends this member a message whose size differs from the
/// size that this member expects.
void ScheduledExchange::check_expected_sizes(const std::vector<GroupMessage>& all) const {
  std::vector<std::uint64_t> sent(member_count());
  for (const GroupMessage& message : all) {
    if (message.destination == exchange_resources_.rank) sent[message.source] = message.bytes;
  }
  for (std::uint32_t rank = 0; rank < member_count(); ++rank) {
    const std::uint64_t expected = group_call_.output_blocks.counts[rank];
    if (rank == exchange_resources_.rank || sent[rank] == size_clamped_to_32_bits(expected)) continue;
    throw error_with_defect_class(misuse_error(collective_text(context(), tag()), site(),
                                               fmt::format("{} B were to come from node {}, which sends {} B", expected,
                                                           index(members_[rank]), sent[rank])),
                                  DefectClass::parameter_matching);
  }
}

void ScheduledExchange::begin_exchange(Node& node, std::vector<GroupMessage> all) {
  ExchangePattern pattern{members_, std::move(all)};
  const auto plan =
      exchange_resources_.plans.find_or_make_plan(exchange_resources_.machine, group_call_.exchange, pattern);
  LastSchedule& last = *exchange_resources_.last_schedule;
  const bool is_made = last.algorithm == group_call_.exchange && last.pattern == pattern;
  const Duration cost = node.rates().basic_operation * static_cast<std::int64_t>(plan->operations);
  if (!is_made && exchange_resources_.is_scheduling_time_charged && cost > Duration::zero()) node.compute(cost, site());
  last = {std::move(pattern), group_call_.exchange};

  CollectiveSteps steps;
  const auto given = detail::input_without_aliasing(steps, group_call_);
  const ExchangeData data = detail::blocks_of_all_to_all(group_call_, member_count(), given);
  steps.copy(data.block_to_send_to_rank(exchange_resources_.rank), data.result(exchange_resources_.rank));
  add_exchange_steps(steps, exchange_resources_.rank, *plan, data);
  replace_steps(std::move(steps));
  CollectiveUnderWay::post_next_round(node);
}

}  // namespace switchyard
