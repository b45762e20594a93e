#include "bench/stress/replay_file.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "algorithms/matrix/generators.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/program_case.hpp"
#include "machines/ipsc860.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/stress/shrink.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {
namespace {

AlgorithmRunSetup make_setup_of_two_opposite_messages(std::uint64_t bytes = 1024) {
  const std::vector<Triplet> messages{{NodeId{0}, NodeId{1}, bytes}, {NodeId{1}, NodeId{0}, bytes}};
  return {machines::ipsc860({.nodes = 2, .system_buffer = 512}), shipped_algorithms().find("test", "ac_unposted"),
          CommunicationMatrix::from_triplets(2, messages)};
}

Replay replay_of_deadlock() {
  AlgorithmTrial trial(make_setup_of_two_opposite_messages());
  return {std::make_shared<AlgorithmStressTestCase>(make_setup_of_two_opposite_messages()),
          carry_out_disturbed_run(trial, StressStrategy::random, 0xfedcba9876543210ULL, 100, {}),
          {}};
}

Replay parsed_replay(const std::string& text) { return parse_replay("file", text, shipped_algorithms()); }

/// Returns the text of the error for a wrong replay file, or "no error". Expects that the text is one line.
std::string error_text_of_parsing_replay(const std::string& text) {
  try {
    parsed_replay(text);
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "no error";
}

std::string with(const char* key, const nlohmann::json& value) {
  auto file = nlohmann::json::parse(replay_text(replay_of_deadlock()));
  file[key] = value;
  return file.dump();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const CommunicationMatrix& matrix_of(const std::shared_ptr<const StressCase>& stressed) {
  return algorithm_setup_of_case(*stressed)->matrix;
}

TEST(ReplayFile, LeadsToTheSameRunWithTheSameTraceHash) {
  const Replay known = replay_of_deadlock();
  ASSERT_EQ(known.run.outcome, RunOutcome::deadlock);
  const Replay read = parsed_replay(replay_text(known));
  EXPECT_EQ(read.run.arbiter_decisions, known.run.arbiter_decisions);
  EXPECT_EQ(matrix_of(read.stress_test_case), matrix_of(known.stress_test_case));
  const StressedRun again = repeat_run(read);
  EXPECT_EQ(again.outcome, RunOutcome::deadlock);
  EXPECT_EQ(again.trace_hash, known.run.trace_hash);
  EXPECT_EQ(again.text, known.run.text);
}

TEST(ReplayFile, IsWrittenAgainAsItWasRead) {
  const std::string text = replay_text(replay_of_deadlock());
  EXPECT_EQ(replay_text(parsed_replay(text)), text);
}

TEST(ReplayFile, RefusesUnknownKeysAndNamesAndNamesThem) {
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("schema_version", 4)),
                       "file: has schema version 4, and this program reads 1 to 3"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("machine", "ipsc861")), "did you mean 'ipsc860'"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("algorithm", "ac_unpost")), "did you mean 'ac_unposted'"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("strategy", "luck")), "luck"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("outcome", "bad")), "bad"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("sead", 1)), "did you mean 'seed'"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("constants", {{"hops", "1us"}})), "did you mean 'hop'"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("nodes", 3)), "power of two"));
}

TEST(ReplayFile, OfAProgramThatIsNotThereIsRefused) {
  auto file = nlohmann::json::parse(replay_text(replay_of_deadlock()));
  for (const char* key : {"matrix", "algorithm", "protocol"}) file.erase(key);
  file["files"] = {{{"path", "./none"}, {"nodes", "0-1"}, {"hash", "0"}}};
  file["words"] = nlohmann::json::array();
  file["interface"] = "own";
  EXPECT_TRUE(contains(error_text_of_parsing_replay(file.dump()),
                       "file: the program './none' cannot be run: there is no such file"));
  file["files"][0]["nodes"] = "1-0";
  EXPECT_TRUE(contains(error_text_of_parsing_replay(file.dump()), "'nodes' are not given as in 0,4-7"));
  file["files"] = nlohmann::json::array();
  EXPECT_TRUE(contains(error_text_of_parsing_replay(file.dump()), "'files' are none"));
  file["schema_version"] = 2;
  EXPECT_TRUE(contains(error_text_of_parsing_replay(file.dump()), "unknown key 'files'"));
}

TEST(ReplayFile, RefusesWrongValues) {
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("seed", -1)), "'seed' holds what is no whole number"));
  EXPECT_TRUE(
      contains(error_text_of_parsing_replay(with("matrix", {{0, 7, 8}})), "a node that the machine does not have"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("matrix", {{0, 1}})), "an entry that is not 3 numbers"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("matrix", {{0, 1, 1ULL << 40U}})), "more than"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("decisions", {{5, 1}, {5, 1}})), "not in order"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("trace_hash", "xyz")), "no hexadecimal number"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay(with("time_limit", "5")), "no unit"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay("[]"), "not a JSON object"));
  EXPECT_TRUE(contains(error_text_of_parsing_replay("{}"), "has no 'schema_version'"));
}

TEST(ReplayFile, CutAnywhereIsRefused) {
  const std::string text = replay_text(replay_of_deadlock());
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_TRUE(contains(error_text_of_parsing_replay(text.substr(0, length)), "ends too early")) << length;
  }
}

