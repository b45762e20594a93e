#include "algorithms/exchange/payload.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace switchyard {
namespace {

TEST(Payload, IsWhatItsReceiverExpectsWhateverItsSize) {
  for (std::size_t size = 0; size < 300; ++size) {
    std::vector<std::byte> data(size);
    fill_payload(data, NodeId{3}, NodeId{5});
    EXPECT_EQ(first_corrupted_byte(data, NodeId{3}, NodeId{5}), std::nullopt) << size;
  }
}

TEST(Payload, OfAnotherPairDiffersFromTheFirstByteOn) {
  std::vector<std::byte> data(256);
  fill_payload(data, NodeId{3}, NodeId{5});
  ASSERT_TRUE(first_corrupted_byte(data, NodeId{5}, NodeId{3}));
  EXPECT_LT(*first_corrupted_byte(data, NodeId{5}, NodeId{3}), 8U);
}

TEST(Payload, ShowsTheFirstByteThatIsWrong) {
  for (const std::size_t size : {1U, 7U, 8U, 9U, 63U, 64U, 65U, 200U}) {
    std::vector<std::byte> data(size);
    fill_payload(data, NodeId{0}, NodeId{1});
    for (std::size_t at = size; at-- > 0;) {  // wrong bytes pile up behind the one that is to be found
      data[at] ^= std::byte{0x10};
      EXPECT_EQ(first_corrupted_byte(data, NodeId{0}, NodeId{1}), at) << size;
    }
  }
}

}  // namespace
}  // namespace switchyard
