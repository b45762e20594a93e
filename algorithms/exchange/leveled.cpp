#include "algorithms/exchange/leveled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algorithms/exchange/payload.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"

namespace switchyard {
namespace {

/// One message as its two nodes need it.
struct Parcel {
  NodeId source, destination;
  std::uint32_t number;  ///< in the list, and its tag
  std::uint32_t level;
  Duration ready;
  Route route;
  std::vector<std::byte> sent, received;
};

constexpr double kMostBytes = 1e9;     ///< of all messages, which the host holds twice
constexpr double kLatestReady = 1e15;  ///< ns: eleven days

void check_size(std::span<const ListedMessage> messages, std::uint64_t packet_bytes, Duration unit) {
  double bytes = 0;
  for (const ListedMessage& m : messages) {
    bytes += static_cast<double>(m.packets) * static_cast<double>(packet_bytes);
    if (bytes > kMostBytes) {
      throw UsageError(
          fmt::format("message {} makes it more than {:.0f} bytes in all; use smaller packets", m.id, kMostBytes));
    }
    if (m.ready * static_cast<double>(unit.count()) <= kLatestReady) continue;
    throw UsageError(
        fmt::format("message {} is ready at {}, later than can be emulated; use an earlier time", m.id, m.ready));
  }
}

/// What all nodes look at. Each parcel's buffers belong to its two nodes, its completion to its destination.
class ListRun {
 public:
  ListRun(std::span<const ListedMessage> messages, const LeveledList& leveled, const MessagePaths& paths,
          std::uint64_t packet_bytes, Duration unit, std::uint32_t nodes)
      : level_count_(leveled.level_count()), outgoing_(nodes), incoming_(nodes), completion_(messages.size()) {
    double first = messages.empty() ? 0 : messages.front().ready;
    for (const ListedMessage& message : messages) first = std::min(first, message.ready);
    parcels_.reserve(messages.size());
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
      const ListedMessage& m = messages[i];
      if (std::max(index(m.source), index(m.destination)) >= nodes) {
        throw UsageError(fmt::format("message {} is between nodes that the machine of {} nodes has not", m.id, nodes));
      }
      if (m.source == m.destination) continue;
      const std::uint64_t bytes = m.packets * packet_bytes;
      const auto ready = std::llround((m.ready - first) * static_cast<double>(unit.count()));
      parcels_.push_back({m.source, m.destination, i, leveled.levels[i], Duration{ready},
                          paths.is_detour(leveled.paths[i]) ? Route::second : Route::automatic,
                          std::vector<std::byte>(bytes), std::vector<std::byte>(bytes)});
      fill_payload(parcels_.back().sent, i);
    }
    for (Parcel& parcel : parcels_) {
      outgoing_[index(parcel.source)].push_back(&parcel);
      incoming_[index(parcel.destination)].push_back(&parcel);
    }
    for (auto* side : {&outgoing_, &incoming_}) {
      for (auto& parcels : *side) std::ranges::stable_sort(parcels, {}, &Parcel::level);
    }
  }

  /// After each level a barrier. A node takes what arrives as it comes.
  void by_level(Node& self) {
    const auto receives = post_receives(self);
    auto sends = outgoing_[index(self.id())].begin();
    auto arrivals = receives.begin();
    for (std::uint32_t level = 1; level <= level_count_; ++level) {
      std::vector<Handle> pending, expected;
      std::vector<Parcel*> parcels;
      for (; arrivals != receives.end() && arrivals->parcel->level == level; ++arrivals) {
        expected.push_back(arrivals->handle);
        parcels.push_back(arrivals->parcel);
      }
      for (; sends != outgoing_[index(self.id())].end() && (*sends)->level == level; ++sends) {
        pending.push_back(send(self, **sends));
      }
      take(self, expected, parcels);
      self.wait_all(pending);
      self.barrier();
    }
  }

  void freely(Node& self) {
    const auto receives = post_receives(self);
    std::vector<Handle> pending, expected;
    std::vector<Parcel*> parcels;
    for (Parcel* parcel : outgoing_[index(self.id())]) pending.push_back(send(self, *parcel));
    for (const Receive& receive : receives) {
      expected.push_back(receive.handle);
      parcels.push_back(receive.parcel);
    }
    take(self, expected, parcels);
    self.wait_all(pending);
  }

  std::vector<Duration> completion() && { return std::move(completion_); }

 private:
  struct Receive {
    Handle handle;
    Parcel* parcel;
  };

  std::vector<Receive> post_receives(Node& self) {
    std::vector<Receive> receives;
    for (Parcel* parcel : incoming_[index(self.id())]) {
      receives.push_back({self.post_receive(parcel->source, parcel->received, Tag{parcel->number}), parcel});
    }
    return receives;
  }

  static Handle send(Node& self, const Parcel& parcel) {
    if (parcel.ready > Duration::zero()) {
      const Duration left = VirtualTime{parcel.ready} - self.now();
      if (left > Duration::zero()) self.compute(left);
    }
    return self.post_send(parcel.destination, parcel.sent, {.tag = Tag{parcel.number}, .route = parcel.route});
  }

  void take(Node& self, std::vector<Handle>& expected, const std::vector<Parcel*>& parcels) {
    for (std::size_t left = expected.size(); left > 0; --left) {
      const Parcel& parcel = *parcels[self.wait_any(expected)];
      completion_[parcel.number] = self.now().time_since_epoch();
      if (first_corrupted_byte(parcel.received, parcel.number)) {
        throw DataError(fmt::format("the message from node {} to node {} ({} B) is corrupted", index(parcel.source),
                                    index(parcel.destination), parcel.received.size()),
                        DataError::Kind::corrupted);
      }
    }
  }

  std::uint32_t level_count_;
  std::vector<Parcel> parcels_;
  std::vector<std::vector<Parcel*>> outgoing_, incoming_;  ///< by node, in the order of the levels
  std::vector<Duration> completion_;
};

}  // namespace

double ListRunResult::mean_completion_us() const {
  if (completion.empty()) return 0;
  const Duration sum = std::accumulate(completion.begin(), completion.end(), Duration::zero());
  return microseconds(sum) / static_cast<double>(completion.size());
}

ListRunResult run_list(const Machine& machine, std::span<const ListedMessage> messages, const LeveledList& leveled,
                       const MessagePaths& paths, const ListRunOptions& options) {
  if (leveled.levels.size() != messages.size() || paths.message_count() != messages.size()) {
    throw UsageError(fmt::format("{} levels for a list of {} messages; give the list that they were made of",
                                 leveled.levels.size(), messages.size()));
  }
  const Duration unit = options.time_unit.value_or(machine.model().message_time(options.packet_bytes));
  check_size(messages, options.packet_bytes, unit);
  ListRun list(messages, leveled, paths, options.packet_bytes, unit, machine.node_count());
  ListRunResult result;
  result.report = run(
      machine, [&](Node& self) { options.pace == Pace::by_level ? list.by_level(self) : list.freely(self); },
      options.run);
  result.completion = std::move(list).completion();
  return result;
}

}  // namespace switchyard
