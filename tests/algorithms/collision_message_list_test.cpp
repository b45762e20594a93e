#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <sstream>

#include "algorithms/matrix/generators.hpp"
#include "algorithms/schedule/message_list.hpp"
#include "runtime/error.hpp"
#include "tests/algorithms/collision_example.hpp"

namespace switchyard {
namespace {

constexpr GridShape kMeshShape{10, 10};
constexpr const char* kMessageListHeader =
    "id,ready,packets,source_row,source_column,destination_row,destination_column\n";

std::vector<ListedMessage> read_list_text(const std::string& text) {
  std::istringstream in(text);
  return read_message_list(in, "m.csv", kMeshShape);
}

std::string error_text_of_reading_message_list(const std::string& text) {
  try {
    read_list_text(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MessageList, ReadsTheWorkedExample) {
  const auto list = collision_example::example_messages();
  ASSERT_EQ(list.size(), 7U);
  EXPECT_EQ(list[0], (ListedMessage{1, 1.0, 1, kMeshShape.node_at({2, 2}), kMeshShape.node_at({8, 8})}));
  EXPECT_EQ(list[6], (ListedMessage{7, 1.0, 1, kMeshShape.node_at({3, 1}), kMeshShape.node_at({6, 4})}));
}

TEST(MessageList, ColumnsComeInAnyOrderAndEmptyLinesAreSkipped) {
  const auto list = read_list_text(
      "packets,id,source_row,destination_row,source_column,destination_column,ready\n\n"
      "4, 9, 1, 2, 3, 5, 0.5\n");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0], (ListedMessage{9, 0.5, 4, kMeshShape.node_at({1, 3}), kMeshShape.node_at({2, 5})}));
}

TEST(MessageList, ErrorsSayWhereAndWhat) {
  const std::string header = kMessageListHeader;
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,1.0,1,2,2,11,8\n"),
            "m.csv:2:13: destination_row 11 is outside the mesh; use 1 to 10");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,1.0,1,0,2,1,8\n"),
            "m.csv:2:9: source_row 0 is outside the mesh; use 1 to 10");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,1,1,1,1,1,2\n1,1,1,1,1,1,2\n"),
            "m.csv:3:1: id 1 is there already, at line 2; give each id once");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,1,1,2,2,2,2\n"),
            "m.csv:2:11: message 1 goes to its own node; leave it out");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,1,-4,2,2,2,3\n"),
            "m.csv:2:5: '-4' is negative; use a whole number from 0");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,soon,4,2,2,2,3\n"),
            "m.csv:2:3: 'soon' is no time; use a number from 0 such as 1.0");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,-1,4,2,2,2,3\n"),
            "m.csv:2:3: '-1' is no time; use a number from 0 such as 1.0");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,nan,4,2,2,2,3\n"),
            "m.csv:2:3: 'nan' is no time; use a number from 0 such as 1.0");
  EXPECT_EQ(error_text_of_reading_message_list(header + "1,1,4,2,2,2\n"),
            "m.csv:2:11: 6 values where 7 belong; give one for each column of the header");
}

TEST(MessageList, RefusesAHeaderWithMissingUnknownOrRepeatedColumns) {
  EXPECT_TRUE(
      error_text_of_reading_message_list("").starts_with("m.csv:1:1: the file has no header; begin with 'id,ready,"));
  EXPECT_TRUE(
      error_text_of_reading_message_list("id,ready\n").starts_with("m.csv:1:9: no column 'packets'; use 'id,ready,"));
  EXPECT_TRUE(error_text_of_reading_message_list("id,colour\n")
                  .starts_with("m.csv:1:4: 'colour' is no column of a message list; use"));
  EXPECT_EQ(error_text_of_reading_message_list("id,id\n"), "m.csv:1:4: 'id' is there twice; give it once");
}

RC_GTEST_PROP(MessageList, WhatIsWrittenIsReadBack, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  auto list = hot_spot_list({.hot_destination_probability = 0.5}, *rc::gen::inRange(0U, 40U), rng);
  std::erase_if(list, [](const ListedMessage& message) { return message.source == message.destination; });
  for (ListedMessage& message : list) {
    message.ready_time = rng.unit() * 1000;
    message.packet_count = rng.random_number_below(1U << 20U);
  }
  std::ostringstream out;
  write_message_list(out, list, kMeshShape);
  RC_ASSERT(read_list_text(out.str()) == list);
}

