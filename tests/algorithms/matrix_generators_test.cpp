#include "algorithms/matrix/generators.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "algorithms/matrix/describe.hpp"
#include "algorithms/matrix/edge_switching.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

template <class Generate>
std::string error_of_generating_matrix(Generate generate) {
  try {
    generate();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

bool contains_text(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

RC_GTEST_PROP(DenseRandom, EveryNodeSendsAndReceivesTheSameNumber, ()) {
  const auto nodes = *rc::gen::inRange<std::uint32_t>(2, 40);
  const auto degree = *rc::gen::inRange<std::uint32_t>(1, nodes);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const MatrixDescription matrix_description = describe(random_matrix_with_degree(nodes, degree, 100, rng));
  RC_ASSERT(matrix_description.min_out_degree == degree && matrix_description.max_out_degree == degree);
  RC_ASSERT(matrix_description.min_in_degree == degree && matrix_description.max_in_degree == degree);
  RC_ASSERT(matrix_description.min_bytes == 100U && matrix_description.max_bytes == 100U);
}

TEST(DenseRandom, SameSeedGivesTheSameMatrix) {
  Rng one(7), same(7), other(8);
  const CommunicationMatrix matrix = random_matrix_with_degree(64, 16, 1, one);
  EXPECT_EQ(matrix, random_matrix_with_degree(64, 16, 1, same));
  EXPECT_NE(matrix, random_matrix_with_degree(64, 16, 1, other));
}

TEST(DenseRandom, IsNoCirculantMatrix) {
  Rng rng(1);
  const CommunicationMatrix matrix = random_matrix_with_degree(64, 4, 1, rng);
  std::set<std::uint32_t> offsets;
  for (std::uint32_t i = 0; i < 64; ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) offsets.insert((index(entry.destination) + 64 - i) % 64);
  }
  // In a circulant matrix, the distance from source to destination would have only 4 different values. In a random one,
  // 256 draws miss only about one of the 63 possible distances.
  EXPECT_GT(offsets.size(), 50U);
}

TEST(DenseRandom, AllPairsAreAboutEquallyLikely) {
  // In 2000 random matrices of 8 nodes with d = 3 messages from each node, each of the 56 pairs of sender and receiver
  // occurs 2000 * 3/7 = 857 times on average, with a standard deviation of sqrt(490) = 22.
  std::vector<int> seen(64, 0);
  Rng rng(3);
  for (int sample = 0; sample < 2000; ++sample) {
    const CommunicationMatrix matrix = random_matrix_with_degree(8, 3, 1, rng);
    for (std::uint32_t i = 0; i < 8; ++i) {
      for (const auto& entry : matrix.row(NodeId{i})) ++seen[i * 8 + index(entry.destination)];
    }
  }
  for (std::size_t pair = 0; pair < 64; ++pair) {
    if (pair / 8 != pair % 8) {
      EXPECT_NEAR(seen[pair], 857, 5 * 22);
    }
  }
}

TEST(DenseRandom, RefusesADensityThatNoNodeCanHave) {
  Rng rng;
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_matrix_with_degree(8, 8, 1, rng); }),
               "density 8 on 8 nodes: d is 1..n-1");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_matrix_with_degree(8, 0, 1, rng); }),
               "density 0");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_matrix_with_degree(0, 0, 1, rng); }),
               "density 0");
}

TEST(Complete, HasEveryPair) {
  const MatrixDescription matrix_description = describe(complete(5, 3));
  EXPECT_EQ(matrix_description.messages, 20U);
  EXPECT_TRUE(matrix_description.symmetric);
  EXPECT_EQ(matrix_description.total_bytes, 60U);
  EXPECT_EQ(complete(1, 3).message_count(), 0U);
  EXPECT_THROW(complete(0, 3), UsageError);
}

RC_GTEST_PROP(Percent, HasTheStatedCountAndNoDiagonal, ()) {
  const auto nodes = *rc::gen::inRange<std::uint32_t>(1, 40);
  const auto share = *rc::gen::inRange(0, 101);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const double pairs = nodes * (nodes - 1.0);
  RC_ASSERT(random_percent_matrix(nodes, share, 4, rng).message_count() ==
            static_cast<std::uint64_t>(std::llround(share * pairs / 100)));
}

