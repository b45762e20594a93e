#pragma once
/// \file request.hpp
/// The record of one send or receive, shared by the node that posts it and the clock that carries it out.

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

/// Receive from whichever node sends first.
inline constexpr NodeId kAnyNode{std::numeric_limits<std::uint32_t>::max()};

/// Messages of one context are never received by receives of another one: who builds on Node has contexts of its own,
/// so that its messages and a program's do not meet.
enum class Context : std::uint16_t {
  program,      ///< what a program says nothing else about
  collectives,  ///< messages inside a collective of all nodes
  // Numbers from kFirstFreeContext to kLastFreeContext are for whoever builds on Node; those above belong to groups.
};
inline constexpr std::uint16_t kFirstFreeContext = 16;
inline constexpr std::uint16_t kLastFreeContext = 0x7fff;

/// When a send is complete.
enum class SendMode : std::uint8_t {
  standard,     ///< when its buffer may be used again, as the machine and its protocol have it
  synchronous,  ///< not before a receive has taken its message
  ready,        ///< as standard; but if no receive is posted when the message comes, the run ends with an error
  buffered,     ///< at once: the message waits in a buffer of its node's own
};

/// What of a message decides who receives it.
struct MessageLabel {
  NodeId source{};
  Tag tag{};
  Context context = Context::program;
  SendMode mode = SendMode::standard;
  bool is_synchronous() const noexcept { return mode == SendMode::synchronous; }
  friend bool operator==(const MessageLabel&, const MessageLabel&) = default;
};

/// Which messages a receive takes, besides their source: those whose tag has the same bits as `tag` where `mask` has
/// ones, in one context.
struct TagSelector {
  static constexpr std::uint32_t kWholeTag = std::numeric_limits<std::uint32_t>::max();

  constexpr TagSelector(Tag one = {}, Context its_context = Context::program) noexcept
      : tag(one), context(its_context) {}
  static constexpr TagSelector any(Context context = Context::program) noexcept { return masked({}, 0, context); }
  static constexpr TagSelector masked(Tag tag, std::uint32_t mask, Context context = Context::program) noexcept {
    TagSelector selector(tag, context);
    selector.mask = mask;
    return selector;
  }

  Tag tag;
  std::uint32_t mask = kWholeTag;
  Context context;
};

struct EarlyMessage;
struct Handshake;

/// Which messages a receive takes, and what it does with one that is too long.
struct ReceiveOptions : TagSelector {
  using TagSelector::TagSelector;
  constexpr ReceiveOptions(const TagSelector& tags) noexcept : TagSelector(tags) {}

  /// Takes what fits of a longer message (Received::cut), which ends the run otherwise.
  bool cuts = false;
};

/// One cache line. The node fills it before handing it over; from then until `complete` only the clock touches it.
struct alignas(kCacheLine) Request {
  enum class Kind : std::uint8_t {
    send,
    receive,
    probe,       ///< looks for a message as a receive does, and has no buffer
    collective,  ///< of a group, under way: the node itself completes it, and no clock ever sees it
  };

