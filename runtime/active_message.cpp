#include "runtime/active_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Marks this thread, for as long as the object exists, as running the handler of an active message or a poll
/// condition.
class RunningHandlerScope {
 public:
  explicit RunningHandlerScope(const CallSite& site)
      : outer_call_site_(std::exchange(t_call_site_of_running_handler, &site)) {}
  ~RunningHandlerScope() { t_call_site_of_running_handler = outer_call_site_; }
  RunningHandlerScope(const RunningHandlerScope&) = delete;
  RunningHandlerScope& operator=(const RunningHandlerScope&) = delete;

 private:
  const CallSite* outer_call_site_;
};

NodeError handler_error(const Packet& packet, const char* what) {
  return {packet.destination,
          fmt::format("node {}, handler of the active message from node {} ({}): {}", index(packet.destination),
                      index(packet.source), call_site_text(packet.site), what)};
}

/// Returns the error for a handler that frees a busy lock wrongly. It blames the node that frees the lock, and not the
/// node to which the lock belongs.
NodeError unlock_error(const Packet& packet, const ForeignUnlock& error) {
  return {error.by(), fmt::format("node {}, active message to node {} ({}): {}", index(packet.source),
                                  index(packet.destination), call_site_text(packet.site), error.what())};
}

}  // namespace

NodeError polling_error(NodeId node, const CallSite& site, const char* what) {
  return {node, fmt::format("node {}, polling ({}): {}", index(node), call_site_text(site), what)};
}

DataError never_handled_error(const Packet& first, std::size_t count) {
  return DataError(fmt::format("{} active message{} to node {} {} never handled; the first: from node {} ({})", count,
                               count == 1 ? "" : "s", index(first.destination), count == 1 ? "was" : "were",
                               index(first.source), call_site_text(first.site)));
}

void run_handler(Packet& packet, ActiveMessage& message) {
  const RunningHandlerScope scope(packet.site);
  try {
    packet.run(message, packet.arguments.data());
  } catch (const ForeignUnlock& error) {
    throw unlock_error(packet, error);
  } catch (const std::exception& error) {
    throw handler_error(packet, error.what());
  } catch (...) {
    throw handler_error(packet, "it threw something that is not a std::exception");
  }
}

bool condition_holds(const PollCondition& condition, const CallSite& site) {
  const RunningHandlerScope scope(site);
  return condition.holds(condition.what);
}

void BusyLock::unlock(NodeId by) {
  std::uint32_t expected = index(by);
  if (holder_.compare_exchange_strong(expected, kFree)) {
    if (call_when_unlocked_) call_when_unlocked_();
    return;
  }
  throw ForeignUnlock(by, fmt::format("node {} frees a busy lock that {}", index(by),
                                      expected == kFree ? "is free" : fmt::format("node {} holds", expected)));
}

ActiveMessageState::~ActiveMessageState() { delete[] bulk_ports_.load(); }

void ActiveMessageState::refuse_access_to_state() const {
  throw UsageError(fmt::format("node {} {}", index(node_),
                               state_for_handlers_ == nullptr
                                   ? "exposes no state to handlers; let its program call expose first"
                                   : "exposes state of another type to handlers"));
}

void ActiveMessageState::open_port(BulkPortId id, std::span<std::byte> buffer, const Packet& packet_when_complete) {
  if (index(id) >= bulk_port_count_) {
    throw UsageError(fmt::format("there is no port {}; a node has ports 0 to {}", index(id), bulk_port_count_ - 1));
  }
  if (buffer.empty())
    throw UsageError(fmt::format("port {} has an empty buffer; it must expect at least one byte", index(id)));
  if (bulk_ports_.load() == nullptr) bulk_ports_.store(new BulkPort[bulk_port_count_]);
  BulkPort& port = bulk_ports_.load()[index(id)];
  if (port.is_open.load()) throw UsageError(fmt::format("port {} is open already", index(id)));
  port.buffer = buffer;
  port.missing_bytes.store(buffer.size());
  port.packet_when_complete = packet_when_complete;
  port.is_open.store(true);
}

std::optional<Packet> ActiveMessageState::add_bulk_data(const BulkData& gather, NodeId source) {
  BulkPort* const ports = bulk_ports_.load();
  const std::uint32_t number = index(gather.port);
  if (ports == nullptr || number >= bulk_port_count_ || !ports[number].is_open.load()) {
    throw UsageError(
        fmt::format("port {} of node {} is not open; it must be before a copy to it starts", number, index(node_)));
  }
  BulkPort& port = ports[number];
  const std::uint64_t bytes = gather.bytes();
  if (gather.offset > port.buffer.size() || bytes > port.buffer.size() - gather.offset ||
      bytes > port.missing_bytes.load()) {
    throw UsageError(
        fmt::format("a copy of {} B to offset {} does not fit into port {} of node {}, of {} B and {} B missing", bytes,
                    gather.offset, number, index(node_), port.buffer.size(), port.missing_bytes.load()));
  }
  std::byte* to = port.buffer.data() + gather.offset;
  for (const auto& piece : gather.pieces) to = std::copy(piece.begin(), piece.end(), to);
  if (bytes == 0 || port.missing_bytes.fetch_sub(bytes) != bytes) return std::nullopt;
  Packet packet_when_complete = port.packet_when_complete;
  packet_when_complete.source = source;
  port.is_open.store(false);
  return packet_when_complete;
}

std::vector<OpenBulkPort> ActiveMessageState::ports_still_open() const {
  std::vector<OpenBulkPort> open;
  const BulkPort* const ports = bulk_ports_.load();
  for (std::uint32_t i = 0; ports != nullptr && i < bulk_port_count_; ++i) {
    if (ports[i].is_open.load()) open.push_back({BulkPortId{i}, ports[i].missing_bytes.load(), ports[i].buffer.size()});
  }
  return open;
}

void ActiveMessageState::check_nothing_left_open() const {
  if (const auto holder = busy_lock_.holder()) {
    throw DataError(
        fmt::format("the busy lock of node {} is still held by node {} at the end", index(node_), index(*holder)));
  }
  for (const OpenBulkPort& port : ports_still_open()) {
    throw DataError(fmt::format("port {} of node {} still waits for {} of its {} B at the end", index(port.id),
                                index(node_), port.missing_bytes, port.bytes));
  }
}

void ActiveMessage::set_reply(const Packet& reply) {
  if (reply_packet_) throw UsageError("it replied before; one packet answers one packet");
  reply_packet_ = reply;
  reply_packet_->tries_lock = handled_packet_.tries_lock;
}

}  // namespace switchyard
