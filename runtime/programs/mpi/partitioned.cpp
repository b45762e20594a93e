/// \file partitioned.cpp
/// Partitioned messages: the program marks the parts of the data to send as ready, one after another. Each part is sent
/// as a message of its own, with a header. The sender and the receiver compute the same tag for these messages.
///
/// Source: MPI 4.0, chapter 4.

#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "runtime/group.hpp"
#include "runtime/group/under_way.hpp"
#include "runtime/programs/mpi/collective_work.hpp"
#include "runtime/programs/mpi/info.hpp"
#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

namespace {

/// The header of each message that carries one partition of a partitioned send.
struct PartitionHeader {
  std::uint32_t partition_number = 0, partition_count = 0;
};

}  // namespace

/// Receives the partitions of a partitioned message, each of which is a message of its own. Only the thread or fiber of
/// the receiver may use it.
class PartitionArrival final : public CollectiveUnderWay {
 public:
  /// `bytes` is the size of all partitions together. `take_known` is called for each message, and returns the events
  /// that the sender knew when it marked the partition as ready.
  PartitionArrival(Node& node, NodeId source, const MessageOptions& label, CallSite site, std::size_t bytes,
                   std::function<EventClock()> take_known)
      : CollectiveUnderWay({.context = label.context, .tag = label.tag, .site = site, .group = nullptr}, {}, {}),
        node_(node),
        source_(source),
        take_known_events_(std::move(take_known)),
        received_data_(bytes),
        received_message_(sizeof(PartitionHeader) + bytes) {}

  void post_next_round(Node& /*node*/) override {
    if (received_bytes_so_far_ == received_data_.size() || are_sent_and_expected_sizes_different()) return;
    ReceiveOptions options = TagSelector(tag(), context());
    options.truncates = true;
    const Handle handle = node_.post_receive(source_, received_message_, options, site());
    messages_of_round().push_back({.handle = handle, .rank = 0, .is_receive = true, .bytes = received_message_.size()});
  }
  // The program can see which of these messages have arrived, because MPI_Parrived asks for single partitions.
  bool can_program_see_single_messages_complete() const noexcept override { return true; }
  void on_message_complete(const Message& /*message*/, const Received& received) override {
    if (received.cancelled) return;
    const EventClock known = take_known_events_();
    PartitionHeader header;
    std::memcpy(&header, received_message_.data(), sizeof header);
    const std::size_t bytes = received.bytes - sizeof header;
    sent_bytes_ = bytes * header.partition_count;
    if (are_sent_and_expected_sizes_different()) return;
    if (arrived_partitions_.empty()) arrived_partitions_.resize(header.partition_count);
    if (known_events_.empty()) known_events_.resize(header.partition_count);
    arrived_partitions_[header.partition_number] = true;
    known_events_[header.partition_number] = known;
    received_bytes_so_far_ += bytes;
    std::memcpy(received_data_.data() + header.partition_number * bytes, received_message_.data() + sizeof header,
                bytes);
  }

  /// Returns whether the partitions of the sender have another total size than those of the receiver.
  bool are_sent_and_expected_sizes_different() const noexcept {
    return sent_bytes_ && *sent_bytes_ != received_data_.size();
  }
  /// Returns the total size in bytes of the sender's partitions. Needs: a partition has arrived.
  std::size_t sent_bytes() const { return sent_bytes_.value_or(received_data_.size()); }
  std::span<const std::byte> received_data() const noexcept { return received_data_; }
  /// Returns whether the bytes from `begin` to `end` - 1 of the partitioned message have arrived. Needs: begin < end.
  bool has_arrived(std::size_t begin, std::size_t end) const {
    if (arrived_partitions_.empty()) return false;
    const auto [first, last] = sender_partitions_with_bytes(begin, end);
    for (std::size_t i = first; i <= last; ++i) {
      if (!arrived_partitions_[i]) return false;
    }
    return true;
  }
  /// Returns the events that the sender knew when it marked the bytes from `begin` to `end` - 1 of the partitioned
  /// message as ready. Needs: has_arrived(begin, end).
  EventClock events_known_by_sender(std::size_t begin, std::size_t end) const {
    EventClock known;
    const auto [first, last] = sender_partitions_with_bytes(begin, end);
    for (std::size_t i = first; i <= last; ++i) merge_vector_clocks(known, known_events_[i]);
    return known;
  }

