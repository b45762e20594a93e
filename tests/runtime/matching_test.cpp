#include "runtime/matching.hpp"

#include <gtest/gtest.h>
#include <regex.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

Request receive_of(const MessageLabel& label) {
  Request receive;
  receive.kind = Request::Kind::receive;
  receive.peer = label.source;
  receive.tag = label.tag;
  return receive;
}

/// A random label of `sources` nodes and `tags` tags.
MessageLabel any_label(Rng& rng, std::uint32_t sources, std::uint32_t tags) {
  return {NodeId{static_cast<std::uint32_t>(rng.below(sources))}, Tag{static_cast<std::uint32_t>(rng.below(tags))}};
}

/// The same, of a receive: one in four is from any node.
MessageLabel any_wanted(Rng& rng, std::uint32_t sources, std::uint32_t tags) {
  MessageLabel label = any_label(rng, sources, tags);
  if (rng.below(4) == 0) label.source = kAnyNode;
  return label;
}

/// How many of ten steps add to what waits: few waiting, and then so many that they are found by hashing.
constexpr std::array<std::uint32_t, 3> kGrowth{5, 9, 2};

TEST(Matching, AReceiveMatchesItsSourceOrAnyAndItsTag) {
  EXPECT_TRUE(matches(receive_of({NodeId{3}, Tag{7}}), {NodeId{3}, Tag{7}}));
  EXPECT_FALSE(matches(receive_of({NodeId{3}, Tag{7}}), {NodeId{4}, Tag{7}}));
  EXPECT_FALSE(matches(receive_of({NodeId{3}, Tag{7}}), {NodeId{3}, Tag{8}}));
  EXPECT_TRUE(matches(receive_of({kAnyNode, Tag{7}}), {NodeId{4}, Tag{7}}));
}

/// Whatever is posted and taken, the first posted receive that matches is taken, as from a plain list.
RC_GTEST_PROP(PostedReceives, GiveTheFirstThatMatches, (std::uint64_t seed)) {
  Rng rng(seed);
  std::deque<Request> requests;
  std::vector<Request*> listed;
  PostedReceives posted;
  for (int i = 0; i < 1500; ++i) {
    if (rng.below(10) < kGrowth.at(static_cast<std::size_t>(i) / 500)) {
      listed.push_back(&requests.emplace_back(receive_of(any_wanted(rng, 40, 30))));
      posted.post(*listed.back());
    } else {
      const MessageLabel message = any_label(rng, 40, 30);
      const auto expected = std::ranges::find_if(listed, [&](const Request* r) { return matches(*r, message); });
      RC_ASSERT(posted.take(message) == (expected == listed.end() ? nullptr : *expected));
      if (expected != listed.end()) listed.erase(expected);
    }
    RC_ASSERT(posted.size() == listed.size());
  }
}

struct Numbered : EarlyMessage {
  Numbered(const MessageLabel& from, int i) : number(i) { label = from; }
  int number;
};

/// The same of messages that came before their receives; what is left is told in the order of arrival.
RC_GTEST_PROP(EarlyMessages, TheFirstThatMatchesIsTaken, (std::uint64_t seed)) {
  Rng rng(seed);
  std::deque<Numbered> records;
  std::vector<Numbered*> listed;
  EarlyMessages<Numbered> early;
  for (int i = 0; i < 600; ++i) {
    if (rng.below(10) < kGrowth.at(static_cast<std::size_t>(i) / 200)) {
      listed.push_back(&records.emplace_back(any_label(rng, 20, 4), i));
      early.add(*listed.back());
    } else {
      const Request receive = receive_of(any_wanted(rng, 20, 4));
      const auto expected = std::ranges::find_if(listed, [&](const Numbered* m) { return matches(receive, m->label); });
      RC_ASSERT(early.find(receive) == (expected == listed.end() ? nullptr : *expected));
      RC_ASSERT(early.take(receive) == (expected == listed.end() ? nullptr : *expected));
      if (expected != listed.end()) listed.erase(expected);
    }
    RC_ASSERT(early.size() == listed.size());
  }
  std::vector<Numbered*> left;
  early.for_each([&](Numbered& message) { left.push_back(&message); });
  RC_ASSERT(left == listed);
  RC_ASSERT(left.empty() || &early.front() == left.front());
}

