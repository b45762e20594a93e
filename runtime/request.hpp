#pragma once
/// \file request.hpp
/// The record of one send or receive. The node that posts it and the clock that carries it out share it.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/protocol.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Stands for the source of a receive that takes a message from any node.
inline constexpr NodeId kAnyNode{std::numeric_limits<std::uint32_t>::max()};

/// The context of a message. A receive never gets a message of another context. Libraries on top of Node, such as MPI,
/// have contexts of their own, so that a receive of the program never gets a message of a library.
enum class Context : std::uint16_t {
  program,      ///< messages for which the program chooses no other context
  collectives,  ///< messages inside a collective of all nodes
  // Contexts with numbers from kFirstFreeContext to kLastFreeContext are for libraries on top of Node. Larger numbers
  // are for communications in the background, and for the collectives of groups: see kBackgroundContextOffset and
  // kGroupCollectiveContextBit.
};
inline constexpr std::uint16_t kFirstFreeContext = 16;
inline constexpr std::uint16_t kLastFreeContext = 0x3fff;
/// The first context of libraries that promise progress, as MPI does; all larger contexts are of such libraries, too.
/// Promising progress means that a node can go on sending, however many of its earlier messages have not been received.
/// A machine that limits how many sends a node has under way does not count sends of these contexts, which include the
/// contexts of the collectives of groups.
inline constexpr std::uint16_t kFirstContextWithPromisedProgress = kFirstFreeContext + 3;
constexpr bool is_context_with_promised_progress(Context context) noexcept {
  return static_cast<std::uint16_t>(context) >= kFirstContextWithPromisedProgress;
}
/// The number that, added to the context of a library, gives the context of the communications that the library has
/// under way in the background of the node's program (Group::start_in_background()). The program itself posts no
/// request in such a context.
inline constexpr std::uint16_t kBackgroundContextOffset = kLastFreeContext + 1;

/// The modes of sends, which say when a send is complete.
enum class SendMode : std::uint8_t {
  standard,     ///< a send is complete when its buffer may be used again, as the machine and its protocol decide
  synchronous,  ///< a send is complete when a receive has taken its message, and not before
  /// A send is complete as in standard mode. If no receive is posted when its message comes, the run ends with an
  /// error.
  ready,
  buffered,  ///< a send is complete at once: its message waits in a buffer of the sender's node
};

/// Returns whether the run's StandardSendRule rule says when a send in this mode is complete. The rule does not apply
/// to a send for which the program asks for a protocol of the machine.
constexpr bool follows_standard_send_rule(SendMode mode) noexcept { return mode == SendMode::standard; }
/// Returns whether a send in this mode is not complete before a receive has taken its message.
constexpr bool lasts_until_received(SendMode mode) noexcept { return mode == SendMode::synchronous; }
/// Returns whether it is an error if no receive is posted when a message in this mode arrives.
constexpr bool must_find_receive(SendMode mode) noexcept { return mode == SendMode::ready; }
/// Returns whether a message in this mode is copied out of the program's buffer when it is sent, so that its send is
/// complete at once.
constexpr bool has_own_memory(SendMode mode) noexcept { return mode == SendMode::buffered; }

/// The properties of a message that decide which receive takes it.
struct MessageLabel {
  NodeId source{};
  Tag tag{};
  Context context = Context::program;
  SendMode mode = SendMode::standard;
  friend bool operator==(const MessageLabel&, const MessageLabel&) = default;
};

/// Selects messages by tag and context. The messages are of one context, and either their tag has
/// the same bits as `tag` wherever `mask` has ones, or their tag is in a set of small tags.
struct TagSelector {
  static constexpr std::uint32_t kMaskOfAllTagBits = std::numeric_limits<std::uint32_t>::max();
  /// The value of `mask` for a set of tags: bit k of `tag` then says whether the set contains tag k. Bit 31 of `tag` is
  /// always set, and clear in all messages of contexts that use sets, so that no message matches by the comparison of
  /// the bits in `mask`.
  static constexpr std::uint32_t kSetOfTags = std::uint32_t{1} << 31U;