 private:
  /// Returns the numbers of the first and the last of the sender's partitions that contain bytes from `begin` to `end`
  /// - 1.
  std::pair<std::size_t, std::size_t> sender_partitions_with_bytes(std::size_t begin, std::size_t end) const {
    const std::size_t each = received_data_.size() / arrived_partitions_.size();
    return {begin / each, (end - 1) / each};
  }

  Node& node_;
  NodeId source_;
  std::function<EventClock()> take_known_events_;
  std::vector<std::byte> received_data_;  ///< the bytes of all partitions, in the order of the receiver's memory
  /// Buffer for the next message: the header and one partition of the sender.
  std::vector<std::byte> received_message_;
  std::optional<std::size_t> sent_bytes_;
  std::size_t received_bytes_so_far_ = 0;
  /// For each partition of the sender: whether it has arrived. Empty until the first one arrives.
  std::vector<bool> arrived_partitions_;
  /// For each partition of the sender: the events that the sender knew when it marked the partition as ready.
  std::vector<EventClock> known_events_;
};

namespace {

using Kind = RequestRecord::Kind;

/// Waits until the messages of a partitioned send are sent. Needs: all partitions are marked as ready, so that all
/// messages are posted.
class PostedPartitions final : public CollectiveUnderWay {
 public:
  PostedPartitions(const MessageOptions& label, CallSite site, std::vector<Handle> sends)
      : CollectiveUnderWay({.context = label.context, .tag = label.tag, .site = site, .group = nullptr}, {}, {}),
        sends_(std::move(sends)) {}

  void post_next_round(Node& /*node*/) override {
    for (const Handle& send : std::exchange(sends_, {})) messages_of_round().push_back({.handle = send});
  }

