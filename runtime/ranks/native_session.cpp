#include "runtime/ranks/native_session.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/defect.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr int kPacketTag = 20;  // MPI tag of all packets (the MPI messages that carry short messages and announcements)
// The first of the MPI tags for the data of long messages, which are announced by a packet.
constexpr int kFirstDataTag = 1024;
constexpr std::uint32_t kDataTagCount = 16384;
// The largest number of sent packets that are kept without testing whether their MPI sends are complete.
constexpr std::size_t kMostUntestedPacketSends = 16;
// The number of polls in a row that find nothing after which the session expects no further message.
constexpr int kEmptyPollsUntilEnd = 200;

/// Returns the number of unsuccessful polls after which a waiting rank yields its core. A rank that has a core of its
/// own gains nothing by yielding soon. Where there are more ranks than cores, Open MPI yields the core in each poll
/// already, so that another yield would double the wait.
int polls_before_yield() {
  constexpr int kMany = 20'000, kFew = 64;
  const char* const ranks_here = std::getenv("MPI_LOCALNRANKS");  // MPICH sets this variable
  if (ranks_here == nullptr) return kMany;
  return std::strtoul(ranks_here, nullptr, 10) > std::thread::hardware_concurrency() ? kFew : kMany;
}

int mpi_tag_of_announced_data(std::uint32_t number) { return kFirstDataTag + static_cast<int>(number % kDataTagCount); }

bool any_complete(std::span<Request* const> requests) {
  return std::ranges::any_of(requests, [](const Request* request) { return request->complete; });
}

std::size_t mark_complete_requests(std::span<Request* const> requests) {
  for (Request* request : requests) request->was_found_complete = request->complete;
  return static_cast<std::size_t>(
      std::ranges::count_if(requests, [](const Request* r) { return r->was_found_complete; }));
}

[[noreturn]] void refuse_active_messages() {
  throw UsageError("active messages are not carried natively", "use an emulated machine");
}

}  // namespace

NativeSession::NativeSession(RankJob& job)
    : job_(job),
      mpi_calls_(job.mpi_calls()),
      node_(NodeId{job.rank()}),
      start_time_(std::chrono::steady_clock::now()),
      polls_before_yield_(polls_before_yield()) {
  for (PacketBuffer& slot : receiving_slots_) {
    slot = take_free_packet_buffer();
    post_receive_into_slot(slot);
  }
}

/// Completes the MPI receives for packets that are still posted, by sending as many empty packets from this node to
/// itself.
NativeSession::~NativeSession() {
  for (std::size_t i = 0; i < kPostedPacketReceives; ++i) send_packet(node_, clear_to_send_packet_head(0), nullptr, 0);
  for (std::size_t i = 0; i < kPostedPacketReceives; ++i) {
    while (mpi_calls_.test(&receiving_slots_[(next_receiving_slot_ + i) % kPostedPacketReceives].request) == 0) {
    }
  }
  while (!sending_slots_.empty()) recycle_buffers_of_sent_packets();
  wait_for_all_ranks();
}

NativeSession::PacketHead NativeSession::clear_to_send_packet_head(std::uint32_t number) {
  PacketHead head;
  head.kind = PacketKind::clear_to_send;
  head.message_announcement_number = number;
  return head;
}

NativeSession::PacketBuffer NativeSession::take_free_packet_buffer() {
  if (spare_packet_buffers_.empty()) return {std::make_unique<std::byte[]>(sizeof(PacketHead) + kLongestShortMessage)};
  PacketBuffer slot = std::move(spare_packet_buffers_.back());
  spare_packet_buffers_.pop_back();
  return slot;
}

void NativeSession::post_receive_into_slot(PacketBuffer& slot) {
  slot.request = mpi_calls_.receive(slot.memory.get(), sizeof(PacketHead) + kLongestShortMessage, -1, kPacketTag);
}

// --- how packets are sent and handled --------------------------------------------------------------------------------

