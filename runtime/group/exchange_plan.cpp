#include "runtime/group/exchange_plan.hpp"

namespace switchyard {
namespace {

/// The message that a member sends and the message that it receives in one phase of a schedule; a message without data
/// is left out.
struct PhaseMessages {
  PhaseMessages(const ExchangePhaseOfMember& part, const ExchangeData& data) {
    if (part.send && !data.block_to_send_to_rank(part.send->rank).empty()) message_to_send = part.send;
    if (part.receive && !data.result(part.receive->rank).empty()) message_to_receive = part.receive;
  }
  std::optional<PlannedMessage> message_to_send, message_to_receive;
};

/// Makes the list of steps by which one member carries out its part of a schedule (ExchangePlan). Each public function
/// is for one ExchangePace.
class ExchangePlanStepsBuilder {
 public:
  ExchangePlanStepsBuilder(CollectiveSteps& steps, std::uint32_t rank, const ExchangePlan& plan,
                           const ExchangeData& data)
      : steps_(steps), rank_(rank), plan_(plan), data_(data) {
    for (const ExchangePhaseOfMember& part : plan.parts[rank]) phase_messages_.emplace_back(part, data);
  }

  void add_all_messages_at_once() {
    add_all_receives();
    for (const PhaseMessages& part : phase_messages_) {
      if (part.message_to_send) add_send(*part.message_to_send);
    }
    steps_.end_exchange();
  }

  /// Adds the steps of a schedule with ExchangePace::handshakes. In each phase the receive for the destination's signal
  /// is posted before the receive of data, because the other member sends its signal first.
  void add_messages_with_handshakes() {
    for (const PhaseMessages& part : phase_messages_) {
      if (part.message_to_send) steps_.receive_signal(part.message_to_send->rank);
      if (part.message_to_receive) {
        steps_.begin_receive(part.message_to_receive->rank, data_.result(part.message_to_receive->rank));
        steps_.signal(part.message_to_receive->rank);
      }
      steps_.end_round();
      if (part.message_to_send) add_send(*part.message_to_send);
      steps_.end_exchange();
    }
  }

  void add_blocking_messages() {
    for (const PhaseMessages& part : phase_messages_) {
      const bool receives_first = part.message_to_receive && rank_ < part.message_to_receive->rank;
      if (receives_first) add_receive_and_end_round(*part.message_to_receive);
      if (part.message_to_send) add_send_and_end_round(*part.message_to_send);
      if (part.message_to_receive && !receives_first) add_receive_and_end_round(*part.message_to_receive);
    }
  }

  void add_messages_one_after_another() {
    add_all_receives();
    add_sends_one_after_another();
  }

  void add_messages_after_barrier() {
    add_all_receives();
    add_barrier_of_empty_messages();
    add_sends_one_after_another();
  }

 private:
  void add_all_receives() {
    for (const PhaseMessages& part : phase_messages_) {
      if (part.message_to_receive)
        steps_.begin_receive(part.message_to_receive->rank, data_.result(part.message_to_receive->rank));
    }
  }
  void add_send(const PlannedMessage& message) {
    steps_.send(message.rank, data_.block_to_send_to_rank(message.rank), {plan_.protocol, message.route});
  }
  void add_send_and_end_round(const PlannedMessage& message) {
    add_send(message);
    steps_.end_round();
  }
  void add_receive_and_end_round(const PlannedMessage& message) {
    steps_.receive(message.rank, data_.result(message.rank));
    steps_.end_round();
  }
  void add_sends_one_after_another() {
    for (const PhaseMessages& part : phase_messages_) {
      if (part.message_to_send) add_send_and_end_round(*part.message_to_send);
    }
    steps_.end_exchange();
  }
  /// Adds the steps of a barrier by dissemination, with messages that carry no data. Members that neither send nor
  /// receive data take no part in the barrier, because they may not have the schedule.
  void add_barrier_of_empty_messages() {
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t rank = 0; rank < plan_.parts.size(); ++rank) {
      if (!plan_.parts[rank].empty()) ranks.push_back(rank);
    }
    const auto size = ranks.size();
    const auto place = static_cast<std::size_t>(std::ranges::lower_bound(ranks, rank_) - ranks.begin());
    if (place == size || ranks[place] != rank_) return;
    for (std::size_t distance = 1; distance < size; distance *= 2) {
      steps_.receive_signal(ranks[(place + size - distance) % size]);
      steps_.signal(ranks[(place + distance) % size]);
      steps_.end_round();
    }
  }

  CollectiveSteps& steps_;
  std::uint32_t rank_;
  const ExchangePlan& plan_;
  const ExchangeData& data_;
  std::vector<PhaseMessages> phase_messages_;
};

}  // namespace

void add_exchange_steps(CollectiveSteps& steps, std::uint32_t rank, const ExchangePlan& plan,
                        const ExchangeData& data) {
  ExchangePlanStepsBuilder member(steps, rank, plan, data);
  switch (plan.pace) {
    case ExchangePace::at_once:
      return member.add_all_messages_at_once();
    case ExchangePace::handshakes:
      return member.add_messages_with_handshakes();
    case ExchangePace::blocking:
      return member.add_blocking_messages();
    case ExchangePace::in_turn:
      return member.add_messages_one_after_another();
    case ExchangePace::synchronised:
      return member.add_messages_after_barrier();
  }
}

void add_unscheduled_exchange_steps(CollectiveSteps& steps, std::uint32_t rank, std::uint32_t size,
                                    const ExchangeData& data, Rng& rng) {
  std::vector<std::uint32_t> destinations;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (i == rank) continue;
    if (!data.result(i).empty()) steps.receive(i, data.result(i));
    if (!data.block_to_send_to_rank(i).empty()) destinations.push_back(i);
  }
  shuffle(std::span(destinations), rng);
  for (const std::uint32_t to : destinations) steps.send(to, data.block_to_send_to_rank(to));
  steps.end_round();
}

}  // namespace switchyard
