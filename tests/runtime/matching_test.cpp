#include "runtime/matching.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Returns a receive for only the tag of `label`.
Request receive_of(const MessageLabel& label) {
  Request receive;
  receive.kind = Request::Kind::receive;
  receive.peer = label.source;
  receive.tag = label.tag;
  receive.context = label.context;
  return receive;
}

/// Returns a random label with one of `sources` nodes, `tags` tags and two contexts.
MessageLabel any_label(Rng& rng, std::uint32_t sources, std::uint32_t tags) {
  return {NodeId{static_cast<std::uint32_t>(rng.below(sources))}, Tag{static_cast<std::uint32_t>(rng.below(tags))},
          rng.below(8) == 0 ? Context{kFirstFreeContext} : Context::program};
}

/// Returns a random receive: one in four is from any node, one in eight takes any tag, and one in eight takes some
/// tags.
Request any_receive(Rng& rng, std::uint32_t sources, std::uint32_t tags) {
  Request receive = receive_of(any_label(rng, sources, tags));
  if (rng.below(4) == 0) receive.peer = kAnyNode;
  if (const auto which = rng.below(8); which < 2) receive.mask = which == 0 ? 0 : 0x3;
  return receive;
}

/// Returns whether the two match, written anew from the words of the rule.
bool should_match(const Request& receive, const MessageLabel& message) {
  const bool from_there = receive.peer == kAnyNode || receive.peer == message.source;
  const auto wanted = static_cast<std::uint32_t>(receive.tag), got = static_cast<std::uint32_t>(message.tag);
  return from_there && receive.context == message.context && (wanted & receive.mask) == (got & receive.mask);
}

/// Numbers of steps, out of ten, that add to the waiting list: first few entries wait, then so many that they are found
/// by hashing.
constexpr std::array<std::uint32_t, 3> kGrowth{5, 9, 2};

TEST(Matching, AReceiveMatchesItsSourceOrAnyAndItsTag) {
  EXPECT_TRUE(matches(receive_of({NodeId{3}, Tag{7}}), {NodeId{3}, Tag{7}}));
  EXPECT_FALSE(matches(receive_of({NodeId{3}, Tag{7}}), {NodeId{4}, Tag{7}}));
  EXPECT_FALSE(matches(receive_of({NodeId{3}, Tag{7}}), {NodeId{3}, Tag{8}}));
  EXPECT_TRUE(matches(receive_of({kAnyNode, Tag{7}}), {NodeId{4}, Tag{7}}));
}

TEST(Matching, AReceiveMatchesTheTagsOfItsMaskInItsContext) {
  Request receive = receive_of({NodeId{3}, Tag{0x15}});
  receive.mask = 0xf;
  EXPECT_TRUE(matches(receive, {NodeId{3}, Tag{0x85}}));
  EXPECT_FALSE(matches(receive, {NodeId{3}, Tag{0x86}}));
  receive.mask = 0;
  EXPECT_TRUE(matches(receive, {NodeId{3}, Tag{0xffffffff}}));
  EXPECT_FALSE(matches(receive, {NodeId{3}, Tag{0x15}, Context{kFirstFreeContext}}));
}

