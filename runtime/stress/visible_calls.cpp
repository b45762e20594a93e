#include "runtime/stress/visible_calls.hpp"

#include <algorithm>
#include <unordered_map>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Computes a hash of the calls of one node that other nodes can notice. The calls are added in program order.
class VisibleCallHasher {
 public:
  /// Adds a call of the node to the hash. Returns false if other nodes may notice more of the call than the hash
  /// contains.
  bool add_call(const LoggedCall& call) {
    switch (call.kind) {
      case LoggedCall::Kind::post:
        return add_posted_request(*call.requests.front());
      case LoggedCall::Kind::wait:
      case LoggedCall::Kind::test_or_probe:
        return std::ranges::all_of(call.requests,
                                   [&](const LoggedRequest* each) { return note_complete_request(*each); });
      case LoggedCall::Kind::machine_collective:
        mix_into_hash(hash_of_complete_requests_);
        return true;
    }
    return false;
  }
  std::uint64_t hash() const noexcept { return split_seed(hash_, hash_of_collective_messages_); }

 private:
  bool add_posted_request(const LoggedRequest& request) {
    if (request.kind == Request::Kind::probe || request.cancelling_call != LoggedRequest::kNever) return false;
    if (request.posted_collective != nullptr) {
      add_message_of_collective(request);
      return true;
    }
    request_numbers_.try_emplace(&request, request_numbers_.size());
    hash_ = hash_with_request(hash_, request);
    mix_into_hash(hash_of_complete_requests_);
    return true;
  }
  /// Adds a message of a posted (nonblocking) collective to the hash. What other nodes notice of the message depends on
  /// the collective alone, and not on what the program has done since it posted the collective. So the hashes of such
  /// messages, whose tags say to which collective they belong, are summed up: the order of the messages among the calls
  /// of the program does not matter.
  void add_message_of_collective(const LoggedRequest& message) {
    hash_of_collective_messages_ += hash_with_request(0, message);
  }
  static std::uint64_t hash_with_request(std::uint64_t hash, const LoggedRequest& request) noexcept {
    hash = split_seed(hash, static_cast<std::uint64_t>(request.kind) << 32U | index(request.peer));
    hash = split_seed(hash, std::uint64_t{request.mask} << 32U | static_cast<std::uint32_t>(request.tag));
    hash =
        split_seed(hash, static_cast<std::uint64_t>(request.context) << 8U | static_cast<std::uint64_t>(request.mode));
    return split_seed(split_seed(hash, request.bytes), request.data_hash);
  }
  bool note_complete_request(const LoggedRequest& request) {
    if (request.posted_collective != nullptr)
      return true;  // a message inside a posted collective tells the program
                    // nothing yet
    const auto posted = request_numbers_.find(&request);
    if (posted == request_numbers_.end()) return false;
    if (posted->second == kComplete) return true;
    hash_of_complete_requests_ += split_seed(posted->second, 1);  // a sum is used, because the order in which requests
                                                                  // complete does not matter
    posted->second = kComplete;
    return true;
  }
  void mix_into_hash(std::uint64_t number) noexcept { hash_ = split_seed(hash_, number); }

  static constexpr std::uint64_t kComplete = ~std::uint64_t{0};

  std::unordered_map<const LoggedRequest*, std::uint64_t>
      request_numbers_;  ///< for each request of the node, its number in the order of posting, or kComplete
  std::uint64_t hash_of_complete_requests_ = 0;
  std::uint64_t hash_of_collective_messages_ = 0;
  std::uint64_t hash_ = 0;
};

std::optional<std::uint64_t> hash_of_visible_calls(const NodeLog& node) {
  VisibleCallHasher calls;
  for (std::uint32_t place = 0; place < node.size(); ++place) {
    if (!calls.add_call(node[place])) return std::nullopt;
  }
  return calls.hash();
}

}  // namespace

std::optional<std::vector<std::uint64_t>> hashes_of_visible_calls(const ProgramLog& log) {
  std::vector<std::uint64_t> result;
  for (std::uint32_t i = 0; i < log.node_count(); ++i) {
    const NodeLog& node = log[NodeId{i}];
    if (std::ranges::any_of(node.choices(), &LoggedChoice::belongs_to_service)) return std::nullopt;
    const auto hash = hash_of_visible_calls(node);
    if (!hash) return std::nullopt;
    result.push_back(*hash);
  }
  return result;
}

}  // namespace switchyard
