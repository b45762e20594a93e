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
#include <map>
#include <string>
#include <vector>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Returns a receive that matches only messages with this label (source, tag and context).
Request receive_with_label(const MessageLabel& label) {
  Request receive;
  receive.kind = Request::Kind::receive;
  receive.peer = label.source;
  receive.tag = label.tag;
  receive.context = label.context;
  return receive;
}

/// Returns a random label with one of `sources` nodes, `tags` tags and two contexts.
MessageLabel random_label(Rng& rng, std::uint32_t sources, std::uint32_t tags) {
  return {NodeId{static_cast<std::uint32_t>(rng.random_number_below(sources))},
          Tag{static_cast<std::uint32_t>(rng.random_number_below(tags))},
          rng.random_number_below(8) == 0 ? Context{kFirstFreeContext} : Context::program};
}

/// Returns a random receive: one in four is from any node, one in eight takes any tag, and one in eight takes several
/// tags.
Request random_receive(Rng& rng, std::uint32_t sources, std::uint32_t tags) {
  Request receive = receive_with_label(random_label(rng, sources, tags));
  if (rng.random_number_below(4) == 0) receive.peer = kAnyNode;
  if (const auto which = rng.random_number_below(8); which < 2) receive.mask = which == 0 ? 0 : 0x3;
  return receive;
}

/// Returns whether the receive matches the message. As a reference for matches(), this is written anew from the rule
/// for matching.
bool should_match(const Request& receive, const MessageLabel& message) {
  const bool from_there = receive.peer == kAnyNode || receive.peer == message.source;
  const auto wanted = static_cast<std::uint32_t>(receive.tag), got = static_cast<std::uint32_t>(message.tag);
  return from_there && receive.context == message.context && (wanted & receive.mask) == (got & receive.mask);
}

/// In each third of a test, the number of steps, out of ten, that add an entry to the tested list. In the first third
/// the list is short, in the second it gets so long that entries are found by hashing, and in the last third it gets
/// short again.
constexpr std::array<std::uint32_t, 3> kAddingStepsPerTenByTestThird{5, 9, 2};

TEST(Matching, AReceiveMatchesItsSourceOrAnyAndItsTag) {
  EXPECT_TRUE(matches(receive_with_label({NodeId{3}, Tag{7}}), {NodeId{3}, Tag{7}}));
  EXPECT_FALSE(matches(receive_with_label({NodeId{3}, Tag{7}}), {NodeId{4}, Tag{7}}));
  EXPECT_FALSE(matches(receive_with_label({NodeId{3}, Tag{7}}), {NodeId{3}, Tag{8}}));
  EXPECT_TRUE(matches(receive_with_label({kAnyNode, Tag{7}}), {NodeId{4}, Tag{7}}));
}

TEST(Matching, AReceiveMatchesTheTagsOfItsMaskInItsContext) {
  Request receive = receive_with_label({NodeId{3}, Tag{0x15}});
  receive.mask = 0xf;
  EXPECT_TRUE(matches(receive, {NodeId{3}, Tag{0x85}}));
  EXPECT_FALSE(matches(receive, {NodeId{3}, Tag{0x86}}));
  receive.mask = 0;
  EXPECT_TRUE(matches(receive, {NodeId{3}, Tag{0xffffffff}}));
  EXPECT_FALSE(matches(receive, {NodeId{3}, Tag{0x15}, Context{kFirstFreeContext}}));
}

/// Whatever was posted and taken before, PostedReceives finds the first posted receive that matches a message, which a
/// search in a plain list also finds.
RC_GTEST_PROP(PostedReceives, GiveTheFirstThatMatches, (std::uint64_t seed)) {
  Rng rng(seed);
  std::deque<Request> requests;
  std::vector<Request*> plain_reference_list;
  PostedReceives posted;
  for (int i = 0; i < 1500; ++i) {
    if (rng.random_number_below(10) < kAddingStepsPerTenByTestThird.at(static_cast<std::size_t>(i) / 500)) {
      plain_reference_list.push_back(&requests.emplace_back(random_receive(rng, 40, 30)));
      posted.post(*plain_reference_list.back());
    } else {
      const MessageLabel message = random_label(rng, 40, 30);
      const auto expected =
          std::ranges::find_if(plain_reference_list, [&](const Request* r) { return should_match(*r, message); });
      RC_ASSERT(posted.take_first_match(message) == (expected == plain_reference_list.end() ? nullptr : *expected));
      if (expected != plain_reference_list.end()) plain_reference_list.erase(expected);
    }
    RC_ASSERT(posted.size() == plain_reference_list.size());
  }
}

