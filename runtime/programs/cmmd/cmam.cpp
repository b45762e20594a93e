/// \file cmam.cpp
/// Provides CMAM: active messages whose handlers are functions of the program, and bulk transfers.
///
/// Each node has its own copy of a handler, at another address. So a packet names the handler by its offset in the
/// program. This offset and the four words that the handler gets do not fit into one packet of 16 bytes: so the words
/// are stored in CmmdRun, and the packet contains the offset and a pointer to the words.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runtime/error.hpp"
#include "runtime/misuse.hpp"
#include "runtime/programs/cmmd/cmmd.hpp"
#include "runtime/programs/image.hpp"

namespace switchyard {

std::shared_ptr<CmmdRun> CmmdRun::find_or_make_cmmd_run(Node& node) {
  static std::mutex mutex;
  static std::map<const void*, std::weak_ptr<CmmdRun>> runs;
  const std::lock_guard lock(mutex);
  std::erase_if(runs, [](const auto& each) { return each.second.expired(); });
  std::weak_ptr<CmmdRun>& known = runs[node.run()];
  std::shared_ptr<CmmdRun> run = known.lock();
  if (!run) known = run = std::make_shared<CmmdRun>(node.node_count());
  return run;
}

const CmmdRun::MessageWords* CmmdRun::store_message_words(const MessageWords& words) {
  const std::lock_guard lock(mutex_);
  if (free_message_words_.empty()) free_message_words_.push_back(&stored_message_words_.emplace_back());
  MessageWords* const kept = free_message_words_.back();
  free_message_words_.pop_back();
  *kept = words;
  return kept;
}

CmmdRun::MessageWords CmmdRun::take_stored_message_words(const MessageWords* words) {
  const std::lock_guard lock(mutex_);
  // The const is cast away safely, because `words` points into the list stored_message_words_, which is not const.
  free_message_words_.push_back(const_cast<MessageWords*>(words));
  return *words;
}

bool CmmdRun::is_any_global_logical_or_flag_set() const noexcept {
  return std::ranges::any_of(global_or_flags_, [](const std::atomic<bool>& flag) { return flag.load(); });
}

namespace {

using Words = CmmdRun::MessageWords;
using HandlerAddress = void (*)();

/// Records which active message is being handled, as long as a handler function of the program runs.
class HandledMessageScope {
 public:
  HandledMessageScope(CmmdState& state, ActiveMessage& arrival, bool may_reply) : state_(state) {
    state_.handled_active_message = &arrival;
    state_.may_handler_reply = may_reply;
  }
  ~HandledMessageScope() {
    state_.handled_active_message = nullptr;
    state_.may_handler_reply = false;
  }
  HandledMessageScope(const HandledMessageScope&) = delete;
  HandledMessageScope& operator=(const HandledMessageScope&) = delete;

 private:
  CmmdState& state_;
};

const ProgramImage& program_image_of_cmmd_state(const CmmdState& state) {
  if (const ProgramImage* image = state.process().image()) return *image;
  throw Error("its program has ended");
}

void run_program_handler(ActiveMessage& at, const Words* kept, std::uint64_t place, bool may_reply) {
  auto& there = at.state<CmmdState>();
  const Words words = there.shared_run_state().take_stored_message_words(kept);
  using Handler = void (*)(int, int, int, int);
  const auto handler = reinterpret_cast<Handler>(program_image_of_cmmd_state(there).address_of_offset(place));
  const HandledMessageScope now(there, at, may_reply);
  there.process().run_handler(at.now(), [&] { handler(words[0], words[1], words[2], words[3]); });
}

/// The contents of an active message's packet: 16 bytes, as on the CM-5.
template <bool may_reply>
struct HandlerCall {
  const Words* words;
  std::uint64_t image_offset;
  void operator()(ActiveMessage& at) const { run_program_handler(at, words, image_offset, may_reply); }
};
static_assert(sizeof(HandlerCall<true>) == sizeof(Words));

std::uint64_t code_offset_of_handler(const CmmdState& state, HandlerAddress handler, const char* name, CallSite site) {
  if (const auto place = program_image_of_cmmd_state(state).code_offset_of(handler)) return *place;
  throw misuse_error(name, site, "the handler is no function of the program");
}

/// Waits until virtual time has reached the time of the node's call at `site`. No handler of an active message runs
/// between the end of this wait and the node's next call.
void wait_for_virtual_time(Node& node, CallSite site) { static_cast<void>(node.busy_lock(site)); }

void send_active_request(const NamedCall* call, int to, HandlerAddress handler, int a, int b, int c, int d) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CallSite site = site_of(call);
    const NodeId peer = node_of_number(node, to, "CMAM_4", site);
    const std::uint64_t place = code_offset_of_handler(state, handler, "CMAM_4", site);
    node.request(peer, HandlerCall<true>{state.shared_run_state().store_message_words({a, b, c, d}), place}, site);
    wait_for_virtual_time(node, site);
  });
}

