#pragma once
/// \file scheduled_exchange.hpp
/// An all_to_all in which each member knows only the messages that it sends and receives itself. The members tell each
/// other what they send, each computes the same schedule, and then they carry out this schedule.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860" (1994), sec. 6: the
/// send vectors are concatenated at run time, and every node computes the same schedule.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/group/exchange_plans.hpp"
#include "runtime/group/under_way.hpp"

namespace switchyard {

/// The exchange pattern and the algorithm of the last schedule that a member has made in a group. If its next exchange
/// has the same pattern and algorithm, the schedule is used again, which costs no time.
struct LastSchedule {
  ExchangePattern pattern;
  std::shared_ptr<const ExchangeAlgorithm> algorithm = nullptr;
};

/// The rows of the communication matrix that a member knows so far: row i says how many bytes rank
/// i sends to each other rank. A row is sent as words of 4 bytes. If all messages of the row have
/// one size, the size is sent only once.
class SendVectors {
 public:
  /// `own` are the messages that member `rank` of a group with `size` members sends, sorted by destination.
  SendVectors(std::uint32_t rank, std::uint32_t size, const std::vector<GroupMessage>& own);

  bool is_complete() const noexcept { return known_row_count_ == size_; }
  /// One round of the all_gather by which all members get the rows. It uses recursive doubling if
  /// the number of members is a power of two, and otherwise the algorithm of Bruck et al. 1997.
  struct GatherRound {
    std::uint32_t destination_rank, source_rank;
    std::span<const std::byte> outgoing_rows;
    std::span<std::byte> incoming_rows;  ///< buffer for the received rows, with room for the longest rows that may come
  };
  GatherRound next_gather_round();
  /// Stores the rows that have arrived in the current round, which are the first `bytes` bytes of
  /// GatherRound::incoming_rows.
  void store_received_rows(std::size_t bytes);
  /// Returns all messages of the exchange, sorted by source and then by destination. Needs: is_complete().
  std::vector<GroupMessage> messages_of_exchange() const;

 private:
  using EncodedCommunicationMatrixRow = std::vector<std::uint32_t>;
  std::uint32_t first_rank_of_sent_rows() const;
  std::uint32_t first_rank_of_received_rows() const;

  std::uint32_t rank_, size_;
  std::uint32_t known_row_count_ = 1;
  std::uint32_t row_count_of_round_ = 0;                     ///< number of rows that a member gets in the current round
  std::vector<EncodedCommunicationMatrixRow> rows_by_rank_;  ///< rows by rank; a row is empty while it is unknown
  EncodedCommunicationMatrixRow outgoing_words_;
  std::unique_ptr<std::uint32_t[]> incoming_words_;
};

/// One member's part in an all_to_all that follows a schedule. Only the owner thread or fiber may
/// use this object.
class ScheduledExchange final : public CollectiveUnderWay {
 public:
  /// What the exchanges of one member need beside their calls: the member's rank, the machine, and the schedules made
  /// so far.
  struct ExchangeResources {
    std::uint32_t rank = 0;
    const MachineModel& machine;
    ExchangePlans& plans;
    std::shared_ptr<LastSchedule> last_schedule;
    bool is_scheduling_time_charged = true;
  };
  /// Makes the state of an exchange that the members of a group carry out by a schedule. Needs: the algorithm
  /// `group_call.exchange` is set and makes schedules.
  ScheduledExchange(const Call& call, GroupCall group_call, ExchangeResources setting);

  void post_next_round(Node& node) override;
  void on_message_complete(const Message& message, const Received& received) override;

 private:
  std::uint32_t member_count() const noexcept { return static_cast<std::uint32_t>(members_.size()); }
  void exchange_next_rows_of_matrix(Node& node);
  void check_expected_sizes(const std::vector<GroupMessage>& all) const;
  void begin_exchange(Node& node, std::vector<GroupMessage> all);

  GroupCall group_call_;
  ExchangeResources exchange_resources_;
  std::vector<NodeId> members_;
  /// The rows of the communication matrix that are known so far. Null if all blocks have equal size, and once all rows
  /// are known.
  std::unique_ptr<SendVectors> send_vectors_;
  bool has_begun_block_exchange_ = false;  ///< whether the blocks themselves are being exchanged
  bool has_missing_rows_ = false;          ///< whether the rows are incomplete because the run has ended
};

}  // namespace switchyard
