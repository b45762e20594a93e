#include "machines/posted_receives.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Whatever is posted and matched, the first posted receive that fits is taken, as from a plain list.
RC_GTEST_PROP(PostedReceives, MatchesTheFirstThatFits, (std::uint64_t seed)) {
  Rng rng(seed);
  std::deque<Request> requests;
  std::vector<Request*> listed;
  PostedReceives posted;
  for (int i = 0; i < 300; ++i) {
    const NodeId peer{static_cast<std::uint32_t>(rng.below(40))};
    const Tag tag{static_cast<std::uint32_t>(rng.below(3))};
    if (rng.below(2) == 0) {
      Request& receive = requests.emplace_back();
      receive.kind = Request::Kind::receive;
      receive.peer = rng.below(4) == 0 ? kAnyNode : peer;
      receive.tag = tag;
      posted.post(receive);
      listed.push_back(&receive);
    } else {
      const auto expected =
          std::ranges::find_if(listed, [&](const Request* r) { return PostedReceives::fits(*r, peer, tag); });
      RC_ASSERT(posted.match(peer, tag) == (expected == listed.end() ? nullptr : *expected));
      if (expected != listed.end()) listed.erase(expected);
    }
  }
}

TEST(PostedReceives, FitsItsSourceOrAnyAndItsTag) {
  Request receive;
  receive.peer = NodeId{3};
  receive.tag = Tag{7};
  EXPECT_TRUE(PostedReceives::fits(receive, NodeId{3}, Tag{7}));
  EXPECT_FALSE(PostedReceives::fits(receive, NodeId{4}, Tag{7}));
  EXPECT_FALSE(PostedReceives::fits(receive, NodeId{3}, Tag{8}));
  receive.peer = kAnyNode;
  EXPECT_TRUE(PostedReceives::fits(receive, NodeId{4}, Tag{7}));
}

}  // namespace
}  // namespace switchyard