void send_active_reply(const NamedCall* call, int to, HandlerAddress handler, int a, int b, int c, int d) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const CallSite site = site_of(call);
    const auto refuse = [site](const char* what, DefectClass defect = DefectClass::call_ordering) {
      throw error_with_defect_class(misuse_error("CMAM_reply_4", site, what), defect);
    };
    if (state.handled_active_message == nullptr) refuse("it is for handlers; a program requests");
    if (!state.may_handler_reply) refuse("this handler was itself a reply, or has replied before");
    if (node_of_number(node, to, "CMAM_reply_4", site) != state.handled_active_message->source())
      refuse("a reply goes to the node that the request came from", DefectClass::invalid_parameter);
    const std::uint64_t place = code_offset_of_handler(state, handler, "CMAM_reply_4", site);
    state.handled_active_message->reply(
        HandlerCall<false>{state.shared_run_state().store_message_words({a, b, c, d}), place}, site);
    state.may_handler_reply = false;
  });
}

void poll_for_active_messages(const NamedCall* call) {
  run_cmmd_call(call, [=](Node& node, CmmdState&) { node.poll(site_of(call)); });
}

void poll_until(const NamedCall* call, volatile int* counter, int value) {
  run_cmmd_call(call, [=](Node& node, CmmdState&) {
    check_readable(const_cast<const int*>(counter), sizeof *counter);
    node.poll_until([counter, value] { return *counter >= value; }, site_of(call));
  });
}

void wait_for_counter(const NamedCall* call, volatile int* counter, int value) {
  poll_until(call, counter, value);
  *counter = *counter - value;
}

template <bool enabled>
int set_interrupts() {
  return run_cmmd_call(
      nullptr, [](Node&, CmmdState& state) { return std::exchange(state.are_interrupts_enabled, enabled) ? 1 : 0; });
}

// --- bulk transfers -------------------------------------------------------------------------------------------------

/// The number of low bits of a segment number that hold an offset into the segment.
constexpr int kSegmentOffsetBits = 23;
constexpr std::size_t kMostSegments = (std::size_t{1} << (31 - kSegmentOffsetBits)) - 1;

int allocate_segment(const Node& node, CmmdState& state, const char* name, CallSite site) {
  auto& segments = state.bulk_segments;
  const auto free = std::ranges::find(segments, false, &CmmdState::BulkSegment::is_allocated);
  const auto number = static_cast<std::size_t>(free - segments.begin());
  if (free == segments.end()) {
    if (number >= std::min<std::size_t>(kMostSegments, node.node_count())) {
      throw misuse_error(
          name, site,
          fmt::format("all {} are open; as many as there are nodes, and {} at most", number, kMostSegments));
    }
    segments.emplace_back();
  }
  segments[number] = {.is_allocated = true};
  return static_cast<int>(number);
}

CmmdState::BulkSegment& segment_of_number(CmmdState& state, int number, const char* name, CallSite site) {
  const auto place = static_cast<std::size_t>(number);
  if (number < 0 || place >= state.bulk_segments.size() || !state.bulk_segments[place].is_allocated)
    throw misuse_error(name, site, fmt::format("there is no port {}", number));
  return state.bulk_segments[place];
}

/// Runs the function that the program has given for the end of a bulk transfer. It is called when all bytes have
/// arrived that the receiving segment with the number `number` expects.
void call_end_function_of_segment(ActiveMessage& at, std::uint32_t number) {
  auto& state = at.state<CmmdState>();
  CmmdState::BulkSegment& segment = state.bulk_segments[number];
  const CmmdState::BulkSegment ended = segment;
  if (ended.is_freed_at_end) segment = {};
  if (ended.end_function == nullptr) return;
  const HandledMessageScope now(state, at, false);
  const auto end = reinterpret_cast<void (*)(void*, void*)>(ended.end_function);
  state.process().run_handler(at.now(), [&] { end(ended.end_function_argument, ended.memory); });
}

void open_port_of_segment(Node& node, CmmdState::BulkSegment& segment, int number, int bytes, const char* name,
                          CallSite site) {
  if (bytes <= 0 || bytes > 1 << kSegmentOffsetBits) {
    throw misuse_error(name, site,
                       fmt::format("{} B cannot be expected; 1 to {} B can at once", bytes, 1 << kSegmentOffsetBits));
  }
  const auto port = static_cast<std::uint32_t>(number);
  node.open_port(
      BulkPortId{port}, checked_receive_buffer(segment.memory, bytes, name, site),
      [port](ActiveMessage& at) { call_end_function_of_segment(at, port); }, site);
}

int open_segment(const NamedCall* call, void* memory, int bytes, HandlerAddress end, void* info) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const char* const name = "CMAM_open_segment";
    const int number = allocate_segment(node, state, name, site_of(call));
    CmmdState::BulkSegment& segment = state.bulk_segments[static_cast<std::size_t>(number)];
    segment = {true, true, static_cast<std::byte*>(memory), end, info};
    open_port_of_segment(node, segment, number, bytes, name, site_of(call));
    return number << kSegmentOffsetBits;
  });
}