struct NumberedMessage : EarlyMessage {
  NumberedMessage(const MessageLabel& from, int i) : number(i) { label = from; }
  int number;
};

/// Whatever was added and taken before, EarlyMessages finds the first message that matches a receive, which a search in
/// a plain list also finds. It lists the remaining messages in the order of their arrival.
RC_GTEST_PROP(EarlyMessages, TheFirstThatMatchesIsTaken, (std::uint64_t seed)) {
  Rng rng(seed);
  std::deque<NumberedMessage> records;
  std::vector<NumberedMessage*> plain_reference_list;
  EarlyMessages<NumberedMessage> early_messages;
  for (int i = 0; i < 600; ++i) {
    if (rng.random_number_below(10) < kAddingStepsPerTenByTestThird.at(static_cast<std::size_t>(i) / 200)) {
      plain_reference_list.push_back(&records.emplace_back(random_label(rng, 20, 4), i));
      early_messages.add(*plain_reference_list.back());
    } else {
      const Request receive = random_receive(rng, 20, 4);
      const auto expected = std::ranges::find_if(
          plain_reference_list, [&](const NumberedMessage* m) { return should_match(receive, m->label); });
      RC_ASSERT(early_messages.find(receive) == (expected == plain_reference_list.end() ? nullptr : *expected));
      RC_ASSERT(early_messages.take_message_for(receive) ==
                (expected == plain_reference_list.end() ? nullptr : *expected));
      if (expected != plain_reference_list.end()) plain_reference_list.erase(expected);
    }
    RC_ASSERT(early_messages.size() == plain_reference_list.size());
  }
  std::vector<NumberedMessage*> left;
  early_messages.for_each([&](NumberedMessage& message) { left.push_back(&message); });
  RC_ASSERT(left == plain_reference_list);
  RC_ASSERT(left.empty() || &early_messages.front() == left.front());
}

/// A random sequence of posts, arrivals, probes and cancels on one node. PostedReceives and EarlyMessages carry it out
/// and, for comparison, plain lists with the same rule for matching do.
class MatchingSequence {
 public:
  explicit MatchingSequence(std::uint64_t seed) : rng_(seed) {}

  /// Carries out the sequence. Returns false if a result differs from that of the plain lists.
  bool run_and_compare_with_plain_lists() {
    for (std::uint64_t left = rng_.random_number_below(20); left > 0; --left) {
      const std::uint64_t step = rng_.random_number_below(10);
      if (!(step < 4    ? post_receive_and_compare_match()
            : step < 8  ? deliver_and_compare()
            : step == 8 ? probe_and_compare()
                        : cancel_and_compare()))
        return false;
    }
    return posted_receives_.size() == expected_posted_receives_.size() &&
           early_messages_.size() == expected_early_messages_.size();
  }

 private:
  bool post_receive_and_compare_match() {
    Request& receive = receives_.emplace_back(random_receive(rng_, 3, 6));
    const auto expected = first_expected_match(receive);
    const bool waits = expected == expected_early_messages_.end();
    if (early_messages_.take_message_for(receive) != (waits ? nullptr : *expected)) return false;
    if (!waits) {
      expected_early_messages_.erase(expected);
    } else {
      posted_receives_.post(receive);
      expected_posted_receives_.push_back(&receive);
    }
    return true;
  }
  bool deliver_and_compare() {
    NumberedMessage& message = messages_.emplace_back(random_label(rng_, 3, 6), 0);
    const auto expected = std::ranges::find_if(expected_posted_receives_,
                                               [&](const Request* r) { return should_match(*r, message.label); });
    const bool waits = expected == expected_posted_receives_.end();
    if (posted_receives_.take_first_match(message.label) != (waits ? nullptr : *expected)) return false;
    if (!waits) {
      expected_posted_receives_.erase(expected);
    } else {
      early_messages_.add(message);
      expected_early_messages_.push_back(&message);
    }
    return true;
  }
  bool probe_and_compare() {
    const Request receive = random_receive(rng_, 3, 6);
    const auto expected = first_expected_match(receive);
    return early_messages_.find(receive) == (expected == expected_early_messages_.end() ? nullptr : *expected);
  }
  bool cancel_and_compare() {
    if (receives_.empty()) return true;
    Request& receive = receives_[rng_.random_number_below(receives_.size())];
    const bool waits = std::erase(expected_posted_receives_, &receive) > 0;
    return posted_receives_.remove(receive) == waits;
  }
  std::vector<NumberedMessage*>::iterator first_expected_match(const Request& receive) {
    return std::ranges::find_if(expected_early_messages_,
                                [&](const NumberedMessage* m) { return should_match(receive, m->label); });
  }