TEST(Percent, ReachesSparseAndFullMatrices) {
  Rng rng(2);
  EXPECT_EQ(random_percent_matrix(1000, 0.1, 1, rng).message_count(), 999U);
  EXPECT_EQ(random_percent_matrix(32, 100, 1, rng), complete(32, 1));
  EXPECT_EQ(random_percent_matrix(32, 0, 1, rng).message_count(), 0U);
}

TEST(Percent, PairsAreEquallyLikelyHoweverTheyAreDrawn) {
  // If 1 % of the 9900 pairs of nodes are to have a message, the generator draws these pairs one by one; if 25 % are,
  // it goes through all pairs. Both methods must give the upper and the lower half of the rows about the same number of
  // messages.
  Rng rng(4);
  for (const double share : {1.0, 25.0}) {
    double first_half = 0;
    double all = 0;
    for (int sample = 0; sample < 100; ++sample) {
      const CommunicationMatrix matrix = random_percent_matrix(100, share, 1, rng);
      first_half += static_cast<double>(matrix.number_of_first_message(NodeId{50}));
      all += static_cast<double>(matrix.message_count());
    }
    EXPECT_NEAR(first_half / all, 0.5, 5 * 0.5 / std::sqrt(all));
  }
}

TEST(Percent, RefusesSharesOutsideOf0To100) {
  Rng rng;
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_percent_matrix(8, -1, 1, rng); }),
               "percent -1: use 0 to 100");
  EXPECT_THROW(random_percent_matrix(8, 100.5, 1, rng), UsageError);
  EXPECT_THROW(random_percent_matrix(8, std::numeric_limits<double>::quiet_NaN(), 1, rng), UsageError);
  EXPECT_THROW(random_percent_matrix(0, 50, 1, rng), UsageError);
}

void expect_row_and_column_sums(const CommunicationMatrix& matrix, std::uint64_t traffic) {
  const CommunicationMatrix columns = matrix.transposed();
  for (const CommunicationMatrix* side : {&matrix, &columns}) {
    for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
      std::uint64_t sum = 0;
      for (const auto& entry : side->row(NodeId{i})) sum += entry.bytes;
      EXPECT_EQ(sum, traffic) << "node " << i;
    }
  }
}

TEST(Bounded, ReproducesTheFirstTrialOfThePaper) {
  // In a bounded random matrix of 32 nodes, a node sends t = 64 KiB = 16384 elements to k = 32 receivers with l = 1/32.
  // One receiver gets 31/32 of the elements, which are 63488 bytes. The other 512 elements go to 31 receivers. One of
  // these would be the node itself, so that 30 receivers get 18 or 17 elements each (72 or 68 bytes).
  Rng rng(5);
  const CommunicationMatrix matrix = random_bounded_matrix(32, 32, 1.0 / 32, 65536, rng);
  expect_row_and_column_sums(matrix, 65536);
  for (std::uint32_t i = 0; i < 32; ++i) {
    ASSERT_EQ(matrix.out_degree(NodeId{i}), 31U);
    int large_message_receiver_count = 0;
    for (const auto& entry : matrix.row(NodeId{i})) {
      if (entry.bytes == 63488) ++large_message_receiver_count;
      EXPECT_TRUE(entry.bytes == 63488 || entry.bytes == 72 || entry.bytes == 68) << entry.bytes;
    }
    EXPECT_EQ(large_message_receiver_count, 1);
  }
}

TEST(Bounded, ReproducesTheSecondTrialOfThePaper) {
  Rng rng(6);
  const CommunicationMatrix matrix = random_bounded_matrix(32, 2, 0.5, 100000, rng);
  expect_row_and_column_sums(matrix, 100000);
  EXPECT_EQ(matrix, matrix.with_uniform_bytes(50000));
  EXPECT_EQ(describe(matrix).max_out_degree, 2U);
}