TEST(ReplayFile, DamagedFilesAreReadOrRefusedWithoutOtherErrors) {
  const std::string text = replay_text(replay_of_deadlock());
  Rng rng(1);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = text;
    for (std::uint64_t left = 1 + rng.random_number_below(4); left > 0; --left) {
      damaged[rng.random_number_below(damaged.size())] = static_cast<char>(rng.random_number_below(256));
    }
    try {
      parsed_replay(damaged);
    } catch (const UsageError&) {
    }
  }
}

std::uint64_t count_of_communicating_nodes(const CommunicationMatrix& matrix) {
  std::uint64_t busy = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    if (matrix.out_degree(NodeId{i}) + matrix.in_degree(NodeId{i}) > 0) ++busy;
  }
  return busy;
}

TEST(Shrink, LeavesAFewMessagesOfADeadlockByFullBuffers) {
  Rng rng(1);
  const AlgorithmRunSetup large{machines::ipsc860({.nodes = 16, .system_buffer = 4096}),
                                shipped_algorithms().find("test", "ac_unposted"),
                                random_matrix_with_degree(16, 8, 1024, rng)};
  AlgorithmTrial trial(large);
  const StressedRun found = carry_out_disturbed_run(trial, StressStrategy::random, 1, 1000, {});
  ASSERT_EQ(found.outcome, RunOutcome::deadlock);
  const FailingCase small = shrink({std::make_shared<AlgorithmStressTestCase>(large), found});
  EXPECT_EQ(small.run.outcome, RunOutcome::deadlock);
  EXPECT_LE(count_of_communicating_nodes(matrix_of(small.stress_test_case)), 3U);
  EXPECT_LE(small.stress_test_case->part_count(), 4U);
  EXPECT_EQ(repeat_run({small.stress_test_case, small.run, {}}).trace_hash, small.run.trace_hash);
}

TEST(Shrink, LeavesNoDecisionThatIsNotNeeded) {
  AlgorithmTrial trial(make_setup_of_two_opposite_messages());
  const FailingCase small = shrink({std::make_shared<AlgorithmStressTestCase>(make_setup_of_two_opposite_messages()),
                                    carry_out_disturbed_run(trial, StressStrategy::random, 3, 100, {})});
  EXPECT_TRUE(small.run.arbiter_decisions.empty());
  EXPECT_EQ(small.stress_test_case->part_count(), 2U);
  EXPECT_LT(matrix_of(small.stress_test_case).total_bytes(), 4096U);
}

TEST(ReplayFile, OfTheFirstSchemaIsStillRead) {
  auto file = nlohmann::json::parse(replay_text(replay_of_deadlock()));
  file["schema_version"] = 1;
  EXPECT_TRUE(contains(error_text_of_parsing_replay(file.dump()), "'halvings'"));
  file.erase("halvings");
  file.erase("libraries");
  const Replay read = parsed_replay(file.dump());
  EXPECT_EQ(repeat_run(read).trace_hash, replay_of_deadlock().run.trace_hash);
}

void receive_before_sending(Node& self) {
  self.receive(self.id() ^ 1U, {});
  self.signal(self.id() ^ 1U);
}

Catalogue catalogue_with_program() {
  Catalogue catalogue = shipped_algorithms();
  catalogue.add(ProgramKind{.name = "wait_first", .program = receive_before_sending, .fewest_nodes = 2});
  return catalogue;
}

Replay replay_of_program_deadlock() {
  const auto stressed = std::make_shared<NamedProgramStressTestCase>(
      ProgramRunSetup{machines::ipsc860({.nodes = 4}), catalogue_with_program().programs().front()});
  return {stressed,
          carry_out_disturbed_run(*stressed->make_stress_trial(), StressStrategy::pct, 5, 100, {}),
          {},
          {"./mine.so"}};
}

TEST(ReplayFile, OfAProgramLeadsToTheSameRun) {
  const Replay known = replay_of_program_deadlock();
  ASSERT_EQ(known.run.outcome, RunOutcome::deadlock);
  const Replay read = parse_replay("file", replay_text(known), catalogue_with_program());
  EXPECT_EQ(repeat_run(read).trace_hash, known.run.trace_hash);
  EXPECT_EQ(read.libraries, known.libraries);
  EXPECT_EQ(replay_text(read), replay_text(known));
}

TEST(ReplayFile, OfAProgramNamesTheLibraryThatIsMissing) {
  EXPECT_TRUE(contains(error_text_of_parsing_replay(replay_text(replay_of_program_deadlock())),
                       "the run was found with --load ./mine.so"));
}

TEST(ReplayFile, OfAProgramHasNoMatrix) {
  auto file = nlohmann::json::parse(replay_text(replay_of_program_deadlock()));
  file["matrix"] = nlohmann::json::array();
  EXPECT_TRUE(contains(error_text_of_parsing_replay(file.dump()), "unknown key 'matrix'"));
}

TEST(Machines, OneOfFewerNodesHasAShapeOfItsOwn) {
  const Machine whole =
      machines::make_machine({.name = "paragon", .settings = {{"", "width", "8"}, {"", "height", "8"}}});
  ASSERT_EQ(whole.node_count(), 64U);
  EXPECT_EQ(whole.model().with_nodes(8)->node_count(), 8U);
  EXPECT_EQ(machines::ipsc860({.nodes = 8}).model().with_nodes(3), nullptr);
}

}  // namespace
}  // namespace switchyard