  constexpr TagSelector(Tag one = {}, Context its_context = Context::program) noexcept
      : tag(one), context(its_context) {}
  static constexpr TagSelector any(Context context = Context::program) noexcept { return masked({}, 0, context); }
  static constexpr TagSelector masked(Tag tag, std::uint32_t mask, Context context = Context::program) noexcept {
    TagSelector selector(tag, context);
    selector.mask = mask;
    return selector;
  }
  /// Returns the selector of the tags k from 0 to 30 for which bit k of `bits` is set, in a context whose tags are all
  /// smaller than 2^31.
  static constexpr TagSelector selector_of_tags_in_bit_set(std::uint32_t bits,
                                                           Context context = Context::program) noexcept {
    return masked(Tag{bits | kSetOfTags}, kSetOfTags, context);
  }

  friend bool operator==(const TagSelector&, const TagSelector&) = default;

  Tag tag;
  std::uint32_t mask = kMaskOfAllTagBits;
  Context context;
};

struct EarlyMessage;
struct Handshake;

/// Says which messages a receive takes, and what it does with a message that is too long.
struct ReceiveOptions : TagSelector {
  using TagSelector::TagSelector;
  constexpr ReceiveOptions(const TagSelector& tags) noexcept : TagSelector(tags) {}

  /// Whether a message that is too long is cut (Received::truncated); otherwise such a message ends the run.
  bool truncates = false;
};

/// A request, in one cache line. The node fills it in and posts it; from then on, until `complete` is set, only the
/// clock of the run (the Session that carries requests out) accesses it.
struct alignas(kCacheLine) Request {
  enum class Kind : std::uint8_t {
    send,
    receive,
    probe,  ///< a probe looks for a message as a receive does, and has no buffer
    /// A collective of a group that has been posted. The node completes such a request itself, so that no Session sees
    /// it.
    collective,
  };

  Protocol protocol = Protocol::automatic;
  Context context = Context::program;
  // The fields from `kind` to `has_taken_message` share one byte of the request, which is not written after the request
  // was posted.
  Kind kind : 2 = Kind::send;
  SendMode mode : 2 = SendMode::standard;
  Route route : 2 = Route::automatic;
  bool truncates : 1 = false;  ///< receive: whether a message that is longer than the buffer is cut
  /// Whether `taken` is set: to the message that a probe has found and taken, or to the only message that a receive may
  /// get.
  bool has_taken_message : 1 = false;
  // The bit fields from `is_copy` to `was_found_complete` share one byte of the request, which only the thread of its
  // node writes; the clock reads it only while the node waits, and right after the request is posted.
  bool : 0;
  bool is_copy : 1 = false;  ///< send: whether `data` is a copy, so that the program need not wait for the send
  bool is_posted_and_not_waited_for : 1 = false;  ///< whether the request has been posted and not been waited for
  bool has_data : 1 = false;                      ///< whether `bytes` was above 0 when the request was posted
  bool is_cancel_requested : 1 = false;           ///< whether the program has asked to cancel the request
  bool is_freed : 1 = false;            ///< whether the program has freed the request and will not wait for it
  bool was_found_complete : 1 = false;  ///< whether the node's last test, look or wait_some found the request complete
  // The fields from `delivered` to `is_buffer_free` share one byte of the request, which only the clock of the run
  // writes.
  bool : 0;
  bool delivered : 1 = false;  ///< receive: whether its message has been copied into the buffer
  bool truncated : 1 = false;  ///< receive: whether its message was too long and has been cut
  bool cancelled : 1 = false;  ///< whether the request ends without a message: it was cancelled, or the run has ended
  bool matched : 1 = false;    ///< send: whether a receive has taken its message
  bool claimed : 1 = false;    ///< send: whether a probe has taken its message, for a receive that is posted later
  bool is_buffer_free : 1 = false;  ///< synchronous send: whether its buffer may be used again
  bool complete = false;
  NodeId owner{};  ///< node that has posted the request
  /// Of a send, the destination. Of a receive, the source: the node that the program has named (kAnyNode for any node),
  /// and the message's true source once the receive is complete.
  NodeId peer{};
  /// The tag of a send. Of a receive, the tag of its TagSelector, and the message's tag once the receive is complete.
  Tag tag{};
  std::uint32_t mask =
      TagSelector::kMaskOfAllTagBits;  ///< mask of a receive's TagSelector: the bits of the tag that count
  /// A number that distinguishes the current handle to this request from handles to its earlier uses.
  std::uint32_t generation = 0;
  /// Of a send, its number among the node's sends, from which its random delays are derived. Of a receive, a number
  /// that the fabric uses.
  std::uint32_t number = 0;
  std::byte* data = nullptr;  ///< data to send, which is only read, or buffer to receive into
  /// Of a send, the number of bytes to send. Of a receive, the size of the buffer in bytes, and the size of the message
  /// once the receive is complete.
  std::uint64_t bytes = 0;
  union {
    /// The next request in the queue that contains this request; a request is in one queue at most.
    Request* next = nullptr;
    /// The message of a matched probe, or of a receive that is posted for it, if `has_taken_message` is set.
    EarlyMessage* taken;
    /// The exchange between the sender and the receiver of a synchronous send, used only in runs that keep no virtual
    /// time (ClockKind::off).
    Handshake* handshake;
  };
  CallSite site;

