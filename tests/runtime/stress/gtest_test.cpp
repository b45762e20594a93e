#include "runtime/stress/gtest.hpp"

#include <gtest/gtest-spi.h>

#include <cstdlib>

#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

/// A program that is right in every order of events: each node posts a receive, sends a number to the next node, and
/// checks the number that it receives from the previous node.
void pass_number_to_next_node(Node& self) {
  const std::uint32_t n = self.node_count();
  std::uint32_t out = index(self.id()), in = 0;
  const Handle incoming = self.post_receive(NodeId{(out + n - 1) % n}, std::as_writable_bytes(std::span(&in, 1)));
  self.send(NodeId{(out + 1) % n}, std::as_bytes(std::span(&out, 1)));
  self.wait(incoming);
  self.expect(in == (out + n - 1) % n, "the word comes from the node before");
}

void receive_before_send(Node& self) {
  self.receive(self.id() ^ 1U, {});
  self.signal(self.id() ^ 1U);
}

TEST(ExpectSurvives, HoldsForAProgramThatIsRightInAnyOrder) {
  EXPECT_SURVIVES(machines::ipsc860({.nodes = 4}), pass_number_to_next_node, {.runs = 500});
}

TEST(ExpectSurvives, NamesTheRunAndTheReportOfOneThatIsNot) {
  const auto machine = machines::ipsc860({.nodes = 2});
  EXPECT_NONFATAL_FAILURE(EXPECT_SURVIVES(machine, receive_before_send, {.runs = 10, .seed = 5}),
                          "10 of 10 disturbed runs of seed 5 fail");
  EXPECT_NONFATAL_FAILURE(EXPECT_SURVIVES(machine, receive_before_send, {.runs = 10}),
                          "deadlock: 2 of 2 nodes wait for each other");
}

/// Returns the replay string (which reproduces a run) from the message of a stress test that has failed, or an empty
/// string if there is none.
std::string replay_string_in(const std::string& text) {
  const std::size_t begin = text.find("sy1:");
  return begin == std::string::npos ? "" : text.substr(begin, text.find('"', begin) - begin);
}

TEST(ExpectSurvives, ShrinksWhatItFindsAndSaysHowToReplayIt) {
  const auto machine = machines::ipsc860({.nodes = 8});
  const std::string text = stress_failure(machine, receive_before_send, {.runs = 10}).value_or("");
  EXPECT_NE(text.find("on 2 nodes with 0 decisions"), std::string::npos) << text;
  const std::string line = replay_string_in(text);
  EXPECT_TRUE(line.starts_with("sy1:random:") && line.ends_with(":n2:b0")) << line;
  const std::size_t variable = text.find(kReplayEnvironmentVariable);
  ASSERT_NE(variable, std::string::npos) << text;
  EXPECT_NE(text.find(line, variable), std::string::npos) << text;
  EXPECT_NONFATAL_FAILURE(EXPECT_SURVIVES(machine, receive_before_send, {.replay = line}), "deadlock: 2 of 2 nodes");
  EXPECT_SURVIVES(machine, pass_number_to_next_node, {.replay = line});
}

TEST(ExpectSurvives, AnEnvironmentVariableNamesTheOnlyRun) {
  ASSERT_EQ(::setenv(kReplayEnvironmentVariable, "sy1:pct:3:n2:b0", 1), 0);
  const auto failure = stress_failure(machines::ipsc860({.nodes = 8}), receive_before_send, {.runs = 10});
  ::unsetenv(kReplayEnvironmentVariable);
  EXPECT_NE(failure.value_or("").find("the run sy1:pct:3:n2:b0 fails"), std::string::npos) << failure.value_or("");
}

}  // namespace
}  // namespace switchyard
