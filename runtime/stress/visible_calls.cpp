#include "runtime/stress/visible_calls.hpp"

#include <algorithm>
#include <unordered_map>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Hashes the calls of one node, which are added in program order.
class VisibleCalls {
 public:
  /// Adds a call of the node to the hash. Returns false if other nodes may notice more of the call than the hash
  /// contains.
  bool add(const LoggedCall& call) {
    switch (call.kind) {
      case LoggedCall::Kind::post:
        return post(*call.requests.front());
      case LoggedCall::Kind::wait:
      case LoggedCall::Kind::look:
        return std::ranges::all_of(call.requests, [&](const LoggedRequest* each) { return note_complete(*each); });
      case LoggedCall::Kind::machine_collective:
        mix(known_);
        return true;
    }
    return false;
  }
  std::uint64_t hash() const noexcept { return hash_; }

 private:
  bool post(const LoggedRequest& request) {
    if (request.kind == Request::Kind::probe || request.cancelling != LoggedRequest::kNever) return false;
    numbers_.try_emplace(&request, numbers_.size());
    mix(static_cast<std::uint64_t>(request.kind) << 32U | index(request.peer));
    mix(std::uint64_t{request.mask} << 32U | static_cast<std::uint32_t>(request.tag));
    mix(static_cast<std::uint64_t>(request.context) << 8U | static_cast<std::uint64_t>(request.mode));
    mix(request.bytes);
    mix(request.data_hash);
    mix(known_);
    return true;
  }
  bool note_complete(const LoggedRequest& request) {
    const auto posted = numbers_.find(&request);
    if (posted == numbers_.end()) return false;
    if (posted->second == kComplete) return true;
    known_ += split_seed(posted->second, 1);  // a sum, as the order of completion does not matter
    posted->second = kComplete;
    return true;
  }
  void mix(std::uint64_t number) noexcept { hash_ = split_seed(hash_, number); }

  static constexpr std::uint64_t kComplete = ~std::uint64_t{0};

  std::unordered_map<const LoggedRequest*, std::uint64_t> numbers_;  ///< number of each posted request, or kComplete
  std::uint64_t known_ = 0;
  std::uint64_t hash_ = 0;
};

std::optional<std::uint64_t> hash_of_visible_calls(const NodeLog& node) {
  VisibleCalls calls;
  for (std::uint32_t place = 0; place < node.size(); ++place) {
    if (!calls.add(node[place])) return std::nullopt;
  }
  return calls.hash();
}

}  // namespace

std::optional<std::vector<std::uint64_t>> hashes_of_visible_calls(const ProgramLog& log) {
  std::vector<std::uint64_t> result;
  for (std::uint32_t i = 0; i < log.node_count(); ++i) {
    const NodeLog& node = log[NodeId{i}];
    if (std::ranges::any_of(node.choices(), &LoggedChoice::is_of_service)) return std::nullopt;
    const auto hash = hash_of_visible_calls(node);
    if (!hash) return std::nullopt;
    result.push_back(*hash);
  }
  return result;
}

}  // namespace switchyard
