#include "algorithms/schedule/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace switchyard {
namespace {

constexpr std::uint64_t kNotSent = std::numeric_limits<std::uint64_t>::max();

std::string text_of_source_and_destination(const ScheduledMessage& message) {
  return fmt::format("{} -> {}", index(message.source), index(message.destination));
}

/// The latest phase in which a port or a link was used, and the message that used it in that phase.
struct LastResourceUse {
  std::uint64_t phase = kNotSent;
  ScheduledMessage last_using_message;
};

class ScheduleVerifier {
 public:
  ScheduleVerifier(const Schedule& schedule, const CommunicationMatrix& matrix, const Routes* routes)
      : schedule_(schedule),
        matrix_(matrix),
        routes_(routes),
        phase_of_message_(matrix.message_count(), kNotSent),
        last_use_of_send_ports_(matrix.node_count()),
        last_use_of_receive_ports_(matrix.node_count()),
        last_use_of_links_(routes == nullptr ? 0 : routes->link_count()) {}

  std::vector<Violation> find_violations() {
    if (!check_node_counts()) return std::move(violations_);
    for (std::uint32_t p = 0; p < schedule_.phase_count(); ++p) check_phase(p);
    check_all_messages_sent();
    if (schedule_.message_count_outside_phases() > 0) {
      add_violation(
          Violation::Kind::message_outside_phases,
          fmt::format("{} messages stand after the end of the last phase", schedule_.message_count_outside_phases()));
    }
    return std::move(violations_);
  }

 private:
  void add_violation(Violation::Kind kind, std::string text) {
    if (violations_.size() < kMaxViolations) violations_.push_back({kind, std::move(text)});
  }

  bool check_node_counts() {
    check_node_count("schedule", schedule_.node_count());
    if (routes_ != nullptr) check_node_count("network", routes_->node_count());
    return violations_.empty();
  }

  void check_node_count(const char* what, std::uint32_t count) {
    if (count == matrix_.node_count()) return;
    add_violation(Violation::Kind::wrong_node_count,
                  fmt::format("the {} has {} nodes, the matrix {}", what, count, matrix_.node_count()));
  }

  void check_phase(std::uint32_t phase) {
    for (const ScheduledMessage& message : schedule_.phase(PhaseId{phase})) {
      if (std::max(index(message.source), index(message.destination)) >= matrix_.node_count()) {
        add_violation(Violation::Kind::no_such_node,
                      fmt::format("phase {}: {} names a node that does not exist; there are {}", phase + 1,
                                  text_of_source_and_destination(message), matrix_.node_count()));
        continue;
      }
      check_message(phase, message);
      check_port_use(last_use_of_send_ports_[index(message.source)], phase, message, "sends");
      check_receiver(phase, message);
      if (routes_ != nullptr) check_link_use(phase, message);
    }
  }

  void check_message(std::uint32_t phase, const ScheduledMessage& message) {
    const auto* entry = matrix_.find(message.source, message.destination);
    if (entry == nullptr) {
      return add_violation(Violation::Kind::no_such_message, fmt::format("phase {}: {} is not in the matrix", phase + 1,
                                                                         text_of_source_and_destination(message)));
    }
    if (entry->bytes != message.bytes) {
      add_violation(Violation::Kind::wrong_bytes,
                    fmt::format("phase {}: {} has {} bytes, the matrix says {}", phase + 1,
                                text_of_source_and_destination(message), message.bytes, entry->bytes));
    }
    const auto column = static_cast<std::uint64_t>(entry - matrix_.row(message.source).data());
    std::uint64_t& sent_in = phase_of_message_[matrix_.number_of_first_message(message.source) + column];
    if (sent_in != kNotSent) {
      add_violation(Violation::Kind::sent_twice, fmt::format("phase {}: {} was sent already, in phase {}", phase + 1,
                                                             text_of_source_and_destination(message), sent_in + 1));
    }
    sent_in = phase;
  }

  void check_receiver(std::uint32_t phase, const ScheduledMessage& message) {
    if (schedule_.shape() == PhaseShape::partial_permutation) {
      return check_port_use(last_use_of_receive_ports_[index(message.destination)], phase, message, "receives");
    }
    if (schedule_.shape() == PhaseShape::one_send) return;
    const ScheduledMessage& first = schedule_.phase(PhaseId{phase}).front();
    if (message.destination == first.destination) return;
    add_violation(Violation::Kind::two_receivers,
                  fmt::format("phase {}: {} and {} go to two nodes, and a gather has one receiver", phase + 1,
                              text_of_source_and_destination(first), text_of_source_and_destination(message)));
  }

  void check_port_use(LastResourceUse& use, std::uint32_t phase, const ScheduledMessage& message, const char* verb) {
    if (use.phase == phase) {
      const NodeId node = verb[0] == 's' ? message.source : message.destination;
      add_violation(
          Violation::Kind::node_contention,
          fmt::format("phase {}: node {} {} twice, {} and {}", phase + 1, index(node), verb,
                      text_of_source_and_destination(use.last_using_message), text_of_source_and_destination(message)));
    }
    use = {phase, message};
  }

  void check_link_use(std::uint32_t phase, const ScheduledMessage& message) {
    const bool second =
        message.route == Route::second && routes_->find_second_route(message.source, message.destination, path_);
    if (!second) routes_->route(message.source, message.destination, path_);
    for (const LinkId link : path_) {
      LastResourceUse& use = last_use_of_links_[index(link)];
      if (use.phase == phase) {
        add_violation(Violation::Kind::link_contention,
                      fmt::format("phase {}: {} and {} share link {}", phase + 1,
                                  text_of_source_and_destination(use.last_using_message),
                                  text_of_source_and_destination(message), index(link)));
      }
      use = {phase, message};
    }
  }

  void check_all_messages_sent() {
    for (std::uint32_t i = 0; i < matrix_.node_count(); ++i) {
      std::uint64_t number = matrix_.number_of_first_message(NodeId{i});
      for (const auto& entry : matrix_.row(NodeId{i})) {
        if (phase_of_message_[number++] != kNotSent) continue;
        add_violation(Violation::Kind::never_sent,
                      fmt::format("no phase has {} -> {} ({} bytes)", i, index(entry.destination), entry.bytes));
      }
    }
  }

  const Schedule& schedule_;
  const CommunicationMatrix& matrix_;
  const Routes* routes_;
  /// for each message of the matrix, the latest phase in which it was found, or kNotSent
  std::vector<std::uint64_t> phase_of_message_;
  std::vector<LastResourceUse> last_use_of_send_ports_;
  std::vector<LastResourceUse> last_use_of_receive_ports_;
  std::vector<LastResourceUse> last_use_of_links_;
  std::vector<LinkId> path_;
  std::vector<Violation> violations_;
};

}  // namespace

std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix) {
  return ScheduleVerifier(schedule, matrix, nullptr).find_violations();
}

std::vector<Violation> verify(const Schedule& schedule, const CommunicationMatrix& matrix, const Routes& routes) {
  return ScheduleVerifier(schedule, matrix, &routes).find_violations();
}

}  // namespace switchyard