TEST(EarlyMessages, AnyOneCanBeTakenOutWhileAllAreLookedAt) {
  std::deque<Numbered> records;
  EarlyMessages<Numbered> early;
  for (int i = 0; i < 20; ++i)
    early.add(records.emplace_back(MessageLabel{NodeId{1}, Tag{static_cast<std::uint32_t>(i)}}, i));
  EXPECT_EQ(early.find(receive_of({NodeId{1}, Tag{19}}))->number, 19);  // from here on there is a table, too
  early.for_each([&](Numbered& message) {
    if (message.number % 2 == 0) early.remove(message);
  });
  EXPECT_EQ(early.size(), 10U);
  EXPECT_EQ(early.find(receive_of({NodeId{1}, Tag{18}})), nullptr);
  EXPECT_EQ(early.take(receive_of({kAnyNode, Tag{17}}))->number, 17);
}

/// Finding one of many must not look at the others: all ten thousand would take minutes.
TEST(Matching, TenThousandWaitingAreNoBurden) {
  constexpr std::uint32_t kMany = 10'000;
  constexpr std::uint32_t kRounds = 20;
  std::deque<Request> requests;
  std::deque<Numbered> records;
  PostedReceives posted;
  EarlyMessages<Numbered> early;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    posted.post(requests.emplace_back(receive_of({i % 2 == 0 ? NodeId{1} : kAnyNode, Tag{i}})));
    early.add(records.emplace_back(MessageLabel{NodeId{1}, Tag{i}}, 0));
  }
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    for (std::uint32_t i = kMany; i-- > 0;) {
      const MessageLabel label{NodeId{1}, Tag{i}};
      Request* const receive = posted.take(label);
      ASSERT_EQ(receive, &requests[i]);
      posted.post(*receive);
      Numbered* const message = early.take(*receive);
      ASSERT_EQ(message, &records[i]);
      early.add(*message);
    }
  }
}

// --- the rule stands in one place ---------------------------------------------------------------------------------

/// Lines of a source file that compare tags or labels themselves.
std::vector<std::string> comparisons_in(const std::filesystem::path& file) {
  constexpr const char* kComparison =
      R"(\b(tag|label)_?(\(\))?[[:space:]]*[!=]=|[!=]=[[:space:]]*[[:alnum:]_.>()*-]*\b(tag|label)_?\b)";
  regex_t pattern{};  // the C library's: g++ 12 warns falsely of std::regex
  EXPECT_EQ(regcomp(&pattern, kComparison, REG_EXTENDED | REG_NOSUB), 0);
  std::vector<std::string> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (regexec(&pattern, line.c_str(), 0, nullptr, 0) == 0) found.push_back(file.string() + ": " + line);
  }
  regfree(&pattern);
  return found;
}

/// The same of all sources of the layers that carry messages, except of matching.hpp.
std::vector<std::string> comparisons_outside(const std::filesystem::path& root) {
  std::vector<std::string> found;
  for (const char* layer : {"runtime", "machines"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / layer)) {
      const auto extension = entry.path().extension();
      if ((extension != ".hpp" && extension != ".cpp") || entry.path().filename() == "matching.hpp") continue;
      const auto more = comparisons_in(entry.path());
      found.insert(found.end(), more.begin(), more.end());
    }
  }
  return found;
}

TEST(Matching, NothingElseComparesTags) {
  EXPECT_EQ(comparisons_outside(SWITCHYARD_SOURCE_DIR), std::vector<std::string>{});
}

TEST(Matching, AComparisonElsewhereWouldBeSeen) {
  std::string folder = std::filesystem::temp_directory_path() / "switchyard-matching-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::filesystem::path root(folder);
  const std::array<const char*, 5> planted{
      "if (receive.tag == send.tag) take(receive);", "return (*at)->tag == tag;", "if (wanted != message->tag) return;",
      "return send.owner == source && tag_ == other;", "if (a.label() != b) return;"};
  for (const char* layer : {"runtime", "machines"}) {
    for (const char* line : planted) {
      std::filesystem::create_directories(root / layer / "part");
      std::ofstream(root / layer / "matching.hpp") << planted.front() << '\n';  // there it may stand
      std::ofstream(root / layer / "part" / "planted.hpp") << "// A comparison:\n  " << line << '\n';
      std::filesystem::create_directories(root / "runtime");
      std::filesystem::create_directories(root / "machines");
      EXPECT_EQ(comparisons_outside(root).size(), 1U) << line;
      std::filesystem::remove_all(root / layer);
    }
  }
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace switchyard
