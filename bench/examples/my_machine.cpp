#include <algorithm>
#include <vector>

#include "machines/endpoint/simple_machine.hpp"
namespace sy = switchyard;

// A ring of one-way links. A message holds all links of its path until its last byte has crossed them.
class Ring final : public sy::SimpleMachine<Ring> {
 public:
  explicit Ring(std::uint32_t nodes) : SimpleMachine("ring", nodes, kCosts), free_from_(nodes) {}

  std::uint32_t link_count() const noexcept override { return node_count(); }
  void route(sy::NodeId from, sy::NodeId to, std::vector<sy::LinkId>& path) const override {
    path.clear();
    for (auto at = index(from); at != index(to); at = (at + 1) % node_count()) path.push_back(sy::LinkId{at});
  }
  sy::Duration message_time(std::uint64_t bytes) const override { return time_to_cross(node_count() / 2, bytes); }

  // Each run has a copy of this object, which remembers when each link becomes free.
  sy::Duration delivery_time(const sy::Request& send, sy::VirtualTime now) override {
    route(send.owner, send.peer, path_);
    sy::VirtualTime start = now;
    for (const sy::LinkId link : path_) start = std::max(start, free_from_[index(link)]);
    const sy::VirtualTime end = start + time_to_cross(path_.size(), send.bytes);
    for (const sy::LinkId link : path_) free_from_[index(link)] = end;
    return end - now;
  }

 private:
  static constexpr Costs kCosts{.send_overhead = std::chrono::microseconds{5},
                                .receive_overhead = std::chrono::microseconds{5},
                                .rates = {.basic_operation = std::chrono::nanoseconds{250}}};  // of a scheduler
  static sy::Duration time_to_cross(std::size_t links, std::uint64_t bytes) {
    return std::chrono::nanoseconds{100} * links + sy::TimePerByte{std::chrono::nanoseconds{10}} * bytes;
  }
  std::vector<sy::VirtualTime> free_from_;
  std::vector<sy::LinkId> path_;
};

sy::Machine my_machine(std::uint32_t nodes) { return sy::Machine(std::make_shared<Ring>(nodes)); }