/// Whatever is posted and taken, the first posted receive that matches is taken, as from a plain list.
RC_GTEST_PROP(PostedReceives, GiveTheFirstThatMatches, (std::uint64_t seed)) {
  Rng rng(seed);
  std::deque<Request> requests;
  std::vector<Request*> listed;
  PostedReceives posted;
  for (int i = 0; i < 1500; ++i) {
    if (rng.below(10) < kGrowth.at(static_cast<std::size_t>(i) / 500)) {
      listed.push_back(&requests.emplace_back(any_receive(rng, 40, 30)));
      posted.post(*listed.back());
    } else {
      const MessageLabel message = any_label(rng, 40, 30);
      const auto expected = std::ranges::find_if(listed, [&](const Request* r) { return should_match(*r, message); });
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

/// Whatever is added and taken, the first message that matches is taken, as from a plain list; the rest is listed in
/// the order of arrival.
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
      const Request receive = any_receive(rng, 20, 4);
      const auto expected =
          std::ranges::find_if(listed, [&](const Numbered* m) { return should_match(receive, m->label); });
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

/// A random sequence of posts, arrivals, probes and cancels on one node, next to plain lists with the same rule.
class Sequence {
 public:
  explicit Sequence(std::uint64_t seed) : rng_(seed) {}

  /// Returns false if a result differs from that of the plain lists.
  bool agrees() {
    for (std::uint64_t left = rng_.below(20); left > 0; --left) {
      const std::uint64_t step = rng_.below(10);
      if (!(step < 4 ? post() : step < 8 ? arrive() : step == 8 ? probe() : cancel())) return false;
    }
    return posted_.size() == posted_list_.size() && early_.size() == early_list_.size();
  }

 private:
  bool post() {
    Request& receive = receives_.emplace_back(any_receive(rng_, 3, 6));
    const auto expected = first_for(receive);
    const bool waits = expected == early_list_.end();
    if (early_.take(receive) != (waits ? nullptr : *expected)) return false;
    if (!waits) {
      early_list_.erase(expected);
    } else {
      posted_.post(receive);
      posted_list_.push_back(&receive);
    }
    return true;
  }
  bool arrive() {
    Numbered& message = messages_.emplace_back(any_label(rng_, 3, 6), 0);
    const auto expected =
        std::ranges::find_if(posted_list_, [&](const Request* r) { return should_match(*r, message.label); });
    const bool waits = expected == posted_list_.end();
    if (posted_.take(message.label) != (waits ? nullptr : *expected)) return false;
    if (!waits) {
      posted_list_.erase(expected);
    } else {
      early_.add(message);
      early_list_.push_back(&message);
    }
    return true;
  }
  bool probe() {
    const Request receive = any_receive(rng_, 3, 6);
    const auto expected = first_for(receive);
    return early_.find(receive) == (expected == early_list_.end() ? nullptr : *expected);
  }
  bool cancel() {
    if (receives_.empty()) return true;
    Request& receive = receives_[rng_.below(receives_.size())];
    const bool waits = std::erase(posted_list_, &receive) > 0;
    return posted_.remove(receive) == waits;
  }
  std::vector<Numbered*>::iterator first_for(const Request& receive) {
    return std::ranges::find_if(early_list_, [&](const Numbered* m) { return should_match(receive, m->label); });
  }

  Rng rng_;
  std::deque<Request> receives_;
  std::deque<Numbered> messages_;
  std::vector<Request*> posted_list_;
  std::vector<Numbered*> early_list_;
  PostedReceives posted_;
  EarlyMessages<Numbered> early_;
};

TEST(Matching, AMillionSequencesOfPostsArrivalsProbesAndCancelsGoAsTheRuleSays) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::uint64_t kSequences = 20'000;
#else
  constexpr std::uint64_t kSequences = 1'000'000;
#endif
  for (std::uint64_t seed = 0; seed < kSequences; ++seed) ASSERT_TRUE(Sequence(seed).agrees()) << seed;
}

TEST(PostedReceives, OneOfManyCanBeCancelled) {
  std::deque<Request> receives;
  PostedReceives posted;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    Request& receive = receives.emplace_back(receive_of({i % 3 == 0 ? kAnyNode : NodeId{i % 7}, Tag{i % 5}}));
    if (i % 11 == 0) receive.mask = 0;
    posted.post(receive);
  }
  for (std::uint32_t i = 0; i < 1000; i += 2) EXPECT_TRUE(posted.remove(receives[i]));
  EXPECT_FALSE(posted.remove(receives[0]));
  EXPECT_EQ(posted.size(), 500U);
  EXPECT_EQ(posted.take({NodeId{1}, Tag{1}}), &receives[1]);
}

TEST(EarlyMessages, AnyOneCanBeTakenOutWhileAllAreLookedAt) {
  std::deque<Numbered> records;
  EarlyMessages<Numbered> early;
  for (int i = 0; i < 20; ++i)
    early.add(records.emplace_back(MessageLabel{NodeId{1}, Tag{static_cast<std::uint32_t>(i)}}, i));
  EXPECT_EQ(early.find(receive_of({NodeId{1}, Tag{19}}))->number, 19);  // the lists have a table from here on
  early.for_each([&](Numbered& message) {
    if (message.number % 2 == 0) early.remove(message);
  });
  EXPECT_EQ(early.size(), 10U);
  EXPECT_EQ(early.find(receive_of({NodeId{1}, Tag{18}})), nullptr);
  EXPECT_EQ(early.take(receive_of({kAnyNode, Tag{17}}))->number, 17);
}

/// Finding one of many entries must not look at the others: with ten thousand entries this would take minutes.
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

/// Returns the lines of a source file that compare tags or labels themselves.
std::vector<std::string> comparisons_in(const std::filesystem::path& file) {
  constexpr const char* kComparison =
      R"(\b(tag|label)_?(\(\))?[[:space:]]*[!=]=|[!=]=[[:space:]]*[[:alnum:]_.>()*-]*\b(tag|label)_?\b)";
  regex_t pattern{};  // the C library's functions are used as g++ 12 warns falsely about std::regex
  EXPECT_EQ(regcomp(&pattern, kComparison, REG_EXTENDED | REG_NOSUB), 0);
  std::vector<std::string> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (regexec(&pattern, line.c_str(), 0, nullptr, 0) == 0) found.push_back(file.string() + ": " + line);
  }
  regfree(&pattern);
  return found;
}

