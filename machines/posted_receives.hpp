#pragma once
/// \file posted_receives.hpp
/// Receives that a node has posted and that no message has come for yet.

#include <vector>

#include "runtime/request.hpp"

namespace switchyard {

/// In the order in which they were posted.
class PostedReceives {
 public:
  static bool fits(const Request& receive, NodeId source, Tag tag) noexcept {
    return fits(receive.peer, receive.tag, source, tag);
  }

  void post(Request& receive) {
    if (receives_.capacity() == 0) receives_.reserve(kUsual);
    receives_.push_back({&receive, receive.peer, receive.tag});
  }
  /// Takes out the first that fits; null if none does.
  Request* match(NodeId source, Tag tag) {
    for (auto entry = receives_.begin(); entry != receives_.end(); ++entry) {
      if (!fits(entry->peer, entry->tag, source, tag)) continue;
      Request* receive = entry->receive;
      receives_.erase(entry);
      return receive;
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kUsual = 16;

  static bool fits(NodeId wanted, Tag wanted_tag, NodeId source, Tag tag) noexcept {
    return wanted_tag == tag && (wanted == kAnyNode || wanted == source);
  }

  /// What is searched for stands here: the requests themselves would be a cache line each.
  struct Entry {
    Request* receive;
    NodeId peer;
    Tag tag;
  };
  std::vector<Entry> receives_;
};

}  // namespace switchyard
