#include "runtime/stress/gtest.hpp"

#include <gtest/gtest-spi.h>

#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

/// One word from each node to the next; who receives first is what makes it right or wrong.
void pass_on(Node& self) {
  const std::uint32_t n = self.node_count();
  std::uint32_t out = index(self.id()), in = 0;
  const Handle incoming = self.post_receive(NodeId{(out + n - 1) % n}, std::as_writable_bytes(std::span(&in, 1)));
  self.send(NodeId{(out + 1) % n}, std::as_bytes(std::span(&out, 1)));
  self.wait(incoming);
  self.expect(in == (out + n - 1) % n, "the word comes from the node before");
}

void wait_first(Node& self) {
  self.receive(self.id() ^ 1U, {});
  self.signal(self.id() ^ 1U);
}

TEST(ExpectSurvives, HoldsForAProgramThatIsRightInAnyOrder) {
  EXPECT_SURVIVES(machines::ipsc860({.nodes = 4}), pass_on, {.runs = 500});
}

TEST(ExpectSurvives, NamesTheRunAndTheReportOfOneThatIsNot) {
  const auto machine = machines::ipsc860({.nodes = 2});
  EXPECT_NONFATAL_FAILURE(EXPECT_SURVIVES(machine, wait_first, {.runs = 10, .seed = 5}),
                          "10 of 10 disturbed runs of seed 5 fail");
  EXPECT_NONFATAL_FAILURE(EXPECT_SURVIVES(machine, wait_first, {.runs = 10}),
                          "deadlock: 2 of 2 nodes wait for each other");
}

}  // namespace
}  // namespace switchyard