/// Returns whether the file is an interface for programs: these stand on Node, use its modes and selectors for their
/// own terms, and carry no messages.
bool is_interface(const std::filesystem::path& file) {
  return file.string().find("/runtime/programs/") != std::string::npos;
}

/// Returns such lines from all sources of the layers that carry messages, except matching.hpp.
std::vector<std::string> comparisons_outside(const std::filesystem::path& root) {
  std::vector<std::string> found;
  for (const char* layer : {"runtime", "machines"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / layer)) {
      const auto extension = entry.path().extension();
      if ((extension != ".hpp" && extension != ".cpp") || entry.path().filename() == "matching.hpp") continue;
      if (is_interface(entry.path())) continue;
      const auto more = comparisons_in(entry.path());
      found.insert(found.end(), more.begin(), more.end());
    }
  }
  return found;
}

TEST(Matching, NothingElseComparesTags) {
  EXPECT_EQ(comparisons_outside(SWITCHYARD_SOURCE_DIR), std::vector<std::string>{});
}

/// Returns which files of a layer name a mode of sending.
std::set<std::string> files_with_modes(const std::string& layer) {
  const std::filesystem::path root = std::filesystem::path(SWITCHYARD_SOURCE_DIR) / layer;
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if ((extension != ".hpp" && extension != ".cpp") || is_interface(entry.path())) continue;
    std::ifstream in(entry.path());
    const std::string text(std::istreambuf_iterator<char>(in), {});
    if (text.find("SendMode::") != std::string::npos) found.insert(entry.path().lexically_relative(root).string());
  }
  return found;
}

/// Modes have meaning in one file for all machines, one for each kind of clock, and one for the node itself.
TEST(Matching, WhatAModeOfSendingMeansIsWrittenOnce) {
  EXPECT_EQ(files_with_modes("machines"), std::set<std::string>{"endpoint/endpoint.cpp"});
  EXPECT_EQ(files_with_modes("runtime"),
            (std::set<std::string>{"clock/off/free_running.cpp", "clock/off/mailbox.hpp", "emulation.hpp",
                                   "matching.hpp", "node.cpp", "node.hpp", "node_requests.cpp", "request.hpp",
                                   "stress/one_order.cpp", "stress/program_log.cpp"}));
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
      std::ofstream(root / layer / "matching.hpp") << planted.front() << '\n';  // such a line is allowed in this file
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