 private:
  std::vector<Handle> sends_;
};

/// The arguments of MPI_Psend_init or MPI_Precv_init, as a program gives them.
struct PartitionedArguments {
  const void* buffer;
  int partition_count;
  MPI_Count count;  ///< number of values in each partition of the message
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
  MPI_Info info;
};

MessageArguments arguments_of_message_of_all_partitions(const PartitionedArguments& arguments) {
  if (arguments.partition_count < 0) fail(MPI_ERR_ARG, "partitions {} is negative", arguments.partition_count);
  if (arguments.count < 0) fail(MPI_ERR_COUNT, "count {} is negative", arguments.count);
  if (arguments.partition_count > 0 &&
      arguments.count > std::numeric_limits<MPI_Count>::max() / arguments.partition_count)
    fail(MPI_ERR_COUNT, "{} partitions of {} values are too many values", arguments.partition_count, arguments.count);
  const MPI_Count all = arguments.partition_count * arguments.count;
  return {arguments.buffer, all, arguments.type, arguments.peer, arguments.tag, arguments.comm};
}

/// Returns the tag for the messages of a partitioned send or receive that the program is making. Both ends of a
/// partitioned message get the same tag, because the ends that match are those that are made in the same order (MPI
/// 4.0, sec. 4.2.1).
Tag assign_tag_to_partitioned_message(Call& call, Kind kind, const MessageDescription& part) {
  constexpr std::uint32_t kTagBits = 24, kNumbers = 128;
  if (part.tag >> kTagBits != 0) {
    fail(MPI_ERR_UNSUPPORTED_OPERATION, "partitioned messages have tags below {} here; this one has {}",
         std::uint32_t{1} << kTagBits, part.tag);
  }
  const std::uint32_t number =
      call.state.partitioned_request_counts[{kind == Kind::send, part.comm->context(), part.peer, part.tag}]++ %
      kNumbers;
  return Tag{number << kTagBits | static_cast<std::uint32_t>(part.tag)};
}

MessageOptions message_options_of(const RequestRecord& record) {
  return {.tag = record.message_partitions->tag,
          .context = record.message_description.comm->context_of_partitioned_messages()};
}

/// Returns the stream (sender, receiver, context and tag) of the messages that carry the partitions of a request.
MessageStream message_stream_of_partitions(Call& call, const RequestRecord& record) {
  const NodeId peer = record.message_description.comm->node_at(record.message_description.peer);
  const bool is_send = record.kind == Kind::send;
  const MessageOptions label = message_options_of(record);
  return {.source = is_send ? call.node.id() : peer,
          .destination = is_send ? peer : call.node.id(),
          .context = label.context,
          .tag = static_cast<int>(static_cast<std::uint32_t>(label.tag))};
}

MPI_Request add_partitioned_request(Call& call, Kind kind, MessageDescription part,
                                    const PartitionedArguments& arguments) {
  info_or_empty(call, arguments.info);
  RequestRecord record;
  record.kind = kind;
  record.message_description = std::move(part);
  record.message_partitions = std::make_unique<Partitions>(
      Partitions{.values_per_partition = static_cast<std::uint64_t>(arguments.count),
                 .is_done = std::vector<bool>(static_cast<std::size_t>(arguments.partition_count))});
  record.is_persistent = true;
  record.site = record.persistent_init_site = call.site;
  if (record.message_description.peer != MPI_PROC_NULL) {
    record.message_partitions->tag = assign_tag_to_partitioned_message(call, kind, record.message_description);
    const bool is_send = kind == Kind::send;
    note_partitioned_request(call, message_stream_of_partitions(call, record), is_send, record.message_description);
  }
  return add_request(call, std::move(record));
}

void make_partitioned_send(Call& call, const void* buf, int partitions, MPI_Count count, MPI_Datatype type, int dest,
                           int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  check_pointer(request, "request");
  const PartitionedArguments arguments{buf, partitions, count, type, dest, tag, comm, info};
  MessageDescription part = checked_message_to_send(call, arguments_of_message_of_all_partitions(arguments));
  *request = add_partitioned_request(call, Kind::send, std::move(part), arguments);
}

void make_partitioned_receive(Call& call, void* buf, int partitions, MPI_Count count, MPI_Datatype type, int source,
                              int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  check_pointer(request, "request");
  const PartitionedArguments arguments{buf, partitions, count, type, source, tag, comm, info};
  MessageDescription part = checked_message_to_receive(call, arguments_of_message_of_all_partitions(arguments));
  if (source == MPI_ANY_SOURCE) fail(MPI_ERR_RANK, "a partitioned receive has one source, and not MPI_ANY_SOURCE");
  if (tag == MPI_ANY_TAG) fail(MPI_ERR_TAG, "a partitioned receive has one tag, and not MPI_ANY_TAG");
  *request = add_partitioned_request(call, Kind::receive, std::move(part), arguments);
}

std::size_t checked_partition(const RequestRecord& record, int partition) {
  const std::size_t count = record.message_partitions->count();
  if (partition < 0 || static_cast<std::size_t>(partition) >= count)
    fail(MPI_ERR_ARG, "there is no partition {}; the message has {}", partition, count);
  return static_cast<std::size_t>(partition);
}

Values values_of_partition(const RequestRecord& record, std::size_t partition) {
  const Values all{record.message_description.buffer, record.message_description.count,
                   record.message_description.type};
  const std::uint64_t each = record.message_partitions->values_per_partition;
  return values_from_offset(all, static_cast<std::int64_t>(partition * each), each);
}

void watch_partition(Call& call, RequestRecord& record, std::size_t partition, ReadOrWrite touch) {
  const Values values = values_of_partition(record, partition);
  record.message_partitions->partition_watch_ids[partition] =
      begin_buffer_watch(call, std::span(&values, 1), touch, record.persistent_init_site);
}

void end_watch_of_partition(Call& call, RequestRecord& record, std::size_t partition) {
  const MemoryWatch::CallId watch = std::exchange(record.message_partitions->partition_watch_ids[partition], 0);
  if (watch != 0)
    call.process.memory_watch.check_and_stop_watching_call(call.node, call.process.defect_notes, call.site, watch);
}

// --- partitioned sends -----------------------------------------------------------------------------------------------

void post_partition(Call& call, RequestRecord& record, std::size_t partition) {
  const Values values = values_of_partition(record, partition);
  if (record.message_description.peer == MPI_PROC_NULL || values.bytes() == 0) return;
  Partitions& partitions = *record.message_partitions;
  const PartitionHeader header{static_cast<std::uint32_t>(partition), static_cast<std::uint32_t>(partitions.count())};
  std::vector<std::byte>& message = partitions.sent_messages.emplace_back(sizeof header + values.bytes());
  std::memcpy(message.data(), &header, sizeof header);
  pack(values.buffer, values.count, *values.type, std::span(message).subspan(sizeof header));
  if (!values.type->is_dense(values.count)) spend_copy_time(call.node, values.bytes(), call.site);
  const NodeId destination = record.message_description.comm->node_at(record.message_description.peer);
  if (call.state.history) {
    CallHistory& history = *call.state.history;
    history.sent_messages.add_send(message_stream_of_partitions(call, record),
                                   {.originating_call = {call.node.id(), call.site},
                                    .signature = {},
                                    .clock_at_call = history.event_order.vector_clock_of(call.node.id())});
  }
  partitions.posted_sends.push_back(call.node.post_send(destination, message, message_options_of(record), call.site));
}

/// Marks one partition of an active partitioned send as ready (MPI_Pready), and sends it.
void mark_partition_as_ready(Call& call, RequestRecord& record, int partition) {
  const std::size_t number = checked_partition(record, partition);
  Partitions& partitions = *record.message_partitions;
  if (partitions.is_done[number]) fail(MPI_ERR_REQUEST, "partition {} was marked as ready before", partition);
  watch_partition(call, record, number, ReadOrWrite::reads);
  post_partition(call, record, number);
  partitions.is_done[number] = true;
  if (!partitions.are_all_done() || partitions.posted_sends.empty()) return;
  record.handle = Group::start_in_background(
      call.node, std::make_shared<PostedPartitions>(message_options_of(record), call.site,
                                                    std::exchange(partitions.posted_sends, {})));
}

/// Returns the record of the request `request`. Fails unless it is an active partitioned send.
RequestRecord& active_partitioned_send(Call& call, MPI_Request request) {
  RequestRecord& record = record_of_existing_request(call, &request);
  if (record.kind != Kind::send || record.message_partitions == nullptr)
    fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "the request is no partitioned send");
  if (!record.is_active) fail(MPI_ERR_REQUEST, "the request is not started");
  return record;
}

