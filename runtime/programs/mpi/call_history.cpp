#include "runtime/programs/mpi/call_history.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/misuse.hpp"
#include "runtime/programs/mpi/failing.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

CallOfNode caller_of(const Call& call) { return {call.node.id(), call.site}; }
Values values_of_message(const MessageDescription& part) { return {part.buffer, part.count, part.type}; }
TypeSignature signature_of(const MessageDescription& part) { return {part.type, part.count}; }

/// Returns the type signature of a message that is sent. For a message of packed values, this is the signature of the
/// values that were packed, if it is known.
TypeSignature signature_to_send(const Call& call, const MessageDescription& part) {
  TypeSignature signature = signature_of(part);
  if (part.type == nullptr || part.type->uniform_type() != NamedType::packed) return signature;
  const auto packing = call.state.history->packed_values.find_record_of_packed_bytes(
      {static_cast<const std::byte*>(part.buffer), part.count});
  return packing ? packing->signature : signature;
}

MessageStream stream_of_received_message(Call& call, const MessageDescription& part, const Received& received) {
  return {.source = received.source,
          .destination = call.node.id(),
          .context = part.comm->context(),
          .tag = static_cast<int>(static_cast<std::uint32_t>(received.tag))};
}

MessageStream stream_of_sent_message(Call& call, const MessageDescription& part) {
  return {.source = call.node.id(),
          .destination = part.comm->node_at(part.peer),
          .context = part.comm->context(),
          .tag = part.tag};
}

void note_type_mismatch(Call& call, const RecordedReceive& receive) {
  if (!receive.send || receive.is_for_matched_probe) return;
  const std::string misfit = type_mismatch_text(*receive.send, receive.end);
  if (misfit.empty()) return;
  std::vector<CallOfNode> others{receive.send->originating_call};
  for (const SendOrReceiveCall* end : {&receive.end, &*receive.send}) {
    if (end->persistent_init_site != CallSite{})
      others.push_back({end->originating_call.node, end->persistent_init_site});
  }
  call.process.defect_notes.note_defect(call.node, DefectClass::parameter_matching, receive.end.originating_call.site,
                                        misfit, std::move(others));
}

/// Notes that a receive has got its message. Adds the sender's vector clock at the send to the
/// receiver's clock. If the send is not found, adds the sender's present clock, which knows at
/// least as much.
void note_completed_receive(Call& call, const RecordedReceivePtr& receive, const MessageStream& way) {
  MpiProgramState& state = call.state;
  EventOrder& order = state.history->event_order;
  state.history->posted_receives[index(call.node.id())].match_completed_receive(
      receive, way, state.history->sent_messages,
      [&](const RecordedReceive& known) { note_type_mismatch(call, known); });
  order.merge_events_into_clock_of_node(
      call.node.id(), receive->send ? receive->send->clock_at_call : order.vector_clock_of(way.source));
}

/// Notes a deadlock if the node that has entered the collective first is still in it, where it
/// waits for the members that have not entered the collective.
void note_deadlock(const CallHistory& history, const CollectiveHistory::UnfinishedCollective& collective) {
  constexpr std::size_t kMost = 3;
  const CallOfNode& first = collective.callers_that_have_entered_call.front();
  if (!history.last_calls[index(first.node)].is_inside_call) return;
  Defect defect{.kind = DefectClass::deadlock,
                .text = fmt::format(
                    "{} of {}:", call_text(first.site.called_function_name_or_default("a collective"), first.site),
                    collective.communicator_name)};
  defect.calls.push_back(first.to_defect_call());
  for (std::size_t i = 0; i < collective.absent_nodes.size() && i < kMost; ++i) {
    const NodeId node = collective.absent_nodes[i];
    const CallSite site = history.last_calls[index(node)].site;
    const bool is_inside = history.last_calls[index(node)].is_inside_call;
    const CallOfNode absent{node, site};
    defect.text += fmt::format("{} node {} has not come: {} {}", i == 0 ? "" : ",", index(node),
                               is_inside ? "it is in" : "its last call was",
                               call_text(site.called_function_name_or_default("a call"), site));
    defect.calls.push_back(absent.to_defect_call());
  }
  history.defect_log->add(std::move(defect));
}

