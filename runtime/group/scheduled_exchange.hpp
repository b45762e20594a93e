#pragma once
/// \file scheduled_exchange.hpp
/// An all_to_all of which each member knows only what it sends and receives itself: the members tell each other what
/// they send, each makes the schedule, and then they carry it out.
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

/// The schedule that a member has made last in a group. While the messages stay the same, it need not be made again.
struct LastSchedule {
  ExchangePattern pattern;
  std::shared_ptr<const ExchangeAlgorithm> algorithm = nullptr;
};

/// The rows of the communication matrix that a member knows so far: of each rank, how many bytes go where. As messages
/// they are words of 4 bytes: a row that has messages of one size holds that size once.
class SendVectors {
 public:
  /// `own`: by destination.
  SendVectors(std::uint32_t rank, std::uint32_t size, const std::vector<GroupMessage>& own);

  bool is_complete() const noexcept { return known_ == size_; }
  /// The next round of their concatenation: recursive doubling where the members are a power of two, or else as in
  /// Bruck et al. 1997.
  struct Round {
    std::uint32_t to, from;
    std::span<const std::byte> out;
    std::span<std::byte> in;  ///< room for whatever may come
  };
  Round next_round();
  /// So many bytes of the round's room have been filled.
  void take(std::size_t bytes);
  /// All messages, in order. Needs: is_complete().
  std::vector<GroupMessage> messages() const;

 private:
  using Words = std::vector<std::uint32_t>;
  std::uint32_t first_sent() const;
  std::uint32_t first_received() const;

  std::uint32_t rank_, size_;
  std::uint32_t known_ = 1;
  std::uint32_t coming_ = 0;  ///< rows of the round under way
  std::vector<Words> rows_;   ///< empty while unknown
  Words out_;
  std::unique_ptr<std::uint32_t[]> in_;
};

/// Owner thread or fiber only.
class ScheduledExchange final : public CollectiveUnderWay {
 public:
  /// Who makes the call, and what all that it makes have in common.
  struct Setting {
    std::uint32_t rank = 0;
    const MachineModel& machine;
    ExchangePlans& plans;
    std::shared_ptr<LastSchedule> last;
    bool schedules_cost = true;
  };
  /// Needs: `group_call` has an exchange with a schedule.
  ScheduledExchange(const Call& call, GroupCall group_call, Setting setting);

  void advance(Node& node) override;
  void arrived(const Message& message, const Received& received) override;

 private:
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(members_.size()); }
  void tell_next(Node& node);
  void check_results(const std::vector<GroupMessage>& all) const;
  void begin_exchange(Node& node, std::vector<GroupMessage> all);

  GroupCall group_call_;
  Setting setting_;
  std::vector<NodeId> members_;
  std::unique_ptr<SendVectors> vectors_;  ///< null where all know everything, and once it is known
  bool has_begun_ = false;                ///< the exchange itself
  bool lacks_rows_ = false;               ///< the run has ended meanwhile
};

}  // namespace switchyard