TEST(MessageList, DamagedFilesAreReadOrRefusedAndNothingElse) {
  // The test reads 20000 copies of the paper's message list in which one to four bytes were changed, left out or
  // doubled.
  constexpr std::uint64_t kSeed = 11;
  Rng rng(kSeed);
  constexpr std::string_view kBytes = "0123456789,.-+\n\r\"' aeinx\xff";
  int refused = 0;
  for (int copy = 0; copy < 20000; ++copy) {
    std::string text = collision_example::kMessageListOfTable2;
    for (std::uint64_t changes = 1 + rng.random_number_below(4); changes > 0; --changes) {
      const std::size_t at = rng.random_number_below(text.size());
      const auto kind = rng.random_number_below(3);
      if (kind == 0) text[at] = kBytes[rng.random_number_below(kBytes.size())];
      if (kind == 1) text.erase(at, 1);
      if (kind == 2) text.insert(at, 1, text[at]);
    }
    try {
      for (const ListedMessage& message : read_list_text(text)) {
        ASSERT_LT(std::max(index(message.source), index(message.destination)), kMeshShape.node_count()) << text;
        ASSERT_NE(message.source, message.destination) << text;
      }
    } catch (const UsageError& error) {
      ++refused;
      ASSERT_TRUE(std::string(error.what()).starts_with("m.csv:")) << error.what();
    }
  }
  EXPECT_GT(refused, 5000) << "seed " << kSeed;
}

TEST(MessageList, ByReadyTimeKeepsTheOrderOfEqualTimes) {
  std::vector<ListedMessage> list(4);
  list[0] = {.id = 1, .ready_time = 2};
  list[1] = {.id = 2, .ready_time = 1};
  list[2] = {.id = 3, .ready_time = 2};
  list[3] = {.id = 4, .ready_time = 1};
  std::vector<std::uint64_t> ids;
  for (const ListedMessage& message : sorted_by_ready_time(list)) ids.push_back(message.id);
  EXPECT_EQ(ids, (std::vector<std::uint64_t>{2, 4, 1, 3}));
}

TEST(MessageList, AMatrixGivesOneMessageForEachPair) {
  const auto list = message_list(complete(4, 100));
  ASSERT_EQ(list.size(), 12U);
  EXPECT_EQ(list[3], (ListedMessage{.id = 4, .source = NodeId{1}, .destination = NodeId{0}}));
}

TEST(HotSpotList, ShareSaysHowOftenTheRegionIsDrawn) {
  // The share h of all messages is sent to one of the two hot nodes, and the others to any of 100 nodes. So a message
  // goes to a hot node with probability h + (1 - h) 2 / 100, which is 0.51 at h = 0.5. Over 20000 messages the standard
  // error is 0.0035, and the test allows four standard errors.
  Rng rng(1);
  const HotSpot hot_spot{.hot_destination_probability = 0.5};
  const auto list = hot_spot_list(hot_spot, 20000, rng);
  const auto hot = std::ranges::count_if(list, [&](const ListedMessage& message) {
    return std::ranges::find(hot_spot.hot_region, message.destination) != hot_spot.hot_region.end();
  });
  EXPECT_NEAR(static_cast<double>(hot) / 20000, 0.51, 0.014);
}

TEST(HotSpotList, SameSeedGivesTheSameList) {
  Rng one(5), same(5), other(6);
  const auto list = hot_spot_list({}, 30, one);
  EXPECT_EQ(list, hot_spot_list({}, 30, same));
  EXPECT_NE(list, hot_spot_list({}, 30, other));
}

TEST(HotSpotList, RefusesRegionsAndSharesThatMakeNoSense) {
  Rng rng(1);
  EXPECT_THROW(hot_spot_list({.hot_region = {}}, 5, rng), UsageError);
  EXPECT_THROW(hot_spot_list({.hot_region = {NodeId{100}}}, 5, rng), UsageError);
  EXPECT_THROW(hot_spot_list({.hot_destination_probability = 1.5}, 5, rng), UsageError);
}

}  // namespace
}  // namespace switchyard