using AwaitedPersistentRequest = CallHistory::AwaitedPersistentRequest;

/// Returns whether the receiving node has posted a receive that matches the message of a persistent send.
bool has_matching_receive(const CallHistory& history, const AwaitedPersistentRequest& send) {
  const MessageStream& way = send.message_stream;
  const auto sends = history.sent_messages.unreceived_sends(way.source, way.destination, way.context);
  const auto clocks = history.posted_receives[index(way.destination)].clocks_of_receives(sends);
  for (std::size_t i = 0; i < sends.size(); ++i) {
    if (sends[i].send_number == send.send_number) return clocks[i].has_value();
  }
  return true;
}

/// Returns whether a message is under way that a persistent receive may take.
bool has_matching_send(const CallHistory& history, const AwaitedPersistentRequest& receive) {
  const MessageStream& way = receive.message_stream;
  const auto fits = [&](const UnreceivedSend& send) {
    return way.tag == MPI_ANY_TAG || send.message_stream.tag == way.tag;
  };
  for (std::uint32_t source = 0; source < history.last_calls.size(); ++source) {
    if (!receive.is_from_any_node && NodeId{source} != way.source) continue;
    if (std::ranges::any_of(history.sent_messages.unreceived_sends(NodeId{source}, way.destination, way.context), fits))
      return true;
  }
  return false;
}

std::string text_of_request(const AwaitedPersistentRequest& request) {
  const std::string tag =
      request.message_stream.tag == MPI_ANY_TAG ? "any tag" : fmt::format("tag {}", request.message_stream.tag);
  if (request.is_send) return fmt::format("a send to node {} with {}", index(request.message_stream.destination), tag);
  if (request.is_from_any_node) return fmt::format("a receive from any node with {}", tag);
  return fmt::format("a receive from node {} with {}", index(request.message_stream.source), tag);
}

/// Notes a deadlock for each persistent request that `node` waits for in vain. The report names the waiting call, the
/// call that started the request, and the call that made the request and so set its tag and its partner.
void note_persistent_requests_awaited_in_vain(const CallHistory& history, NodeId node) {
  const CallHistory::LastCallOfNode& last = history.last_calls[index(node)];
  if (!last.is_inside_call) return;
  for (const AwaitedPersistentRequest& request : last.awaited_requests) {
    if (request.is_send ? has_matching_receive(history, request) : has_matching_send(history, request)) continue;
    const auto text_of_call = [](CallSite site) {
      return call_text(site.called_function_name_or_default("a call"), site);
    };
    Defect defect{
        .kind = DefectClass::deadlock,
        .text = fmt::format("{} waits for {}, which {} has started and {} has made, and {}", text_of_call(last.site),
                            text_of_request(request), text_of_call(request.start_site), text_of_call(request.init_site),
                            request.is_send ? "nobody receives such a message" : "nobody sends such a message")};
    for (const CallSite site : {last.site, request.start_site, request.init_site})
      defect.calls.push_back(CallOfNode{node, site}.to_defect_call());
    history.defect_log->add(std::move(defect));
  }
}

}  // namespace

CallHistory::CallHistory(Node& node)
    : event_order(node.node_count()),
      posted_receives(node.node_count()),
      reserved_contexts(std::make_shared<ReservedCommunicatorContexts>(node.node_count())),
      windows(event_order),
      files(event_order),
      memory_polls(node.node_count()),
      defect_log(node.defects()),
      last_calls(node.node_count()) {}

CallHistory::~CallHistory() {
  if (has_run_failed) return;
  for (const auto& collective : collectives.unfinished_collectives()) note_deadlock(*this, collective);
  for (std::uint32_t i = 0; i < last_calls.size(); ++i) note_persistent_requests_awaited_in_vain(*this, NodeId{i});
}

std::shared_ptr<CallHistory> CallHistory::of(Node& node) {
  static std::mutex mutex;
  static std::map<const void*, std::weak_ptr<CallHistory>> runs;
  if (node.defects() == nullptr) return nullptr;
  const std::lock_guard lock(mutex);
  std::erase_if(runs, [](const auto& each) { return each.second.expired(); });
  std::weak_ptr<CallHistory>& known = runs[node.run()];
  std::shared_ptr<CallHistory> history = known.lock();
  if (!history) known = history = std::make_shared<CallHistory>(node);
  return history;
}

