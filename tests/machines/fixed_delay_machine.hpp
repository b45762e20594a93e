#pragma once
/// \file fixed_delay_machine.hpp
/// The simplest emulated machine, for tests: every message takes latency + bytes * time per byte, whatever other
/// messages are on their way.

#include <memory>

#include "machines/endpoint/simple_machine.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

struct FixedDelayOptions {
  std::uint32_t nodes = 2;
  Duration latency = std::chrono::microseconds{10};
  TimePerByte per_byte{std::chrono::nanoseconds{10}};
  /// Whether the receiver stores messages that come before their receives; if not, a send waits for its receive.
  bool stores_early_messages = true;
  ProcessorRates rates{};
};

class FixedDelayMachine final : public SimpleMachine<FixedDelayMachine> {
 public:
  explicit FixedDelayMachine(const FixedDelayOptions& delay)
      : SimpleMachine("fixed_delay", delay.nodes, {.buffers = delay.stores_early_messages, .rates = delay.rates}),
        options_(delay) {}
  Duration message_time(std::uint64_t bytes) const override { return options_.latency + options_.per_byte * bytes; }
  /// Returns this machine with another number of nodes. The stress test uses it to reproduce a failure with fewer
  /// nodes.
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    constexpr std::uint32_t kMostNodes = 1U << 20U;
    FixedDelayOptions other = options_;
    other.nodes = nodes;
    return nodes > 0 && nodes <= kMostNodes ? std::make_shared<FixedDelayMachine>(other) : nullptr;
  }

 private:
  FixedDelayOptions options_;
};

inline Machine fixed_delay_machine(const FixedDelayOptions& delay = {}) {
  return Machine(std::make_shared<FixedDelayMachine>(delay));
}

}  // namespace switchyard
