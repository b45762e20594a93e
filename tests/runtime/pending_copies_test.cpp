#include "runtime/engine/pending_copies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace switchyard {
namespace {

// With this number of nodes, copies of message data are put off; with few nodes they are not.
constexpr std::uint32_t kManyNodes = 1024;
constexpr std::byte kUntouchedByte{0xaa};

std::vector<std::byte> bytes_filled_with(std::size_t bytes, int value) {
  return std::vector<std::byte>(bytes, std::byte(value));
}

TEST(PendingCopies, AllAreDoneInTheEndWhateverTheirSize) {
  PendingCopies copies(kManyNodes);
  std::vector<std::vector<std::byte>> from;
  std::vector<std::vector<std::byte>> to;
  for (const std::size_t bytes : {0, 1, 63, 64, 65, 1024, 2048, 2049, 100'000}) {
    for (int k = 1; k <= 5; ++k) {
      from.push_back(bytes_filled_with(bytes, k));
      to.push_back(bytes_filled_with(bytes, 0));
    }
  }
  for (std::size_t i = 0; i < from.size(); ++i)
    copies.copy_message_data_or_postpone_copy(to[i].data(), from[i].data(), from[i].size(), i % 2 == 0);
  copies.finish_all_copies();
  EXPECT_EQ(to, from);
}

TEST(PendingCopies, EachByteComesToItsPlaceAndNoneBesides) {
  for (const auto& [nodes, past_caches] :
       {std::pair{64U, false}, {64U, true}, {kManyNodes, false}, {kManyNodes, true}}) {
    PendingCopies copies(nodes);
    for (const std::size_t bytes : {1, 63, 64, 65, 127, 128, 200, 1024, 2049, 100'000}) {
      for (const std::size_t offset : {0, 1, 8, 63}) {
        std::vector<std::byte> from(bytes);
        for (std::size_t i = 0; i < bytes; ++i) from[i] = std::byte(i % 251);
        std::vector<std::byte> to(offset + bytes + 100, kUntouchedByte);
        std::vector<std::byte> expected = to;
        std::ranges::copy(from, expected.begin() + static_cast<std::ptrdiff_t>(offset));
        copies.copy_message_data_or_postpone_copy(to.data() + offset, from.data(), bytes, past_caches);
        copies.finish_all_copies();
        ASSERT_EQ(to, expected) << bytes << " B at " << offset << ", " << nodes << " nodes, " << past_caches;
      }
    }
  }
}

TEST(PendingCopies, TheSizeThatExceedsCachesDependsOnTheNumberOfNodes) {
  EXPECT_FALSE(PendingCopies(64).exceeds_caches(1024));
  EXPECT_TRUE(PendingCopies(64).exceeds_caches(131072));
  EXPECT_TRUE(PendingCopies(kManyNodes).exceeds_caches(1024));
  // However many nodes there are, a copy that is shorter than a cache line does not count as exceeding the caches.
  EXPECT_FALSE(PendingCopies(1U << 24U).exceeds_caches(16));
}

TEST(PendingCopies, TheLastCopyIntoABufferStays) {
  PendingCopies copies(kManyNodes);
  std::vector<std::byte> to = bytes_filled_with(3000, 0);
  for (int k = 1; k <= 20; ++k) {
    // A copy of 3000 bytes is done at once, after all copies that were put off.
    const std::size_t bytes = k % 3 == 0 ? 3000 : 1000;
    const std::vector<std::byte> from = bytes_filled_with(bytes, k);
    copies.copy_message_data_or_postpone_copy(to.data(), from.data(), bytes, k % 2 == 0);
    copies.finish_all_copies();
    EXPECT_TRUE(std::ranges::all_of(to.begin(), to.begin() + 1000, [&](std::byte b) { return b == std::byte(k); }));
  }
  const std::vector<std::byte> small = bytes_filled_with(1000, 21);
  const std::vector<std::byte> large = bytes_filled_with(3000, 22);
  copies.copy_message_data_or_postpone_copy(to.data(), small.data(), small.size(), true);
  copies.copy_message_data_or_postpone_copy(to.data(), large.data(), large.size(), false);
  EXPECT_EQ(to, large);
}

}  // namespace
}  // namespace switchyard