namespace {

[[noreturn]] void end_run_for_mismatch(Call& call, const CallMismatch& mismatch, const std::string& where) {
  call.process.defect_notes.note_defect(call.node, mismatch.defect_class, call.site, mismatch.description,
                                        {mismatch.mismatching_call});
  wait_for_same_error_on_other_nodes(call);
  throw error_with_defect_class(misuse_error(call.function_name, call.site, where + mismatch.description),
                                mismatch.defect_class);
}

}  // namespace

bool waits_only_where_required(const Call& call) noexcept {
  return call.state.history != nullptr && !call.process.mode().do_collectives_synchronise;
}

void note_collective_begin(Call& call, Communicator& comm, ComparedCollectiveCall compared) {
  if (!call.state.history) return;
  compared.originating_call = caller_of(call);
  if (call.persistent_communicator == nullptr) compared.function = call.function_name;
  compared.rank = comm.group().rank();
  CallHistory& history = *call.state.history;
  const auto mismatch = history.collectives.note_member_enters(
      comm, comm.assign_collective_number(), std::move(compared), history.event_order.vector_clock_of(call.node.id()));
  if (mismatch) end_run_for_mismatch(call, *mismatch, communicator_as_text(comm) + ": ");
}

void note_group_call_begin(Call& call, const MemberNodes& members, Tag tag) {
  if (!call.state.history) return;
  if (const auto mismatch = call.state.history->collectives.note_group_call_begins(members, tag, caller_of(call)))
    end_run_for_mismatch(call, *mismatch, "");
}

void note_collective_end(Call& call, const Communicator& comm, std::uint32_t number,
                         EventKnowledgeAfterCollective learned) {
  if (!call.state.history) return;
  CallHistory& history = *call.state.history;
  history.event_order.merge_events_into_clock_of_node(call.node.id(),
                                                      history.collectives.note_member_leaves(comm, number, learned));
}

std::uint64_t note_send(Call& call, const MessageDescription& part, CallSite made) {
  if (!call.state.history) return 0;
  CallHistory& history = *call.state.history;
  return history.sent_messages.add_send(
      stream_of_sent_message(call, part),
      {caller_of(call), signature_to_send(call, part), history.event_order.vector_clock_of(call.node.id()), made,
       part.mode == SendMode::synchronous});
}

namespace {

/// Returns the vector clock that the receiving node had when it posted the receive for the message of the complete
/// synchronous send with the number `number`. If that receive is not found, returns the present clock of the receiving
/// node, which knows at least as much.
EventClock clock_of_receive(CallHistory& history, const MessageStream& way, std::uint64_t number) {
  if (auto known = history.sent_messages.take_clock_of_receive(number)) return *known;
  const auto sends = history.sent_messages.unreceived_sends(way.source, way.destination, way.context);
  const auto clocks = history.posted_receives[index(way.destination)].clocks_of_receives(sends);
  for (std::size_t i = 0; i < sends.size(); ++i) {
    if (sends[i].send_number == number && clocks[i]) return *clocks[i];
  }
  return history.event_order.vector_clock_of(way.destination);
}

}  // namespace

void note_completed_send(Call& call, const MessageDescription& part, std::uint64_t number) {
  if (number == 0 || part.mode != SendMode::synchronous || !call.state.history->event_order.keeps_clocks()) return;
  CallHistory& history = *call.state.history;
  history.event_order.merge_events_into_clock_of_node(
      call.node.id(), clock_of_receive(history, stream_of_sent_message(call, part), number));
}

void note_awaited_request(Call& call, const RequestRecord& record) {
  const bool is_send = record.kind == RequestRecord::Kind::send;
  if (!is_send && record.kind != RequestRecord::Kind::receive) return;
  if (record.history == nullptr || record.persistent_init_site == CallSite{} || record.handle.empty()) return;
  const bool is_from_any_node = !is_send && record.message_description.peer == MPI_ANY_SOURCE;
  const NodeId me = call.node.id(),
               peer = is_from_any_node ? me : record.message_description.comm->node_at(record.message_description.peer);
  call.state.history->last_calls[index(me)].awaited_requests.push_back(
      {.start_site = record.site,
       .init_site = record.persistent_init_site,
       .is_send = is_send,
       .send_number = record.history->send_number,
       .message_stream = {.source = is_send ? me : peer,
                          .destination = is_send ? peer : me,
                          .context = record.message_description.comm->context(),
                          .tag = record.message_description.tag},
       .is_from_any_node = is_from_any_node});
}

