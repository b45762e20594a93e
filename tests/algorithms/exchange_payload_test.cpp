#include "algorithms/exchange/payload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <stdexcept>
#include <vector>

#include "algorithms/exchange/payload_memory.hpp"
#include "algorithms/exchange/workload.hpp"
#include "algorithms/matrix/generators.hpp"

namespace switchyard {
namespace {

TEST(Payload, IsWhatItsReceiverExpectsWhateverItsSize) {
  for (std::size_t size = 0; size < 300; ++size) {
    std::vector<std::byte> data(size);
    fill_payload(data, 3);
    EXPECT_EQ(first_corrupted_byte(data, 3), std::nullopt) << size;
  }
}

TEST(Payload, OfAnotherMessageDiffersInEveryWord) {
  std::vector<std::byte> data(256);
  fill_payload(data, 3);
  for (std::uint64_t other = 0; other < 600; ++other) {
    if (other == 3) continue;
    for (std::size_t word = 0; word < data.size() / kPatternStride; ++word) {
      const auto wrong = first_corrupted_byte(std::span(data).subspan(word * kPatternStride), other + word);
      ASSERT_TRUE(wrong) << other;
      EXPECT_LT(*wrong, kPatternStride);
    }
  }
}

TEST(Payload, OfTheNextMessageBeginsOneStrideLater) {
  std::vector<std::byte> data(100);
  fill_payload(data, 0);
  for (std::uint64_t first = 0; first < 10; ++first) {
    EXPECT_FALSE(first_corrupted_byte(std::span(data).subspan(first * kPatternStride), first)) << first;
  }
}

TEST(Payload, ShowsTheFirstByteThatIsWrong) {
  for (const std::size_t size : {1U, 7U, 8U, 9U, 63U, 64U, 65U, 200U}) {
    std::vector<std::byte> data(size);
    fill_payload(data, 1);
    // The loop damages one byte after another, from the last one to the first one. So there are wrong bytes behind the
    // byte that was damaged last, which is the one to be found.
    for (std::size_t at = size; at-- > 0;) {
      data[at] ^= std::byte{0x10};
      EXPECT_EQ(first_corrupted_byte(data, 1), at) << size;
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
          ASSERT_EQ(data[0], static_cast<std::byte>(i));
          ASSERT_EQ(std::memcmp(data, data + 1, bytes - 1), 0) << "not all bytes are the same";
        }
      }
    }
  }
}

TEST(Workload, SendsEachMessageWithAFirstWordOfItsOwn) {
  Rng rng(1);
  const Workload workload(random_matrix_with_degree(16, 5, 24, rng));
  std::set<std::uint64_t> first_words;
  for (std::uint32_t i = 0; i < 16; ++i) {
    for (const Outgoing& message : workload.traffic(NodeId{i}).sends()) {
      std::uint64_t word = 0;
      std::memcpy(&word, message.data.data(), sizeof(word));
      first_words.insert(word);
    }
  }
  EXPECT_EQ(first_words.size(), workload.matrix().message_count());
}

TEST(Workload, BytesWrittenToOneMessageChangeNoOtherMessage) {
  Workload workload(complete(8, 24));
  const Workload untouched(complete(8, 24));
  std::ranges::fill(workload.bytes_to_send(NodeId{3}, NodeId{5}), std::byte{0xff});
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (const Outgoing& message : workload.traffic(NodeId{i}).sends()) {
      if (NodeId{i} == NodeId{3} && message.destination == NodeId{5}) {
        EXPECT_TRUE(std::ranges::all_of(message.data, [](std::byte b) { return b == std::byte{0xff}; }));
      } else {
        const auto same = untouched.traffic(NodeId{i}).to(message.destination).data;
        EXPECT_TRUE(std::ranges::equal(message.data, same)) << i << " to " << index(message.destination);
      }
    }
  }
  EXPECT_EQ(workload.bytes_to_send(NodeId{3}, NodeId{5}).data(), workload.traffic(NodeId{3}).to(NodeId{5}).data.data());
  EXPECT_THROW(workload.bytes_to_send(NodeId{3}, NodeId{3}), std::out_of_range);
}

TEST(Workload, FindsEachMessageAndNoOther) {
  Rng rng(2);
  const std::vector<Triplet> lone{{NodeId{4}, NodeId{9}, 8}};
  std::vector<CommunicationMatrix> matrices{CommunicationMatrix::from_triplets(16, lone)};
  for (const std::uint32_t density : {1U, 2U, 3U, 5U, 8U, 15U})
    matrices.push_back(random_matrix_with_degree(16, density, 8, rng));
  for (const CommunicationMatrix& matrix : matrices) {
    const Workload workload(matrix);
    for (std::uint32_t i = 0; i < 16; ++i) {
      const NodeTraffic& traffic = workload.traffic(NodeId{i});
      for (std::uint32_t j = 0; j < 17; ++j) {
        if (matrix.find(NodeId{i}, NodeId{j}) != nullptr) {
          EXPECT_EQ(traffic.to(NodeId{j}).destination, NodeId{j});
          EXPECT_EQ(workload.traffic(NodeId{j}).from(NodeId{i}).source, NodeId{i});
        } else {
          EXPECT_THROW(traffic.to(NodeId{j}), std::out_of_range);
          if (j == 16) continue;
          EXPECT_THROW(workload.traffic(NodeId{j}).from(NodeId{i}), std::out_of_range);
        }
      }
    }
  }
}

/// Tests that the receive buffers of a new workload are cleared. Otherwise bytes that an earlier run left there could
/// make a lost message look as if it had arrived.
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