  Rng rng_;
  std::deque<Request> receives_;
  std::deque<NumberedMessage> messages_;
  std::vector<Request*> expected_posted_receives_;
  std::vector<NumberedMessage*> expected_early_messages_;
  PostedReceives posted_receives_;
  EarlyMessages<NumberedMessage> early_messages_;
};

TEST(Matching, AMillionSequencesOfPostsArrivalsProbesAndCancelsGoAsTheRuleSays) {
#ifdef SWITCHYARD_SANITIZED
  constexpr std::uint64_t kSequences = 20'000;
#else
  constexpr std::uint64_t kSequences = 1'000'000;
#endif
  for (std::uint64_t seed = 0; seed < kSequences; ++seed)
    ASSERT_TRUE(MatchingSequence(seed).run_and_compare_with_plain_lists()) << seed;
}

TEST(PostedReceives, OneOfManyCanBeCancelled) {
  std::deque<Request> receives;
  PostedReceives posted;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    Request& receive = receives.emplace_back(receive_with_label({i % 3 == 0 ? kAnyNode : NodeId{i % 7}, Tag{i % 5}}));
    if (i % 11 == 0) receive.mask = 0;
    posted.post(receive);
  }
  for (std::uint32_t i = 0; i < 1000; i += 2) EXPECT_TRUE(posted.remove(receives[i]));
  EXPECT_FALSE(posted.remove(receives[0]));
  EXPECT_EQ(posted.size(), 500U);
  EXPECT_EQ(posted.take_first_match({NodeId{1}, Tag{1}}), &receives[1]);
}

TEST(EarlyMessages, AnyOneCanBeTakenOutWhileAllAreLookedAt) {
  std::deque<NumberedMessage> records;
  EarlyMessages<NumberedMessage> early_messages;
  for (int i = 0; i < 20; ++i)
    early_messages.add(records.emplace_back(MessageLabel{NodeId{1}, Tag{static_cast<std::uint32_t>(i)}}, i));
  // After a search among 20 messages, the list has a hash table.
  EXPECT_EQ(early_messages.find(receive_with_label({NodeId{1}, Tag{19}}))->number, 19);
  early_messages.for_each([&](NumberedMessage& message) {
    if (message.number % 2 == 0) early_messages.remove(message);
  });
  EXPECT_EQ(early_messages.size(), 10U);
  EXPECT_EQ(early_messages.find(receive_with_label({NodeId{1}, Tag{18}})), nullptr);
  EXPECT_EQ(early_messages.take_message_for(receive_with_label({kAnyNode, Tag{17}}))->number, 17);
}

/// A search for one of many entries must not look at the other entries. With ten thousand entries, the test would take
/// minutes otherwise.
TEST(Matching, TenThousandWaitingEntriesAreFoundQuickly) {
  constexpr std::uint32_t kMany = 10'000;
  constexpr std::uint32_t kRounds = 20;
  std::deque<Request> requests;
  std::deque<NumberedMessage> records;
  PostedReceives posted;
  EarlyMessages<NumberedMessage> early_messages;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    posted.post(requests.emplace_back(receive_with_label({i % 2 == 0 ? NodeId{1} : kAnyNode, Tag{i}})));
    early_messages.add(records.emplace_back(MessageLabel{NodeId{1}, Tag{i}}, 0));
  }
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    for (std::uint32_t i = kMany; i-- > 0;) {
      const MessageLabel label{NodeId{1}, Tag{i}};
      Request* const receive = posted.take_first_match(label);
      ASSERT_EQ(receive, &requests[i]);
      posted.post(*receive);
      NumberedMessage* const message = early_messages.take_message_for(*receive);
      ASSERT_EQ(message, &records[i]);
      early_messages.add(*message);
    }
  }
}