void NativeSession::send_packet(NodeId to, const PacketHead& head, const std::byte* data, std::size_t bytes) {
  PacketBuffer slot = take_free_packet_buffer();
  std::memcpy(slot.memory.get(), &head, sizeof(head));
  if (bytes > 0) std::memcpy(slot.memory.get() + sizeof(head), data, bytes);
  slot.request = mpi_calls_.send(slot.memory.get(), sizeof(head) + bytes, static_cast<int>(index(to)), kPacketTag);
  sending_slots_.push_back(std::move(slot));
}

/// Handles all packets that have arrived and all data transfers that are complete, without
/// waiting. Returns whether there were any.
bool NativeSession::handle_all_arrivals() {
  bool has_done = false;
  while (handle_next_packet()) has_done = true;
  return has_done;
}

/// Handles the next packet that has arrived or, if there is none, completes the requests for which
/// the data has been transferred. Does not wait. Returns whether there was anything to do.
bool NativeSession::handle_next_packet() {
  if (sending_slots_.size() > kMostUntestedPacketSends) recycle_buffers_of_sent_packets();
  return take_next_packet() || complete_transfers();
}

bool NativeSession::take_next_packet() {
  PacketBuffer& slot = receiving_slots_[next_receiving_slot_];
  if (mpi_calls_.test(&slot.request) == 0) return false;
  PacketHead head;
  std::memcpy(&head, slot.memory.get(), sizeof(head));
  dispatch_packet(head, slot.memory.get() + sizeof(head));
  post_receive_into_slot(slot);
  next_receiving_slot_ = (next_receiving_slot_ + 1) % kPostedPacketReceives;
  return true;
}

bool NativeSession::complete_transfers() {
  const auto is_done = [this](Transfer& transfer) {
    if (mpi_calls_.test(&transfer.mpi_request) == 0) return false;
    transfer.request->complete = true;
    return true;
  };
  return std::erase_if(data_sends_under_way_, is_done) + std::erase_if(data_receives_under_way_, is_done) > 0;
}

void NativeSession::recycle_buffers_of_sent_packets() {
  while (!sending_slots_.empty() && mpi_calls_.test(&sending_slots_.front().request) != 0) {
    spare_packet_buffers_.push_back(std::move(sending_slots_.front()));
    sending_slots_.pop_front();
  }
}

void NativeSession::dispatch_packet(const PacketHead& head, const std::byte* data) {
  if (head.kind == PacketKind::clear_to_send) return send_data(head.message_announcement_number);
  process_message_packet(head, data);
}

void NativeSession::process_message_packet(const PacketHead& head, const std::byte* data) {
  const MessageLabel label{NodeId{head.source}, Tag{head.tag}, head.context, head.mode};
  const bool is_announced = head.kind == PacketKind::announcement;
  if (Request* receive = posted_receives_.take_first_match(label)) {
    return is_announced
               ? begin_receiving_announced_data(*receive, label, head.message_bytes, head.message_announcement_number)
               : deliver_message(*receive, label, head.message_bytes, data);
  }
  check_message_may_be_early(label, node_, head.message_bytes, {});
  BufferedEarlyMessage& message = message_records_.take_message_record();
  message.label = label;
  message.bytes = head.message_bytes;
  message.is_announced = is_announced;
  message.message_announcement_number = head.message_announcement_number;
  message.data.clear();
  if (!is_announced) message.data.assign(data, data + head.message_bytes);
  early_messages_.add(message);
}

/// Starts to send the data of message number `number` that this node has announced, because the receiver has said that
/// it is ready.
void NativeSession::send_data(std::uint32_t number) {
  const auto found = sends_awaiting_clear_to_send_.find(number);
  if (found == sends_awaiting_clear_to_send_.end()) return;
  Request& request = *found->second;
  sends_awaiting_clear_to_send_.erase(found);
  request.matched = true;
  const auto under_way = mpi_calls_.send(request.data, request.bytes, static_cast<int>(index(request.peer)),
                                         mpi_tag_of_announced_data(number));
  data_sends_under_way_.push_back({&request, under_way});
}

