#include "machines/unlimited.hpp"

#include "machines/endpoint/simple_machine.hpp"

namespace switchyard::machines {
namespace {

class ContentionFreeNetworkMachine final : public SimpleMachine<ContentionFreeNetworkMachine> {
 public:
  explicit ContentionFreeNetworkMachine(std::uint32_t nodes) : SimpleMachine("unlimited", nodes) {}
  Duration message_time(std::uint64_t /*bytes*/) const override { return std::chrono::microseconds{1}; }
  Duration acknowledge_time() const override { return Duration::zero(); }
};

}  // namespace

Machine unlimited(std::uint32_t nodes) { return Machine(std::make_shared<const ContentionFreeNetworkMachine>(nodes)); }

}  // namespace switchyard::machines