void mark_single_partition_as_ready(Call& call, int partition, MPI_Request request) {
  mark_partition_as_ready(call, active_partitioned_send(call, request), partition);
}

void mark_range_as_ready(Call& call, int first, int last, MPI_Request request) {
  RequestRecord& record = active_partitioned_send(call, request);
  if (first > last) fail(MPI_ERR_ARG, "partition_low {} is more than partition_high {}", first, last);
  checked_partition(record, first);
  checked_partition(record, last);
  for (int partition = first; partition <= last; ++partition) mark_partition_as_ready(call, record, partition);
}

void mark_list_as_ready(Call& call, int length, const int* list, MPI_Request request) {
  RequestRecord& record = active_partitioned_send(call, request);
  const std::size_t count = checked_nonnegative_count(length, "length");
  check_array(call, list, "array_of_partitions", length);
  for (const int partition : std::span(list, count)) mark_partition_as_ready(call, record, partition);
}

// --- partitioned receives --------------------------------------------------------------------------------------------

/// Stores a partition that has arrived in the program's memory, unless it was stored before.
void store_partition(Call& call, RequestRecord& record, std::size_t partition) {
  Partitions& partitions = *record.message_partitions;
  if (partitions.is_done[partition]) return;
  partitions.is_done[partition] = true;
  end_watch_of_partition(call, record, partition);
  const Values values = values_of_partition(record, partition);
  if (partitions.received_partitions == nullptr || values.bytes() == 0) return;
  if (call.state.history) {
    call.state.history->event_order.merge_events_into_clock_of_node(
        call.node.id(), partitions.received_partitions->events_known_by_sender(partition * values.bytes(),
                                                                               (partition + 1) * values.bytes()));
  }
  unpack(partitions.received_partitions->received_data().subspan(partition * values.bytes(), values.bytes()),
         values.buffer, values.count, *values.type);
  if (!values.type->is_dense(values.count)) spend_copy_time(call.node, values.bytes(), call.site);
}