// --- how messages are sent and received ------------------------------------------------------------------------------

void NativeSession::post(Request& request) {
  if (request.kind == Request::Kind::send) return send_message(request);
  if (request.has_taken_message) {
    auto& message = static_cast<BufferedEarlyMessage&>(*request.taken);
    probed_messages_.remove(message);
    return deliver_message(request, message);
  }
  if (BufferedEarlyMessage* message = early_messages_.find(request)) {
    early_messages_.remove(*message);
    return deliver_message(request, *message);
  }
  posted_receives_.post(request);
}

void NativeSession::send_message(Request& request) {
  const bool is_short = request.bytes <= kLongestShortMessage && !lasts_until_received(request.mode);
  PacketHead head;
  head.kind = is_short ? PacketKind::data : PacketKind::announcement;
  head.mode = request.mode;
  head.context = request.context;
  head.source = index(node_);
  head.tag = static_cast<std::uint32_t>(request.tag);
  head.message_announcement_number = announced_message_count_;
  head.message_bytes = request.bytes;
  if (!is_short) sends_awaiting_clear_to_send_.emplace(announced_message_count_++, &request);
  send_packet(request.peer, head, request.data, is_short ? request.bytes : 0);
  request.complete = is_short;
}

void NativeSession::record_received_label(Request& receive, const MessageLabel& label, std::uint64_t bytes) {
  if (bytes > receive.bytes && !receive.truncates) throw buffer_too_small_error(receive, label.source, bytes);
  receive.truncated = bytes > receive.bytes;
  receive.bytes = bytes;
  receive.peer = label.source;
  receive.tag = label.tag;
  ++received_message_count_;
  received_payload_bytes_ += bytes;
}

void NativeSession::deliver_message(Request& receive, const MessageLabel& label, std::uint64_t bytes,
                                    const std::byte* data) {
  const std::uint64_t fit = std::min(bytes, receive.bytes);
  if (fit > 0) std::memcpy(receive.data, data, fit);
  record_received_label(receive, label, bytes);
  receive.complete = true;
}

void NativeSession::deliver_message(Request& receive, BufferedEarlyMessage& message) {
  if (message.is_announced) {
    begin_receiving_announced_data(receive, message.label, message.bytes, message.message_announcement_number);
  } else {
    deliver_message(receive, message.label, message.bytes, message.data.data());
  }
  message_records_.give_back_message_record(message);
}

/// Posts the MPI receive for the data of an announced message, and only then tells the sender of the message that it
/// may send the data.
void NativeSession::begin_receiving_announced_data(Request& receive, const MessageLabel& label, std::uint64_t bytes,
                                                   std::uint32_t number) {
  std::byte* const data = receive.data;
  record_received_label(receive, label, bytes);
  data_receives_under_way_.push_back({&receive, mpi_calls_.receive(data, bytes, static_cast<int>(index(label.source)),
                                                                   mpi_tag_of_announced_data(number))});
  send_packet(label.source, clear_to_send_packet_head(number), nullptr, 0);
}

// --- waits, tests and probes -----------------------------------------------------------------------------------------

/// Polls for packets until `ready()` is true. After many polls that find nothing it yields the core, because there may
/// be more ranks than cores.
///
/// `ready` is called after each packet, before the next poll: if there are more ranks than cores, a poll that finds no
/// packet costs this node its turn, because Open MPI then yields the core.
template <class Ready>
void NativeSession::wait_until(Ready ready) {
  for (int idle = 0; !ready();) {
    if (handle_next_packet()) {
      idle = 0;
    } else if (++idle > polls_before_yield_) {
      std::this_thread::yield();
    }
  }
}

void NativeSession::wait_all(NodeId /*node*/, std::span<Request* const> requests, WaitSite /*where*/) {
  for (const Request* request : requests) {
    wait_until([request] { return request->complete; });
  }
}