void note_cancelled_send(Call& call, const MessageDescription& part) {
  if (call.state.history) call.state.history->sent_messages.stop_matching_sends(stream_of_sent_message(call, part));
}

RecordedReceivePtr note_receive(Call& call, const MessageDescription& part, CallSite made) {
  if (!call.state.history) return nullptr;
  auto receive = std::make_shared<RecordedReceive>();
  receive->end = {caller_of(call), signature_of(part), call.state.history->event_order.vector_clock_of(call.node.id()),
                  made};
  const int source =
      part.peer == MPI_ANY_SOURCE ? MPI_ANY_SOURCE : static_cast<int>(index(part.comm->node_at(part.peer)));
  call.state.history->posted_receives[index(call.node.id())].add_posted_receive(receive, part.comm->context(), source,
                                                                                part.tag);
  return receive;
}

void note_message_seen_by_probe(Call& call, const MessageDescription& part, const Received& found) {
  if (!call.state.history || !call.state.history->event_order.keeps_clocks()) return;
  CallHistory& history = *call.state.history;
  const MessageStream way = stream_of_received_message(call, part, found);
  const auto sends = history.sent_messages.unreceived_sends(way.source, way.destination, way.context);
  const auto clocks = history.posted_receives[index(way.destination)].clocks_of_receives(sends);
  for (std::size_t i = 0; i < sends.size(); ++i) {
    if (sends[i].message_stream == way && !clocks[i])
      return history.event_order.merge_events_into_clock_of_node(call.node.id(), sends[i].clock_at_send);
  }
  history.event_order.merge_events_into_clock_of_node(call.node.id(), history.event_order.vector_clock_of(way.source));
}

RecordedReceivePtr note_message_found_by_probe(Call& call, const MessageDescription& part, const Received& found) {
  if (!call.state.history) return nullptr;
  auto receive = std::make_shared<RecordedReceive>();
  receive->is_for_matched_probe = true;
  const MessageStream way = stream_of_received_message(call, part, found);
  call.state.history->posted_receives[index(call.node.id())].add_posted_receive(
      receive, way.context, static_cast<int>(index(way.source)), way.tag);
  note_completed_receive(call, receive, way);
  return receive;
}

void note_receive_of_probed_message(Call& call, const RecordedReceivePtr& found, const MessageDescription& part) {
  if (found == nullptr) return;
  CallHistory& history = *call.state.history;
  found->end = {caller_of(call), signature_of(part), history.event_order.vector_clock_of(call.node.id())};
  found->is_for_matched_probe = false;
  if (found->send && found->send->is_synchronous)
    history.sent_messages.note_receive_of_synchronous_send(found->send->send_number, found->end.clock_at_call);
  note_type_mismatch(call, *found);
}

void note_partitioned_request(Call& call, const MessageStream& way, bool is_send, const MessageDescription& part) {
  if (!call.state.history) return;
  const SendOrReceiveCall own{caller_of(call), signature_of(part)};
  const auto other = call.state.history->unmatched_partitioned_calls.take_matching_call_or_store(way, is_send, own);
  if (!other || own.signature == other->signature) return;
  const SendOrReceiveCall& send = is_send ? own : *other;
  const SendOrReceiveCall& receive = is_send ? *other : own;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::parameter_matching, call.site,
      fmt::format("the partitions that are sent have {}, but those that are received {}", send.signature.text(),
                  receive.signature.text()),
      {other->originating_call});
}

void note_packed_values(Call& call, std::span<const std::byte> packed, std::size_t before,
                        const TypeSignature& values) {
  if (call.state.history) call.state.history->packed_values.add_packed_values(packed, before, values, caller_of(call));
}