// --- checks of the source code: decisions about matching and modes are made in few places
// -----------------------------

/// A decision that the source code makes about messages or receives, a pattern that finds the source lines which make
/// it, and the number of such lines in each file. New kinds of matching or new modes of sending have to be written in
/// these lines and nowhere else.
struct SourceCodePatternRule {
  const char* source_code_decision;
  const char* pattern;
  std::map<std::string, int> line_counts_by_file;
  std::vector<const char*> example_lines_to_find;  ///< example lines that the pattern must find
};

const std::vector<SourceCodePatternRule>& source_code_pattern_rules() {
  static const std::vector<SourceCodePatternRule> all{
      {"whether tags or labels are equal",
       R"(\b(tag|label)_?(\(\))?[[:space:]]*[!=]=|[!=]=[[:space:]]*[[:alnum:]_.>()*-]*\b(tag|label)_?\b)",
       // The log records to which posted collective a message belongs.
       {{"runtime/stress/program_log.cpp", 1}},
       {"if (receive.tag == send.tag) take(receive);", "return (*at)->tag == tag;",
        "if (wanted != message->tag) return;", "return send.owner == source && tag_ == other;",
        "if (a.label() != b) return;"}},
      // Tags are compared under a mask in the rule for matching, in reports and in services.
      {"which tags a receive takes",
       R"(\bmask[[:space:]]*[!=]=|[.>]mask\b[[:space:]]*[&^|]|[&^|][[:space:]]*[[:alnum:]_.>-]*[.>]mask\b)",
       {{"runtime/matching.hpp", 3},
        {"runtime/call_text.cpp", 3},
        {"runtime/wait_graph.cpp", 1},
        {"runtime/served_message.hpp", 1}},
       {"if ((bits & receive->mask) == 0) take(receive);", "return receive.mask == 0;"}},
      // The file matching.hpp has the rule for matching, and the tables in which receives and messages are found.
      {"whether a receive takes messages from any node",
       R"([!=]=[[:space:]]*kAnyNode|kAnyNode[[:space:]]*[!=]=)",
       {{"runtime/matching.hpp", 4},
        // Class Node checks that the source of a receive is allowed.
        {"runtime/node.hpp", 1},
        // The session of a run without a clock finds the node that has to wake the receiver.
        {"runtime/clock/off/free_running.cpp", 1},
        // A mailbox finds the lane in which the message for a receive comes.
        {"runtime/clock/off/mailbox.hpp", 1},
        // A fabric finds the port through which the message for a receive comes.
        {"machines/endpoint/port_fabric.cpp", 1},
        // An arbiter may choose the source of a receive or probe.
        {"runtime/engine/interpreter.cpp", 2},
        // The log of a program's calls records that a receive had a choice between sources.
        {"runtime/stress/program_log.cpp", 1},
        // Handles receives that got no message in the run.
        {"runtime/stress/message_order.cpp", 1},
        // The file call_text.cpp and the three after it write reports.
        {"runtime/call_text.cpp", 1},
        {"runtime/defect.cpp", 1},
        {"runtime/deadlock_report.cpp", 1},
        {"runtime/engine/nodes.cpp", 1}},
       {"if (receive.peer == kAnyNode || receive.peer == source) take(receive);"}},
      {"what mode a send has",
       R"([!=]=[[:space:]]*SendMode::|SendMode::[a-z]+[[:space:]]*[!=]=|case SendMode::)",
       {{"runtime/request.hpp", 4}},
       {"if (send.mode == SendMode::ready) refuse(send);", "case SendMode::synchronous:"}},
      {"whether the run says when a send is complete",
       R"(\bfollows_standard_send_rule\()",
       {{"runtime/request.hpp", 1}, {"runtime/node.cpp", 1}},
       {"if (follows_standard_send_rule(mode)) return;"}},
      // The ranks of a native run, the clocks and the machines need to know whether a send waits for its receive. So
      // does the code that finds out which messages were sent after a synchronous send was complete.
      {"whether a send waits for its receive",
       R"(\blasts_until_received\()",
       {{"runtime/ranks/native_session.cpp", 1},
        {"runtime/request.hpp", 1},
        {"runtime/emulation.hpp", 1},
        {"machines/endpoint/endpoint.cpp", 1},
        {"runtime/clock/off/free_running.cpp", 1},
        {"runtime/clock/off/lane.hpp", 1},
        // The second line of this kind in node_requests.cpp makes an exception from the rule of StandardSendRule.
        {"runtime/node_requests.cpp", 2},
        {"runtime/stress/program_log.hpp", 1},
        {"runtime/verify/setting_variation.cpp", 1}},
       {"if (lasts_until_received(send.mode)) return;"}},
      // The search for programs with one order of events also needs to know whether a message must find its receive
      // posted.
      {"whether a message must find its receive posted",
       R"(\bmust_find_receive\()",
       {{"runtime/request.hpp", 1},
        {"runtime/matching.hpp", 1},
        {"runtime/clock/off/mailbox.hpp", 1},
        {"runtime/stress/one_order.cpp", 1},
        {"runtime/engine/interpreter.cpp", 1},
        {"runtime/verify/early_ready_message.cpp", 1}},
       {"if (must_find_receive(label.mode)) return;"}},
      {"whether a message has memory of its own",
       R"(\bhas_own_memory\()",
       {{"runtime/request.hpp", 1}, {"runtime/node.cpp", 1}, {"runtime/stress/program_log.cpp", 1}},
       {"if (has_own_memory(send.mode)) return;"}}};
  return all;
}

