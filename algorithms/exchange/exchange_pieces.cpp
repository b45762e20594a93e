#include "algorithms/exchange/exchange_pieces.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/exchange/payload.hpp"
#include "algorithms/exchange/workload.hpp"

namespace switchyard {
namespace {

/// The steps, the messages and the buffers of one node for the current piece of a complete exchange. A piece is a few
/// consecutive steps.
class CurrentExchangePiece {
 public:
  CurrentExchangePiece(const Node& self, const StepFormula& formula, std::uint64_t bytes)
      : node_count_(self.node_count()),
        own_node_(self.id()),
        formula_(formula),
        bytes_per_message_(bytes),
        message_memory_(std::size_t{2} * kStepsPerExchangePiece * bytes) {}

  void prepare_steps_and_messages_of_piece(std::uint32_t first, std::uint32_t end) {
    plan_.clear();
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    sends.reserve(end - first);
    receives.reserve(end - first);
    std::byte* place = message_memory_.data();
    std::ranges::fill(message_memory_, std::byte{0});
    for (std::uint32_t number = first; number < end; ++number) {
      PlanStep step = formula_.step(node_count_, own_node_, number);
      if (step.send) {
        step.send->bytes = bytes_per_message_;
        const std::span<std::byte> data(place, bytes_per_message_);
        fill_payload(data, message_number(own_node_, step.send->peer));
        sends.push_back({step.send->peer, data});
        place += bytes_per_message_;
      }
      if (step.receive) {
        step.receive->bytes = bytes_per_message_;
        receives.push_back(
            {step.receive->peer, message_number(step.receive->peer, own_node_), {place, bytes_per_message_}});
        place += bytes_per_message_;
      }
      plan_.push_back(step);
    }
    traffic_ = NodeTraffic(std::move(sends), std::move(receives));
  }

  const NodeTraffic& traffic() const noexcept { return traffic_; }
  std::span<const PlanStep> steps_of_piece() const noexcept { return plan_; }

 private:
  /// Returns the number of the message from `source` to `destination`, counted row by row in the
  /// matrix of the complete exchange.
  std::uint32_t message_number(NodeId source, NodeId destination) const noexcept {
    return index(source) * (node_count_ - 1) + index(destination) - (destination > source ? 1 : 0);
  }

  std::uint32_t node_count_;
  NodeId own_node_;
  const StepFormula& formula_;
  std::uint64_t bytes_per_message_;
  std::vector<std::byte> message_memory_;
  std::vector<PlanStep> plan_;
  NodeTraffic traffic_;
};

}  // namespace

void exchange_in_pieces(Node& self, const Algorithm::Execution& execution, const StepFormula& formula,
                        std::uint64_t bytes, Protocol protocol, bool verify) {
  const std::uint32_t steps = formula.step_count(self.node_count());
  CurrentExchangePiece piece(self, formula, bytes);
  for (std::uint32_t first = 0; first < steps; first += kStepsPerExchangePiece) {
    piece.prepare_steps_and_messages_of_piece(first, std::min(first + kStepsPerExchangePiece, steps));
    execution(self, piece.traffic(), piece.steps_of_piece(), protocol);
    if (verify) piece.traffic().verify_received_data(self.id());
  }
}

}  // namespace switchyard