void note_unpacked_values(Call& call, std::span<const std::byte> buffer, std::size_t offset,
                          const TypeSignature& values) {
  if (!call.state.history) return;
  const auto other = call.state.history->packed_values.find_packing_of_other_types(buffer, offset, values);
  if (!other) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::parameter_matching, call.site,
      fmt::format("it unpacks {} from byte {} on, but {} was packed", values.text(), offset, other->signature.text()),
      other->callers);
}

void note_end_of_packed_values(Call& call, std::span<const std::byte> buffer, std::size_t bytes) {
  // A program may give a size that its buffer does not have.
  if (!call.state.history || !call.process.text_of_memory_misuse(buffer).empty()) return;
  try {
    check_readable(buffer);
  } catch (const BadMemoryError&) {
    return;
  }
  call.state.packed_value_end_tracker.add(call.process.memory_watch, buffer, bytes, call.site);
}

void note_end_of_received_values(Call& call, const MessageDescription& part, const Received& received) {
  if (!call.state.history || received.cancelled || received.truncated) return;
  if (part.type->uniform_type() != NamedType::packed || !part.is_dense()) return;
  note_end_of_packed_values(call, {begin_of_dense_values(part.buffer, *part.type), part.bytes()}, received.bytes);
}

namespace {

std::span<const std::byte> memory_of_range(const ByteRanges::Range& range) {
  return {reinterpret_cast<const std::byte*>(range.first), range.second - range.first};
}

/// Returns whether a sequence of values must all lie in one array of the program. The values may lie in several
/// allocated blocks or variables only if each single value does.
bool must_values_lie_in_one_array(const Process& process, const Values& values) {
  if (!values.type->may_span_variables()) return true;
  if (values.count == 1) return false;
  const ByteRanges first = byte_ranges_of(Values{values.buffer, 1, values.type});
  return process.text_of_memory_misuse(memory_of_range(first.address_range())).empty();
}

/// Returns an error text that says why the program must not pass the values in the memory `ranges` to a call, or an
/// empty text if it may.
std::string misuse_text_of_values(const Process& process, const Values& values, const ByteRanges& ranges) {
  std::string fault = process.text_of_memory_misuse(memory_of_range(ranges.address_range()));
  if (fault.empty() || must_values_lie_in_one_array(process, values)) return fault;
  for (const ByteRanges::Range& range : ranges.ranges()) {
    const std::span<const std::byte> memory = memory_of_range(range);
    const bool is_beside_blocks =
        process.heap.contains(memory.data()) && !process.heap.bounds_of_block_at(memory.data());
    if (is_beside_blocks || !process.text_of_variable_memory_misuse(memory).empty()) return fault;
  }
  return {};
}

/// Returns an error text that says why the memory in `ranges` is no part of the buffer at the address `buffer`, or an
/// empty text if it may be. Memory before the buffer is not judged, because the program may give the address of any
/// part of an array.
std::string error_text_of_block_outside_buffer(const Process& process, const void* buffer, const ByteRanges& ranges) {
  const auto begin = reinterpret_cast<std::uintptr_t>(buffer);
  const auto [first, last] = ranges.address_range();
  if (buffer == nullptr || first <= begin) return {};
  return process.text_of_memory_misuse({static_cast<const std::byte*>(buffer), last - begin});
}

}  // namespace

void check_memory_bounds(Call& call, std::span<const Values> values) {
  if (!call.state.history) return;
  for (const Values& each : values) {
    if (each.bytes() == 0) continue;
    const ByteRanges ranges = byte_ranges_of(each);
    std::string fault = misuse_text_of_values(call.process, each, ranges);
    if (fault.empty()) fault = error_text_of_block_outside_buffer(call.process, each.buffer_of_all_blocks, ranges);
    if (!fault.empty()) fail(DefectClass::memory, MPI_ERR_BUFFER, "{}", fault);
  }
}

void detail::check_memory_of_result(Call& call, const void* memory, std::size_t bytes) {
  if (!call.state.history) return;
  call.process.memory_watch.check_memory_used_by_call_at_site(
      call.node, call.process.defect_notes, call.site, ByteRanges({static_cast<const std::byte*>(memory), bytes}),
      ReadOrWrite::writes);
}