int count_matching_lines(const std::filesystem::path& file, const char* pattern) {
  // The regular expressions are matched by functions of the C library, because g++ 12 gives false warnings about
  // std::regex.
  regex_t compiled{};
  EXPECT_EQ(regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB), 0);
  int found = 0;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (regexec(&compiled, line.c_str(), 0, nullptr, 0) == 0) ++found;
  }
  regfree(&compiled);
  return found;
}

/// Returns whether the file implements a programming interface such as MPI. These interfaces are built on the class
/// Node, express their own terms by its modes and selectors, and carry no messages themselves.
bool is_file_of_programming_interface(const std::filesystem::path& file) {
  return file.string().find("/runtime/programs/") != std::string::npos;
}

/// Returns, for each file of the folders runtime and machines with such lines, the number of lines that match the
/// pattern.
std::map<std::string, int> matching_line_counts(const char* pattern, const std::filesystem::path& root) {
  std::map<std::string, int> found;
  for (const char* layer : {"runtime", "machines"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / layer)) {
      const auto extension = entry.path().extension();
      if ((extension != ".hpp" && extension != ".cpp") || is_file_of_programming_interface(entry.path())) continue;
      const int lines = count_matching_lines(entry.path(), pattern);
      if (lines > 0) found[entry.path().lexically_relative(root).string()] = lines;
    }
  }
  return found;
}

TEST(Matching, EachQuestionIsAskedInAFewPlaces) {
  for (const SourceCodePatternRule& question : source_code_pattern_rules()) {
    EXPECT_EQ(matching_line_counts(question.pattern, SWITCHYARD_SOURCE_DIR), question.line_counts_by_file)
        << question.source_code_decision;
  }
}

TEST(Matching, ASecondPlaceWithTheSameQuestionWouldBeFound) {
  std::string folder = std::filesystem::temp_directory_path() / "switchyard-matching-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::filesystem::path root(folder);
  for (const char* layer : {"runtime", "machines"}) std::filesystem::create_directories(root / layer / "part");
  for (const SourceCodePatternRule& question : source_code_pattern_rules()) {
    for (const char* line : question.example_lines_to_find) {
      for (const std::string layer : {"runtime", "machines"}) {
        const std::string file = layer + "/part/planted.hpp";
        std::ofstream(root / file) << "// A question:\n  " << line << '\n';
        EXPECT_EQ(matching_line_counts(question.pattern, root), (std::map<std::string, int>{{file, 1}})) << line;
        std::filesystem::remove(root / file);
      }
    }
  }
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace switchyard