TEST(Bounded, TheHeavyMessagesOfAFullMatrixAreShuffled) {
  Rng rng(7);
  const CommunicationMatrix matrix = random_bounded_matrix(32, 32, 1.0 / 32, 65536, rng);
  std::set<std::uint32_t> offsets;
  for (std::uint32_t i = 0; i < 32; ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) {
      if (entry.bytes == 63488) offsets.insert((index(entry.destination) + 32 - i) % 32);
    }
  }
  // In a circulant matrix, the large messages would have only 1 distance from source to destination. In a random
  // permutation they have about 31 (1 - 1/e) = 20 different distances.
  EXPECT_GT(offsets.size(), 10U);
}

RC_GTEST_PROP(Bounded, SumsAreTheTrafficAndSizesWholeElements, ()) {
  const auto nodes = *rc::gen::inRange<std::uint32_t>(3, 24);
  const auto fan_out = *rc::gen::inRange<std::uint32_t>(3, nodes + 1);
  const auto large_message_receiver_count = *rc::gen::inRange<std::uint32_t>(1, fan_out - 1);
  const auto traffic = 4 * *rc::gen::inRange<std::uint64_t>(1000, 100000);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  const CommunicationMatrix matrix =
      random_bounded_matrix(nodes, fan_out, static_cast<double>(large_message_receiver_count) / fan_out, traffic, rng);
  expect_row_and_column_sums(matrix, traffic);
  const MatrixDescription matrix_description = describe(matrix);
  RC_ASSERT(matrix_description.min_out_degree == std::min(fan_out, nodes - 1) &&
            matrix_description.max_in_degree == matrix_description.min_out_degree);
  RC_ASSERT(matrix_description.min_bytes > 0U);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) RC_ASSERT(entry.bytes % 4 == 0U);
  }
}

TEST(Bounded, RefusesParametersThatDoNotFit) {
  Rng rng;
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(8, 9, 0.5, 4096, rng); }),
               "k=9 of 8 nodes; k is at most n");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(8, 4, 0.0, 4096, rng); }), "l=0");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(8, 4, 1.0, 4096, rng); }), "l=1");
  EXPECT_THROW(random_bounded_matrix(8, 4, std::numeric_limits<double>::quiet_NaN(), 4096, rng), UsageError);
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(8, 4, 0.01, 4096, rng); }),
               "leave no receiver");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(8, 4, 0.99, 4096, rng); }),
               "leave no receiver");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(2, 2, 0.5, 4096, rng); }),
               "less the node itself");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(8, 4, 0.5, 4098, rng); }),
               "multiple of 4 bytes");
  EXPECT_PRED2(contains_text, error_of_generating_matrix([&] { random_bounded_matrix(8, 4, 0.5, 12, rng); }),
               "cannot be split");
  EXPECT_THROW(random_bounded_matrix(8, 0, 0.5, 4096, rng), UsageError);
  EXPECT_THROW(random_bounded_matrix(0, 0, 0.5, 4096, rng), UsageError);
}

TEST(ReceiverSlots, FindsWhatWasInsertedAfterAnyErasures) {
  detail::ReceiverSlots slots(2, 8);
  std::vector<std::uint32_t> model(64, detail::ReceiverSlots::kNoReceiver);
  Rng rng(9);
  std::uint32_t held = 0;
  for (int step = 0; step < 20000; ++step) {
    const auto receiver = static_cast<std::uint32_t>(rng.random_number_below(64));
    if (model[receiver] != detail::ReceiverSlots::kNoReceiver) {
      slots.remove_receiver(1, receiver);
      model[receiver] = detail::ReceiverSlots::kNoReceiver;
      --held;
    } else if (held < 8) {
      model[receiver] = static_cast<std::uint32_t>(step);
      slots.insert_receiver(1, receiver, model[receiver]);
      ++held;
    }
    for (std::uint32_t r = 0; r < 64; ++r) ASSERT_EQ(slots.find_slot(1, r), model[r]) << "step " << step;
  }
  EXPECT_EQ(slots.find_slot(0, 5), detail::ReceiverSlots::kNoReceiver);
}

}  // namespace
}  // namespace switchyard