namespace {

/// Fails because values that are written overlap. Names the ranks of two blocks that overlap, if there are such blocks.
[[noreturn]] void fail_for_overlap(std::span<const Values> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ByteRanges bytes = byte_ranges_of(values[i]);
    for (const Values& earlier : values.first(i)) {
      if (!earlier.rank_of_block || !values[i].rank_of_block || !bytes.overlap(byte_ranges_of(earlier))) continue;
      fail(DefectClass::invalid_parameter, MPI_ERR_ARG,
           "the memory for the values from rank {} overlaps that for the values from rank {}", *values[i].rank_of_block,
           *earlier.rank_of_block);
    }
  }
  fail(DefectClass::invalid_parameter, MPI_ERR_TYPE,
       "the memory to write has bytes that belong to two entries of its datatype");
}

/// Returns the bytes of memory in which the values lie. Fails if the values are written and entries of their datatypes
/// (MPI 3.1, sec. 4.1.11) or blocks for several ranks (sec. 5.5) overlap.
ByteRanges byte_ranges_checked_for_overlap(std::span<const Values> values, ReadOrWrite touch) {
  ByteRanges ranges = byte_ranges_of(values);
  if (touch == ReadOrWrite::writes && ranges.overlap_each_other()) fail_for_overlap(values);
  return ranges;
}

}  // namespace

void check_memory_access(Call& call, std::span<const Values> values, ReadOrWrite touch) {
  check_memory_bounds(call, values);
  if (!call.state.history) return;
  call.process.memory_watch.check_memory_used_by_call_at_site(call.node, call.process.defect_notes, call.site,
                                                              byte_ranges_checked_for_overlap(values, touch), touch);
}
void check_memory_access(Call& call, const MessageDescription& part, ReadOrWrite touch) {
  if (!call.state.history) return;  // returns early, to save the time for describing the values
  const Values values = values_of_message(part);
  check_memory_access(call, std::span(&values, 1), touch);
}

void check_memory_of_values(Call& call, const void* buffer, std::uint64_t count, const DatatypePtr& type,
                            ReadOrWrite touch) {
  if (!call.state.history) return;
  const Values values{const_cast<void*>(buffer), count, type->shared_layout()};
  check_memory_access(call, std::span(&values, 1), touch);
}
void check_access_to_byte_range(Call& call, std::span<const std::byte> bytes, ReadOrWrite touch) {
  if (!call.state.history) return;
  const Values values{const_cast<std::byte*>(bytes.data()), bytes.size(), layout_of(NamedType::byte)};
  check_memory_access(call, std::span(&values, 1), touch);
}

MemoryWatch::CallId begin_buffer_watch(Call& call, std::span<const Values> values, ReadOrWrite touch, CallSite made) {
  if (!call.state.history) return 0;
  check_memory_bounds(call, values);
  return call.process.memory_watch.begin_watching(call.node, call.process.defect_notes, {call.site, made},
                                                  byte_ranges_checked_for_overlap(values, touch), touch);
}
MemoryWatch::CallId begin_buffer_watch(Call& call, const MessageDescription& part, ReadOrWrite touch, CallSite made) {
  if (!call.state.history) return 0;  // returns early, to save the time for describing the values
  const Values values = values_of_message(part);
  return begin_buffer_watch(call, std::span(&values, 1), touch, made);
}

void end_buffer_watches(Call& call, RequestDefectWatchIds& watches, const CommunicatorPtr& comm) {
  if (watches.collective_number) note_collective_end(call, *comm, *watches.collective_number);
  if (watches.file_access_number != 0) call.state.history->files.note_access_is_complete(watches.file_access_number);
  for (const MemoryWatch::CallId id : {watches.watch_id_of_memory_read, watches.watch_id_of_memory_written}) {
    if (id != 0)
      call.process.memory_watch.check_and_stop_watching_call(call.node, call.process.defect_notes, call.site, id);
  }
  watches = {};
}

void note_received_message(Call& call, const RecordedReceivePtr& receive, const MessageDescription& part,
                           const Received& received) {
  if (receive == nullptr) return;
  if (received.cancelled)
    return call.state.history->posted_receives[index(call.node.id())].drop_cancelled_receive(receive);
  note_completed_receive(call, receive, stream_of_received_message(call, part, received));
}

}  // namespace switchyard::mpi
