#include "algorithms/matrix/communication_matrix.hpp"

#include <gtest/gtest.h>

#include <string>

#include "algorithms/matrix/describe.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

Triplet message_triplet(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes) {
  return {NodeId{source}, NodeId{destination}, bytes};
}

CommunicationMatrix example_matrix() {
  const std::vector<Triplet> triplets = {message_triplet(2, 1, 30), message_triplet(0, 2, 5), message_triplet(0, 1, 10),
                                         message_triplet(1, 0, 7)};
  return CommunicationMatrix::from_triplets(4, triplets);
}

std::string error_of_triplets(std::uint32_t nodes, const std::vector<Triplet>& triplets) {
  try {
    CommunicationMatrix::from_triplets(nodes, triplets);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

bool contains_text(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CommunicationMatrix, RowsHoldTheMessagesInAscendingOrder) {
  const CommunicationMatrix matrix = example_matrix();
  ASSERT_EQ(matrix.row(NodeId{0}).size(), 2U);
  EXPECT_EQ(matrix.row(NodeId{0})[0], (CommunicationMatrix::Entry{NodeId{1}, 10}));
  EXPECT_EQ(matrix.row(NodeId{0})[1], (CommunicationMatrix::Entry{NodeId{2}, 5}));
  EXPECT_TRUE(matrix.row(NodeId{3}).empty());
  EXPECT_EQ(matrix.number_of_first_message(NodeId{2}), 3U);
}

TEST(CommunicationMatrix, CountsMessagesBytesAndDegrees) {
  const CommunicationMatrix matrix = example_matrix();
  EXPECT_EQ(matrix.node_count(), 4U);
  EXPECT_EQ(matrix.message_count(), 4U);
  EXPECT_EQ(matrix.total_bytes(), 52U);
  EXPECT_EQ(matrix.max_degree(), 2U);
  EXPECT_EQ(matrix.out_degree(NodeId{0}), 2U);
  EXPECT_EQ(matrix.in_degree(NodeId{1}), 2U);
  EXPECT_EQ(matrix.in_degree(NodeId{3}), 0U);
}

TEST(CommunicationMatrix, FindsAMessageOrNone) {
  const CommunicationMatrix matrix = example_matrix();
  ASSERT_NE(matrix.find(NodeId{2}, NodeId{1}), nullptr);
  EXPECT_EQ(matrix.find(NodeId{2}, NodeId{1})->bytes, 30U);
  EXPECT_EQ(matrix.find(NodeId{1}, NodeId{2}), nullptr);
  EXPECT_EQ(matrix.find(NodeId{3}, NodeId{0}), nullptr);
}

TEST(CommunicationMatrix, RefusesInvalidMessages) {
  EXPECT_PRED2(contains_text, error_of_triplets(3, {message_triplet(0, 1, 1), message_triplet(0, 1, 2)}),
               "0 -> 1 is there twice");
  EXPECT_PRED2(contains_text, error_of_triplets(3, {message_triplet(1, 1, 1)}), "node 1 has a message to itself");
  EXPECT_PRED2(contains_text, error_of_triplets(3, {message_triplet(0, 3, 1)}),
               "0 -> 3 names a node that does not exist; nodes are 0..2");
  EXPECT_PRED2(contains_text, error_of_triplets(3, {message_triplet(3, 0, 1)}), "nodes are 0..2");
  EXPECT_PRED2(contains_text, error_of_triplets(3, {message_triplet(0, 1, ~0ULL), message_triplet(1, 0, 1)}),
               "more than 64 bits");
  EXPECT_EQ(error_of_triplets(3, {message_triplet(0, 1, ~0ULL)}), "accepted");
}

TEST(CommunicationMatrix, RefusesRowOffsetsThatDoNotFitTheEntries) {
  using Rows = std::vector<std::uint64_t>;
  const std::vector<CommunicationMatrix::Entry> one = {{NodeId{1}, 5}};
  EXPECT_THROW(CommunicationMatrix::from_rows({}, one), UsageError);
  EXPECT_THROW(CommunicationMatrix::from_rows(Rows{0, 0, 0}, one), UsageError);
  EXPECT_THROW(CommunicationMatrix::from_rows(Rows{0, 2, 1}, one), UsageError);
  EXPECT_EQ(CommunicationMatrix::from_rows(Rows{0, 1, 1}, one).message_count(), 1U);
}

TEST(CommunicationMatrix, UniformBytesReplaceAllSizes) {
  const CommunicationMatrix matrix = example_matrix().with_uniform_bytes(8);
  EXPECT_EQ(matrix.total_bytes(), 32U);
  EXPECT_EQ(matrix.find(NodeId{2}, NodeId{1})->bytes, 8U);
  EXPECT_EQ(example_matrix().with_uniform_bytes(0).message_count(), 4U);
  EXPECT_THROW(example_matrix().with_uniform_bytes(~0ULL), UsageError);
}

TEST(CommunicationMatrix, TransposedListsTheSourcesOfEachReceiver) {
  const CommunicationMatrix columns = example_matrix().transposed();
  ASSERT_EQ(columns.row(NodeId{1}).size(), 2U);
  EXPECT_EQ(columns.row(NodeId{1})[0], (CommunicationMatrix::Entry{NodeId{0}, 10}));
  EXPECT_EQ(columns.row(NodeId{1})[1], (CommunicationMatrix::Entry{NodeId{2}, 30}));
  EXPECT_EQ(columns.in_degree(NodeId{0}), 2U);
  EXPECT_EQ(columns.transposed(), example_matrix());
}

TEST(CommunicationMatrix, MayBeEmpty) {
  EXPECT_EQ(CommunicationMatrix{}.node_count(), 0U);
  EXPECT_EQ(CommunicationMatrix{}.transposed().node_count(), 0U);
  EXPECT_EQ(CommunicationMatrix::from_triplets(1, {}).message_count(), 0U);
}

TEST(MatrixDescription, DescribesASmallMatrix) {
  // The rows of the matrix add up to 15, 7, 30 and 0 bytes, and its columns to 7, 40, 5 and 0 bytes. Nodes 0 and 1 send
  // to each other. Of the 12 pairs of sender and receiver, 4 have a message.
  const MatrixDescription found = describe(example_matrix());
  EXPECT_EQ(found.messages, 4U);
  EXPECT_EQ(found.min_bytes, 5U);
  EXPECT_EQ(found.max_bytes, 30U);
  EXPECT_DOUBLE_EQ(found.mean_bytes, 13);
  EXPECT_DOUBLE_EQ(found.density_percent, 100.0 / 3);
  EXPECT_EQ(found.min_out_degree, 0U);
  EXPECT_EQ(found.max_out_degree, 2U);
  EXPECT_EQ(found.max_in_degree, 2U);
  EXPECT_EQ(found.mutual_pairs, 1U);
  EXPECT_FALSE(found.symmetric);
  EXPECT_EQ(found.max_sent_bytes_of_a_node, 30U);
  EXPECT_EQ(found.max_received_bytes_of_a_node, 40U);
  EXPECT_EQ(found.traffic_bound, 40U);
}

TEST(MatrixDescription, DescribesMatricesWithoutMessages) {
  EXPECT_EQ(describe(CommunicationMatrix{}), MatrixDescription{.symmetric = true});
  EXPECT_EQ(describe(CommunicationMatrix::from_triplets(1, {})),
            (MatrixDescription{
                .nodes = 1, .symmetric = true, .sent_bytes_of_each_node = {0}, .received_bytes_of_each_node = {0}}));
}

TEST(MatrixDescription, SaysWhoSendsToWhom) {
  const auto kind_with = [](std::vector<Triplet> messages) {
    return describe(CommunicationMatrix::from_triplets(3, messages)).kind;
  };
  const std::vector<Triplet> all{message_triplet(0, 1, 1), message_triplet(0, 2, 1), message_triplet(1, 0, 1),
                                 message_triplet(1, 2, 1), message_triplet(2, 0, 1), message_triplet(2, 1, 1)};
  EXPECT_EQ(kind_with(all), TrafficKind::all_to_all);
  EXPECT_EQ(kind_with({all[0], all[2], all[4]}), TrafficKind::all_to_many);
  EXPECT_EQ(kind_with({all[0], all[1], all[2], all[3]}), TrafficKind::many_to_all);
  EXPECT_EQ(kind_with({all[0], all[2]}), TrafficKind::many_to_many);
  EXPECT_EQ(kind_with({all[0], all[1]}), TrafficKind::many_to_many);
  EXPECT_TRUE(describe(CommunicationMatrix::from_triplets(3, all)).uniform);
  EXPECT_EQ(describe(example_matrix()).sent_bytes_of_each_node, (std::vector<std::uint64_t>{15, 7, 30, 0}));
  EXPECT_EQ(describe(example_matrix()).received_bytes_of_each_node, (std::vector<std::uint64_t>{7, 40, 5, 0}));
  EXPECT_FALSE(describe(example_matrix()).uniform);
}

TEST(MatrixDescription, SymmetryIsThatOfThePatternAndNotOfTheSizes) {
  const std::vector<Triplet> both = {message_triplet(0, 1, 1), message_triplet(1, 0, 9)};
  EXPECT_TRUE(describe(CommunicationMatrix::from_triplets(3, both)).symmetric);
}

TEST(CommunicationMatrix, ACompleteMatrixEqualsTheOneMadeOfItsMessages) {
  std::vector<Triplet> triplets;
  for (std::uint32_t i = 0; i < 5; ++i) {
    for (std::uint32_t j = 0; j < 5; ++j) {
      if (i != j) triplets.push_back({NodeId{i}, NodeId{j}, 9});
    }
  }
  const CommunicationMatrix stored = CommunicationMatrix::from_triplets(5, triplets);
  const CommunicationMatrix matrix = CommunicationMatrix::complete(5, 9);
  EXPECT_EQ(matrix.message_bytes_if_complete(), 9U);
  EXPECT_FALSE(stored.message_bytes_if_complete());
  EXPECT_EQ(matrix.message_count(), stored.message_count());
  EXPECT_EQ(matrix.total_bytes(), stored.total_bytes());
  EXPECT_EQ(matrix.max_degree(), 4U);
  EXPECT_EQ(matrix.out_degree(NodeId{4}), 4U);
  EXPECT_EQ(matrix.in_degree(NodeId{0}), 4U);
  EXPECT_EQ(matrix, stored);
  EXPECT_EQ(stored, matrix);
  EXPECT_EQ(matrix.transposed(), stored.transposed());
  EXPECT_EQ(matrix.number_of_first_message(NodeId{3}), 12U);
  ASSERT_NE(matrix.find(NodeId{3}, NodeId{1}), nullptr);
  EXPECT_EQ(matrix.find(NodeId{3}, NodeId{3}), nullptr);
  EXPECT_EQ(matrix.with_uniform_bytes(2), stored.with_uniform_bytes(2));
  EXPECT_NE(matrix.with_uniform_bytes(2), matrix);
  EXPECT_THROW(CommunicationMatrix::complete(5, std::uint64_t{1} << 60U), UsageError);
}

}  // namespace
}  // namespace switchyard