/// Sends bytes to a port (the number of a segment and an offset in it) of another node, for CMAM_xfer and CMAML_scopy.
/// Returns when the last byte has left the node.
void send_to_port(Node& node, int to, std::uint32_t port, int offset, const void* from, int bytes, const char* name,
                  CallSite site) {
  const NodeId peer = node_of_number(node, to, name, site);
  if (offset < 0) throw misuse_error(name, site, fmt::format("the offset {} is negative", offset));
  node.copy(peer,
            {BulkPortId{port}, static_cast<std::uint64_t>(offset), {checked_send_buffer(from, bytes, name, site)}},
            site);
}

void send_to_segment(const NamedCall* call, int to, int segment, const void* from, int bytes) {
  run_cmmd_call(call, [=](Node& node, CmmdState&) {
    if (segment < 0) throw misuse_error("CMAM_xfer", site_of(call), fmt::format("there is no segment {}", segment));
    send_to_port(node, to, static_cast<std::uint32_t>(segment) >> kSegmentOffsetBits,
                 segment % (1 << kSegmentOffsetBits), from, bytes, "CMAM_xfer", site_of(call));
  });
}

int allocate_receive_port(const NamedCall* call) {
  return run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    return allocate_segment(node, state, "CMAML_allocate_rport", site_of(call));
  });
}
void free_receive_port(const NamedCall* call, int port) {
  run_cmmd_call(
      call, [=](Node&, CmmdState& state) { segment_of_number(state, port, "CMAML_free_rport", site_of(call)) = {}; });
}
void set_memory_of_receive_port(const NamedCall* call, int port, void* memory) {
  run_cmmd_call(call, [=](Node&, CmmdState& state) {
    segment_of_number(state, port, "CMAML_set_rport_addr", site_of(call)).memory = static_cast<std::byte*>(memory);
  });
}
void set_handler_of_receive_port(const NamedCall* call, int port, HandlerAddress handler, void* argument) {
  run_cmmd_call(call, [=](Node&, CmmdState& state) {
    CmmdState::BulkSegment& segment = segment_of_number(state, port, "CMAML_set_rport_handler", site_of(call));
    segment.end_function = handler;
    segment.end_function_argument = argument;
  });
}
void set_bytes_of_receive_port(const NamedCall* call, int port, int bytes) {
  run_cmmd_call(call, [=](Node& node, CmmdState& state) {
    const char* const name = "CMAML_set_rport_total_nbytes";
    open_port_of_segment(node, segment_of_number(state, port, name, site_of(call)), port, bytes, name, site_of(call));
  });
}

void copy_data_to_receive_port(const NamedCall* call, int to, int port, int /*align*/, int offset, const void* from,
                               int bytes, HandlerAddress sent, void* argument) {
  run_cmmd_call(call, [=](Node& node, CmmdState&) {
    send_to_port(node, to, static_cast<std::uint32_t>(port), offset, from, bytes, "CMAML_scopy", site_of(call));
  });
  if (sent != nullptr) reinterpret_cast<void (*)(void*)>(sent)(argument);
}

#define WITH_PLACE(name, function)                                         \
  SymbolBinding::make_function_binding("switchyard_cmmd_" name, function), \
      SymbolBinding::make_function_binding(name, CallWithoutSourceLine<function>::call_without_source_line)
const SymbolBinding kCmamBindings[] = {
    WITH_PLACE("CMAM_4", send_active_request),
    WITH_PLACE("CMAM_reply_4", send_active_reply),
    WITH_PLACE("CMAM_poll", poll_for_active_messages),
    WITH_PLACE("CMAM_poll_until", poll_until),
    WITH_PLACE("CMAM_wait", wait_for_counter),
    SymbolBinding::make_function_binding("CMAM_enable_interrupts", set_interrupts<true>),
    SymbolBinding::make_function_binding("CMAM_disable_interrupts", set_interrupts<false>),
    WITH_PLACE("CMAM_open_segment", open_segment),
    WITH_PLACE("CMAM_xfer", send_to_segment),
    WITH_PLACE("CMAML_allocate_rport", allocate_receive_port),
    WITH_PLACE("CMAML_free_rport", free_receive_port),
    WITH_PLACE("CMAML_set_rport_addr", set_memory_of_receive_port),
    WITH_PLACE("CMAML_set_rport_handler", set_handler_of_receive_port),
    WITH_PLACE("CMAML_set_rport_total_nbytes", set_bytes_of_receive_port),
    WITH_PLACE("CMAML_scopy", copy_data_to_receive_port),
};
#undef WITH_PLACE

}  // namespace

SymbolBindings cmam_bindings() { return kCmamBindings; }

}  // namespace switchyard