void report_partition_arrival(Call& call, MPI_Request request, int partition, int* flag) {
  check_pointer(flag, "flag");
  *flag = 1;
  if (request == MPI_REQUEST_NULL) return;
  RequestRecord& record = record_of_existing_request(call, &request);
  if (record.kind != Kind::receive || record.message_partitions == nullptr)
    fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "the request is no partitioned receive");
  const std::size_t number = checked_partition(record, partition);
  if (!record.is_active || record.message_partitions->is_done[number]) return;
  const std::size_t bytes = values_of_partition(record, number).bytes();
  const PartitionArrival* const arrival = record.message_partitions->received_partitions.get();
  const bool has_come = arrival == nullptr || bytes == 0 || test_request(call, record) ||
                        arrival->has_arrived(number * bytes, (number + 1) * bytes);
  *flag = has_come ? 1 : 0;
  if (has_come && (arrival == nullptr || !arrival->are_sent_and_expected_sizes_different()))
    store_partition(call, record, number);
}

}  // namespace

void start_partitioned_request(Call& call, RequestRecord& record) {
  Partitions& partitions = *record.message_partitions;
  const MessageDescription& part = record.message_description;
  partitions.is_done.assign(partitions.count(), false);
  partitions.partition_watch_ids.assign(partitions.count(), 0);
  record.received = {};
  record.site = call.site;
  record.is_active = record.was_ever_started = true;
  if (record.kind == Kind::send || part.peer == MPI_PROC_NULL) return;
  for (std::size_t i = 0; i < partitions.count(); ++i) watch_partition(call, record, i, ReadOrWrite::writes);
  const NodeId source = part.comm->node_at(part.peer);
  record.received = {.source = source, .bytes = 0, .tag = Tag{static_cast<std::uint32_t>(part.tag)}};
  if (part.bytes() == 0) return;
  const auto take_known = [history = call.state.history,
                           way = message_stream_of_partitions(call, record)]() -> EventClock {
    const auto send = history ? history->sent_messages.take_oldest_send(way) : std::nullopt;
    return send ? send->clock_at_call : EventClock{};
  };
  partitions.received_partitions = std::make_shared<PartitionArrival>(call.node, source, message_options_of(record),
                                                                      call.site, part.bytes(), take_known);
  record.handle = Group::start_in_background(call.node, partitions.received_partitions);
}

void release_buffer_of_partitions(Call& call, RequestRecord& record) {
  Partitions& partitions = *record.message_partitions;
  const std::shared_ptr<PartitionArrival> arrival = partitions.received_partitions;
  for (std::size_t i = 0; i < partitions.count(); ++i) {
    if (record.kind == Kind::receive && (arrival == nullptr || !arrival->are_sent_and_expected_sizes_different()))
      store_partition(call, record, i);
    end_watch_of_partition(call, record, i);
  }
  partitions.sent_messages.clear();
  if (arrival == nullptr) return;
  const NodeId source = record.message_description.comm->node_at(record.message_description.peer);
  record.received = {.source = source,
                     .bytes = arrival->sent_bytes(),
                     .tag = Tag{static_cast<std::uint32_t>(record.message_description.tag)}};
  partitions.received_partitions = nullptr;
}

SymbolBindings partitioned_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Psend_init, make_partitioned_send);
    SWITCHYARD_MPI_BIND(list, Precv_init, make_partitioned_receive);
    SWITCHYARD_MPI_BIND(list, Pready, mark_single_partition_as_ready);
    SWITCHYARD_MPI_BIND(list, Pready_range, mark_range_as_ready);
    SWITCHYARD_MPI_BIND(list, Pready_list, mark_list_as_ready);
    SWITCHYARD_MPI_BIND(list, Parrived, report_partition_arrival);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
