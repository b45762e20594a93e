#include "bench/stress/replay_file.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "algorithms/matrix/generators.hpp"
#include "bench/stress/machine_text.hpp"
#include "bench/stress/shrink.hpp"
#include "machines/ipsc860.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {
namespace {

StressCase head_on(std::uint64_t bytes = 1024) {
  const std::vector<Triplet> messages{{NodeId{0}, NodeId{1}, bytes}, {NodeId{1}, NodeId{0}, bytes}};
  return {machines::ipsc860({.nodes = 2, .system_buffer = 512}), shipped_algorithms().find("test", "ac_unposted"),
          CommunicationMatrix::from_triplets(2, messages)};
}

Replay deadlock() {
  AlgorithmTrial trial(head_on());
  return {head_on(), run_disturbed(trial, Strategy::random, 0xfedcba9876543210ULL, 100, {}), {}};
}

Replay parsed(const std::string& text) { return parse_replay("file", text, shipped_algorithms()); }

/// The text of the error, which is one line.
std::string error_of(const std::string& text) {
  try {
    parsed(text);
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "no error";
}

std::string with(const char* key, const nlohmann::json& value) {
  auto file = nlohmann::json::parse(replay_text(deadlock()));
  file[key] = value;
  return file.dump();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(ReplayFile, LeadsToTheSameRunToTheHash) {
  const Replay known = deadlock();
  ASSERT_EQ(known.run.outcome, Outcome::deadlock);
  const Replay read = parsed(replay_text(known));
  EXPECT_EQ(read.run.decisions, known.run.decisions);
  EXPECT_EQ(read.stressed.matrix, known.stressed.matrix);
  const StressedRun again = run_again(read);
  EXPECT_EQ(again.outcome, Outcome::deadlock);
  EXPECT_EQ(again.trace_hash, known.run.trace_hash);
  EXPECT_EQ(again.text, known.run.text);
}

TEST(ReplayFile, TextsOfWhatIsReadAreTheSame) {
  const std::string text = replay_text(deadlock());
  EXPECT_EQ(replay_text(parsed(text)), text);
}

TEST(ReplayFile, RefusesWhatItDoesNotKnowByName) {
  EXPECT_TRUE(has(error_of(with("schema_version", 2)), "file: has schema version 2, and this program reads 1"));
  EXPECT_TRUE(has(error_of(with("machine", "ipsc861")), "did you mean 'ipsc860'"));
  EXPECT_TRUE(has(error_of(with("algorithm", "ac_unpost")), "did you mean 'ac_unposted'"));
  EXPECT_TRUE(has(error_of(with("strategy", "luck")), "luck"));
  EXPECT_TRUE(has(error_of(with("outcome", "bad")), "bad"));
  EXPECT_TRUE(has(error_of(with("sead", 1)), "did you mean 'seed'"));
  EXPECT_TRUE(has(error_of(with("constants", {{"hops", "1us"}})), "did you mean 'hop'"));
  EXPECT_TRUE(has(error_of(with("nodes", 3)), "power of two"));
}

TEST(ReplayFile, RefusesWrongValues) {
  EXPECT_TRUE(has(error_of(with("seed", -1)), "'seed' holds what is no whole number"));
  EXPECT_TRUE(has(error_of(with("matrix", {{0, 7, 8}})), "a node that the machine does not have"));
  EXPECT_TRUE(has(error_of(with("matrix", {{0, 1}})), "an entry that is not 3 numbers"));
  EXPECT_TRUE(has(error_of(with("matrix", {{0, 1, 1ULL << 40U}})), "more than"));
  EXPECT_TRUE(has(error_of(with("decisions", {{5, 1}, {5, 1}})), "not in order"));
  EXPECT_TRUE(has(error_of(with("trace_hash", "xyz")), "no hexadecimal number"));
  EXPECT_TRUE(has(error_of(with("time_limit", "5")), "no unit"));
  EXPECT_TRUE(has(error_of("[]"), "not a JSON object"));
  EXPECT_TRUE(has(error_of("{}"), "has no 'schema_version'"));
}

TEST(ReplayFile, CutAnywhereIsRefused) {
  const std::string text = replay_text(deadlock());
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_TRUE(has(error_of(text.substr(0, length)), "ends too early")) << length;
  }
}

TEST(ReplayFile, DamageIsReadOrRefusedButNeverMore) {
  const std::string text = replay_text(deadlock());
  Rng rng(1);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = text;
    for (std::uint64_t left = 1 + rng.below(4); left > 0; --left) {
      damaged[rng.below(damaged.size())] = static_cast<char>(rng.below(256));
    }
    try {
      parsed(damaged);
    } catch (const UsageError&) {
    }
  }
}

std::uint64_t busy_nodes(const CommunicationMatrix& matrix) {
  std::uint64_t busy = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    if (matrix.out_degree(NodeId{i}) + matrix.in_degree(NodeId{i}) > 0) ++busy;
  }
  return busy;
}

TEST(Shrink, LeavesAFewMessagesOfADeadlockByFullBuffers) {
  Rng rng(1);
  const StressCase large{machines::ipsc860({.nodes = 16, .system_buffer = 4096}),
                         shipped_algorithms().find("test", "ac_unposted"), dense_random(16, 8, 1024, rng)};
  AlgorithmTrial trial(large);
  const StressedRun found = run_disturbed(trial, Strategy::random, 1, 1000, {});
  ASSERT_EQ(found.outcome, Outcome::deadlock);
  const FailingCase small = shrink({large, found});
  EXPECT_EQ(small.run.outcome, Outcome::deadlock);
  EXPECT_LE(busy_nodes(small.stressed.matrix), 3U);
  EXPECT_LE(small.stressed.matrix.message_count(), 4U);
  EXPECT_EQ(run_again({small.stressed, small.run, {}}).trace_hash, small.run.trace_hash);
}

TEST(Shrink, LeavesNoDecisionThatIsNotNeeded) {
  AlgorithmTrial trial(head_on());
  const FailingCase small = shrink({head_on(), run_disturbed(trial, Strategy::random, 3, 100, {})});
  EXPECT_TRUE(small.run.decisions.empty());
  EXPECT_EQ(small.stressed.matrix.message_count(), 2U);
  EXPECT_LT(small.stressed.matrix.total_bytes(), 4096U);
}

TEST(MachineText, AMachineOfFewerNodesHasAShapeOfItsOwn) {
  const Machine whole =
      machines::make_machine({.name = "paragon", .settings = {{"", "width", "8"}, {"", "height", "8"}}});
  ASSERT_EQ(whole.node_count(), 64U);
  EXPECT_EQ(resized(whole, 8).node_count(), 8U);
}

}  // namespace
}  // namespace switchyard