void NativeSession::order_later_calls_after_requests(NodeId node, std::span<Request* const> requests, WaitSite where) {
  wait_all(node, requests, where);
}

std::size_t NativeSession::wait_any(NodeId /*node*/, std::span<Request* const> requests, WaitSite /*where*/) {
  wait_until([&] { return any_complete(requests); });
  const auto done = std::ranges::find_if(requests, [](const Request* request) { return request->complete; });
  return static_cast<std::size_t>(done - requests.begin());
}

void NativeSession::wait_some(NodeId /*node*/, std::span<Request* const> requests, WaitSite /*where*/) {
  wait_until([&] { return any_complete(requests); });
  mark_complete_requests(requests);
}

std::size_t NativeSession::count_complete_requests_at_no_cost(NodeId /*node*/, std::span<Request* const> requests,
                                                              CallSite /*site*/) {
  handle_all_arrivals();
  return mark_complete_requests(requests);
}

std::size_t NativeSession::test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough,
                                WaitSite where) {
  const std::size_t complete = count_complete_requests_at_no_cost(node, requests, where.site);
  if (complete < (enough == RequestTestCondition::all ? requests.size() : 1)) std::this_thread::yield();
  return complete;
}

std::size_t NativeSession::probe(Request& probe, WaitSite /*where*/) {
  handle_all_arrivals();
  BufferedEarlyMessage* const message = early_messages_.find(probe);
  if (message == nullptr) return 0;
  set_result_of_probe(probe, *message);
  probe.complete = true;
  if (probe.has_taken_message) {
    early_messages_.remove(*message);
    probed_messages_.add(*message);
    probe.taken = message;
  }
  return 1;
}

bool NativeSession::wait_for_message_of_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) {
  wait_until([&] { return this->probe(probe, {probe.site, call}) == 1 || any_complete(watched); });
  return probe.complete;
}

void NativeSession::cancel(Request& request) {
  handle_all_arrivals();
  if (request.complete || request.kind != Request::Kind::receive) return;
  request.cancelled = request.complete = !request.has_taken_message && posted_receives_.remove(request);
}

// --- time, active messages, and the end of a session -----------------------------------------------------------------

VirtualTime NativeSession::now(NodeId /*node*/) {
  return VirtualTime{std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - start_time_)};
}

bool NativeSession::take_part_in_collective(NodeId /*node*/, const CollectiveCall& /*call*/, CallSite /*site*/) {
  return true;
}
void NativeSession::send_active_message(const Packet& /*packet*/) { refuse_active_messages(); }
bool NativeSession::poll(NodeId /*node*/, std::span<Request* const> watched, CallSite /*site*/) {
  handle_all_arrivals();
  return any_complete(watched);
}
bool NativeSession::poll_until(NodeId /*node*/, const PollCondition& /*condition*/, CallSite /*site*/) {
  refuse_active_messages();
}
ActiveMessageState& NativeSession::active_message_state_of(NodeId /*node*/) { refuse_active_messages(); }

void NativeSession::finish(NodeId /*node*/) {
  wait_until([this] {
    recycle_buffers_of_sent_packets();
    return sending_slots_.empty() && data_sends_under_way_.empty();
  });
}

void NativeSession::fail(NodeId /*node*/, std::exception_ptr error) { error_ = std::move(error); }

void NativeSession::wait_for_all_ranks() { mpi_calls_.barrier(); }

std::vector<LeftOverMessage> NativeSession::left_over_messages() {
  wait_for_all_ranks();
  for (int quiet = 0; quiet < kEmptyPollsUntilEnd; ++quiet) {
    if (handle_all_arrivals()) quiet = 0;
  }
  std::vector<LeftOverMessage> all;
  const auto add = [&](const BufferedEarlyMessage& message) {
    all.push_back({message.label, node_, message.bytes, {}});
  };
  early_messages_.for_each(add);
  probed_messages_.for_each(add);
  return all;
}

}  // namespace switchyard