  Protocol protocol = Protocol::automatic;
  Context context = Context::program;
  // One byte that stays as it was posted:
  Kind kind : 2 = Kind::send;
  SendMode mode : 2 = SendMode::standard;
  Route route : 2 = Route::automatic;
  bool cuts : 1 = false;   ///< of a receive: takes the beginning of a message that is too long
  bool takes : 1 = false;  ///< of a probe: `taken` is the message that it finds; of a receive: it is for that one
  // One byte that only the node's thread looks at:
  bool : 0;
  bool live : 1 = false;       ///< posted, and not waited for yet
  bool has_data : 1 = false;   ///< whether `bytes` was above 0 when it was posted
  bool to_cancel : 1 = false;  ///< its program has asked for that
  bool told : 1 = false;       ///< was complete when its node asked last about several requests
  // One byte that only the clock writes:
  bool : 0;
  bool delivered : 1 = false;  ///< of a receive: it has its message
  bool cut : 1 = false;        ///< of a receive: its message was longer
  bool cancelled : 1 = false;  ///< ends without a message
  bool matched : 1 = false;    ///< of a send: a receive has taken its message
  bool claimed : 1 = false;    ///< of a send: a probe has taken its message, for a receive that is posted later
  bool has_left : 1 = false;   ///< of a synchronous send: its buffer may be used again
  bool complete = false;
  NodeId owner{};  ///< the node that posted it
  NodeId peer{};   ///< destination, or source (kAnyNode for any); the true source once complete
  Tag tag{};       ///< of a receive: of its TagSelector; the message's once complete
  std::uint32_t mask = TagSelector::kWholeTag;  ///< of a receive: of its TagSelector
  std::uint32_t generation = 0;                 ///< tells a stale handle from a live one
  std::uint32_t number = 0;   ///< counts the node's sends: seeds their random delays; of a receive, the fabric's
  std::byte* data = nullptr;  ///< what to send (only read), or where to receive
  std::uint64_t bytes = 0;    ///< size to send; room to receive, then the size of the message
  union {
    Request* next = nullptr;  ///< link of the one queue that it stands in
    EarlyMessage* taken;      ///< see `takes`
    Handshake* handshake;     ///< of a synchronous send with the clock off
  };
  CallSite site;

  void retire_handles() noexcept { ++generation; }
};
static_assert(sizeof(Request) == kCacheLine);

inline MessageLabel label_of(const Request& send) noexcept { return {send.owner, send.tag, send.context, send.mode}; }

/// Requests of one node; addresses stay valid. Owner thread only. The thread keeps their memory for its next node.
class RequestPool {
 public:
  RequestPool() = default;
  RequestPool(const RequestPool&) = delete;
  RequestPool& operator=(const RequestPool&) = delete;
  ~RequestPool() {
    auto& spare = spare_chunks();
    if (live_ > 0 || spare.size() + chunks_.size() > kMostSpare) return;
    spare.insert(spare.end(), std::make_move_iterator(chunks_.begin()), std::make_move_iterator(chunks_.end()));
  }

  /// As its last user left it; Request::live is for the caller to set.
  Request& acquire() {
    if (free_ == nullptr) [[unlikely]]
      grow();
    Request& request = *free_;
    free_ = request.next;
    request.next = nullptr;
    ++live_;
    return request;
  }
  void release(Request& request) noexcept {
    request.retire_handles();
    request.live = false;
    request.next = free_;
    free_ = &request;
    --live_;
  }
  std::size_t live() const noexcept { return live_; }
  /// The live request at the lowest place. Needs live() > 0.
  const Request& any_live() const noexcept {
    for (const auto& chunk : chunks_) {
      const Request* end = chunk.get() + kChunk;
      const Request* found = std::find_if(chunk.get(), chunk.get() + kChunk, [](const Request& r) { return r.live; });
      if (found != end) return *found;
    }
    return chunks_.front()[0];
  }

 private:
  using Chunk = std::unique_ptr<Request[]>;
  static constexpr std::size_t kChunk = 32;
  static constexpr std::size_t kMostSpare = 4096;

  static std::vector<Chunk>& spare_chunks() {
    thread_local std::vector<Chunk> chunks;
    return chunks;
  }
  static Chunk take_chunk() {
    auto& spare = spare_chunks();
    if (spare.empty()) return std::make_unique<Request[]>(kChunk);
    Chunk chunk = std::move(spare.back());
    spare.pop_back();
    return chunk;
  }
  [[gnu::noinline]] void grow() {
    chunks_.push_back(take_chunk());
    for (std::size_t i = kChunk; i-- > 0;) {  // so that requests are handed out in address order
      chunks_.back()[i].next = free_;
      free_ = &chunks_.back()[i];
    }
  }
  std::vector<Chunk> chunks_;
  Request* free_ = nullptr;
  std::size_t live_ = 0;
};

}  // namespace switchyard
