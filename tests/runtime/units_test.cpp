#include "runtime/units.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace switchyard {
namespace {

using namespace std::chrono_literals;

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };

static_assert(!std::is_convertible_v<std::uint32_t, NodeId>);
static_assert(!std::is_convertible_v<NodeId, LinkId>);
static_assert(!Addable<VirtualTime, VirtualTime>);
static_assert(!Addable<VirtualTime, std::chrono::steady_clock::time_point>);

TEST(Units, XorFlipsTheBitsOfANodeId) {
  EXPECT_EQ(NodeId{5} ^ 1U, NodeId{4});
  EXPECT_EQ(index(NodeId{5} ^ 6U), 3U);
}

TEST(Units, RateTimesBytesIsExact) {
  constexpr TimePerByte rate{394ns};
  EXPECT_EQ(rate * 1000, 394us);
  EXPECT_EQ(rate * 0, 0ns);
  EXPECT_EQ((TimePerByte{1ns} * (std::size_t{1} << 40U)).count(), 1LL << 40);
}

TEST(Units, MicrosecondsKeepTheNanosecondsAsAFraction) {
  EXPECT_DOUBLE_EQ(microseconds(10300ns), 10.3);
  EXPECT_DOUBLE_EQ(microseconds(VirtualTime{1500ns}), 1.5);
}

}  // namespace
}  // namespace switchyard
