#include "algorithms/exchange/payload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/exchange/payload_memory.hpp"
#include "algorithms/exchange/workload.hpp"
#include "algorithms/matrix/generators.hpp"

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

TEST(PayloadMemory, KeepsPiecesApart) {
  constexpr std::size_t kMiB = std::size_t{1} << 20U;
  const std::size_t sizes[] = {100, 1 * kMiB, 3 * kMiB, 4 * kMiB, 9 * kMiB, 12 * kMiB};
  for (const std::size_t first : sizes) {
    for (const std::size_t second : sizes) {
      for (const std::size_t bytes : {first, second}) {
        std::vector<PayloadMemory> pieces;
        for (int i = 0; i < 3; ++i) {
          PayloadMemory& piece = pieces.emplace_back(bytes);
          ASSERT_EQ(piece.size(), bytes);
          std::fill_n(piece.data(), bytes, static_cast<std::byte>(i));
        }
        for (int i = 0; i < 3; ++i) {
          const std::byte* data = pieces[static_cast<std::size_t>(i)].data();
          ASSERT_TRUE(std::all_of(data, data + bytes, [i](std::byte b) { return b == static_cast<std::byte>(i); }));
        }
      }
    }
  }
}

/// Or a message that is lost would be taken for that of the run before.
TEST(Workload, HasReceivedNothingAtFirst) {
  for (int repeat = 0; repeat < 2; ++repeat) {
    Workload workload(complete(8, 128 * 1024));
    for (std::uint32_t i = 0; i < 8; ++i) {
      for (const Incoming& message : workload.traffic(NodeId{i}).receives()) {
        ASSERT_TRUE(
            std::all_of(message.data.begin(), message.data.end(), [](std::byte b) { return b == std::byte{}; }));
        std::ranges::fill(message.data, std::byte{0xff});
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