  void retire_handles() noexcept { ++generation; }
};
static_assert(sizeof(Request) == kCacheLine);

inline MessageLabel label_of(const Request& send) noexcept { return {send.owner, send.tag, send.context, send.mode}; }

/// A pool of memory for the requests of one node. The addresses of requests stay valid. Only the node's own thread may
/// use the pool. When the pool is destroyed, the memory is kept for the thread's next node.
class RequestPool {
 public:
  RequestPool() = default;
  RequestPool(const RequestPool&) = delete;
  RequestPool& operator=(const RequestPool&) = delete;
  ~RequestPool() {
    auto& spare = spare_chunks();
    if (live_request_count_ > 0 || spare.size() + request_chunks_.size() > kMostSpareChunks) return;
    spare.insert(spare.end(), std::make_move_iterator(request_chunks_.begin()),
                 std::make_move_iterator(request_chunks_.end()));
  }

  /// Returns an unused request from the pool. Its fields still have the values of its last use. The caller sets
  /// Request::is_posted_and_not_waited_for.
  Request& acquire() {
    if (first_free_request_ == nullptr) [[unlikely]]
      add_chunk();
    Request& request = *first_free_request_;
    first_free_request_ = request.next;
    request.next = nullptr;
    ++live_request_count_;
    return request;
  }
  void release(Request& request) noexcept {
    request.retire_handles();
    request.is_posted_and_not_waited_for = false;
    request.next = first_free_request_;
    first_free_request_ = &request;
    --live_request_count_;
  }
  std::size_t count_live_requests() const noexcept { return live_request_count_; }
  /// Returns the first request in the pool that is live, which means posted and not yet waited for. Needs
  /// count_live_requests() > 0.
  const Request& first_live_request() const noexcept {
    for (const auto& chunk : request_chunks_) {
      const Request* end = chunk.get() + kRequestsPerChunk;
      const Request* found = std::find_if(chunk.get(), chunk.get() + kRequestsPerChunk,
                                          [](const Request& r) { return r.is_posted_and_not_waited_for; });
      if (found != end) return *found;
    }
    return request_chunks_.front()[0];
  }

 private:
  using RequestChunk = std::unique_ptr<Request[]>;
  static constexpr std::size_t kRequestsPerChunk = 32;
  static constexpr std::size_t kMostSpareChunks = 4096;

  static std::vector<RequestChunk>& spare_chunks() {
    thread_local std::vector<RequestChunk> chunks;
    return chunks;
  }
  static RequestChunk take_spare_or_new_chunk() {
    auto& spare = spare_chunks();
    if (spare.empty()) return std::make_unique<Request[]>(kRequestsPerChunk);
    RequestChunk chunk = std::move(spare.back());
    spare.pop_back();
    return chunk;
  }
  [[gnu::noinline]] void add_chunk() {
    request_chunks_.push_back(take_spare_or_new_chunk());
    for (std::size_t i = kRequestsPerChunk;
         // Counts down, so that acquire() returns the requests of the chunk in the order of their addresses.
         i-- > 0;) {
      request_chunks_.back()[i].next = first_free_request_;
      first_free_request_ = &request_chunks_.back()[i];
    }
  }
  std::vector<RequestChunk> request_chunks_;
  Request* first_free_request_ = nullptr;
  std::size_t live_request_count_ = 0;
};

}  // namespace switchyard
