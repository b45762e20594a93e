/// \file healthy_groups.cpp
/// Correct programs with collectives and groups, and correct programs whose nodes end at different times.

#include <functional>
#include <stdexcept>

#include "runtime/group_post.hpp"
#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;
using CollectiveBuffer = std::vector<std::uint32_t>;
constexpr std::plus<> kSumOperation{};

NodeId partner_node(const Node& self) { return self.id() ^ 1U; }
Group group_of_all_nodes(Node& self) {
  std::vector<NodeId> all;
  for (std::uint32_t i = 0; i < self.node_count(); ++i) all.push_back(make_node_id(i));
  return Group(self, std::move(all), Context{20});
}
std::span<const std::uint32_t> span_of_value(const std::uint32_t& value) { return {&value, 1}; }
std::span<std::uint32_t> span_for_result(std::uint32_t& value) { return {&value, 1}; }

/// The function x -> a x + b. The composition of such functions depends on their order.
struct LinearFunction {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  friend bool operator==(const LinearFunction&, const LinearFunction&) = default;
};
constexpr auto kComposeFunctions = [](LinearFunction left, LinearFunction right) {
  return LinearFunction{left.a * right.a, left.a * right.b + left.b};
};

/// Sends a signal (a message without data) to a node at the end of its scope, also if the scope ends by an exception.
struct SignalAtScopeEnd {
  Node& self;
  NodeId to;
  ~SignalAtScopeEnd() { self.signal(to, make_tag(3)); }
};

/// Posts a receive in its constructor, and waits for the message at the end of its scope.
struct ReceiveAtScopeEnd {
  ReceiveAtScopeEnd(Node& node, NodeId from) : self(node), handle(node.post_receive(from, buffer.in())) {}
  ~ReceiveAtScopeEnd() { self.wait(handle); }
  ReceiveAtScopeEnd(const ReceiveAtScopeEnd&) = delete;
  ReceiveAtScopeEnd& operator=(const ReceiveAtScopeEnd&) = delete;
  Node& self;
  NumberAsMessageData buffer;
  Handle handle;
};

std::vector<CorpusProgram> make_programs_with_groups() {
  return {
      make_correct_program("group_of_one", 2,
                           [](Node& self) {
                             Group alone(self, {self.id()}, Context{20});
                             std::uint32_t sum = 0;
                             alone.all_reduce(span_of_value(5), span_for_result(sum), kSumOperation);
                             alone.barrier();
                             self.expect(sum == 5, "its own number");
                           }),
      make_correct_program(
          "rows_and_columns", 4,
          [](Node& self) {
            const std::uint32_t row = number_of_calling_node(self) / 2, column = number_of_calling_node(self) % 2;
            Group in_row(self, {make_node_id(2 * row), make_node_id(2 * row + 1)}, Context{20});
            Group in_column(self, {make_node_id(column), make_node_id(column + 2)}, Context{21});
            std::uint32_t along = 0, all = 0;
            in_row.all_reduce(span_of_value(number_of_calling_node(self)), span_for_result(along), kSumOperation);
            in_column.all_reduce(span_of_value(along), span_for_result(all), kSumOperation);
            self.expect(along == 4 * row + 1 && all == 6, "row and matrix");
          }),
      make_correct_program("some_meet_while_others_talk", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) % 2 == 0) {
                               Group even(self, {make_node_id(0), make_node_id(2)}, Context{20});
                               for (std::uint32_t i = 0; i < 3; ++i) even.barrier();
                             } else {
                               NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                               self.exchange(make_node_id(4 - number_of_calling_node(self)), mine.out(), theirs.in());
                             }
                             self.barrier();
                           }),
      make_correct_program("posted_sum_beside_a_ring", 4,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             const std::uint32_t mine = number_of_calling_node(self);
                             std::uint32_t sum = 0;
                             const Handle posted =
                                 post_all_reduce(group, span_of_value(mine), span_for_result(sum), kSumOperation);
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               NumberAsMessageData out{i}, in;
                               const Handle incoming = self.post_receive(left_neighbour(self), in.in());
                               self.send(right_neighbour(self), out.out());
                               self.wait(incoming);
                             }
                             self.wait(posted);
                             self.expect(sum == 6, "of all");
                           }),
      make_correct_program("blocks_of_varying_sizes", 4,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             const CollectiveBuffer mine(number_of_calling_node(self) + 1,
                                                         number_of_calling_node(self));
                             CollectiveBuffer all(10);
                             group.gather(2, std::span(mine), std::span(all), contiguous_blocks({1, 2, 3, 4}));
                             if (number_of_calling_node(self) == 2)
                               self.expect(all == CollectiveBuffer{0, 1, 1, 2, 2, 2, 3, 3, 3, 3}, "by rank");
                           }),
      make_correct_program("places_from_an_exscan", 4,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             const std::uint32_t size = number_of_calling_node(self) + 1;
                             std::uint32_t place = 0;
                             group.exscan(span_of_value(size), span_for_result(place), kSumOperation);
                             self.expect(place == number_of_calling_node(self) * (number_of_calling_node(self) + 1) / 2,
                                         "behind those before");
                           }),
      make_correct_program("dealt_out_and_collected", 4,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             const CollectiveBuffer jobs{10, 20, 30, 40};
                             std::uint32_t job = 0, sum = 0;
                             group.scatter(1, std::span(jobs), span_for_result(job));
                             self.compute(microseconds{job});
                             group.reduce(3, span_of_value(job), span_for_result(sum), kSumOperation);
                             self.expect(number_of_calling_node(self) != 3 || sum == 100, "all jobs");
                           }),
      make_correct_program("two_posted_and_waited_for_backwards", 2,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             const std::uint32_t mine = 1;
                             std::uint32_t sum = 0;
                             const Handle barrier = post_barrier(group);
                             const Handle adding =
                                 post_all_reduce(group, span_of_value(mine), span_for_result(sum), kSumOperation);
                             self.wait(adding);
                             self.wait(barrier);
                             self.expect(sum == 2, "of both");
                           }),
      make_correct_program("lower_ranks_stand_on_the_left", 4,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             const LinearFunction mine{number_of_calling_node(self) + 2, 1};
                             LinearFunction whole, expected;
                             group.all_reduce(std::span(&mine, 1), std::span(&whole, 1), kComposeFunctions);
                             for (std::uint32_t i = 0; i < 4; ++i)
                               expected = kComposeFunctions(expected, LinearFunction{i + 2, 1});
                             self.expect(whole == expected, "in the order of ranks");
                           }),
      make_correct_program("machine_and_group_by_turns", 4,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             for (std::uint32_t i = 0; i < 5; ++i) {
                               std::uint32_t sum = 0;
                               self.barrier();
                               group.all_reduce(span_of_value(i), span_for_result(sum), kSumOperation);
                               self.expect(sum == 4 * i && self.all_reduce(sum, kSumOperation) == 16 * i,
                                           "of this round");
                             }
                           }),
      make_correct_program("twenty_roots", 4,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 20; ++i) {
                               NumberAsMessageData buffer{number_of_calling_node(self) + i};
                               self.broadcast(make_node_id(i % 4), buffer.in());
                               self.expect(buffer.value == i % 4 + i, "the root's");
                             }
                           }),
      make_correct_program("posted_broadcast_among_wait_any", 2,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             std::uint32_t value = number_of_calling_node(self) == 0 ? 9 : 0;
                             NumberAsMessageData mine, theirs;
                             std::array handles{post_broadcast(group, 0, span_for_result(value)),
                                                self.post_receive(partner_node(self), theirs.in()),
                                                self.post_send(partner_node(self), mine.out())};
                             for (std::uint32_t i = 0; i < 3; ++i) static_cast<void>(self.wait_any(handles));
                             self.expect(value == 9, "the root's");
                           }),
  };
}

std::vector<CorpusProgram> make_programs_whose_nodes_end_differently() {
  return {
      make_correct_program("one_node_computes_for_long", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) == 2) self.compute(microseconds{5000});
                             self.barrier();
                           }),
      make_correct_program("returns_behind_its_last_collective", 4,
                           [](Node& self) {
                             const std::uint32_t sum = self.all_reduce(number_of_calling_node(self), kSumOperation);
                             if (number_of_calling_node(self) >= 2) return;
                             NumberAsMessageData mine{sum}, theirs;
                             self.exchange(partner_node(self), mine.out(), theirs.in());
                             self.expect(theirs.value == 6, "what both have");
                           }),
      make_correct_program("exception_between_two_barriers", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer{number_of_calling_node(self)};
                             self.barrier();
                             try {
                               if (number_of_calling_node(self) == 0) self.send(make_node_id(1), buffer.out());
                               if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
                               if (buffer.value == 0) throw std::runtime_error("no number");
                             } catch (const std::runtime_error&) {
                               buffer.value = 1;
                             }
                             self.barrier();
                           }),
      make_correct_program("destructors_answer_in_each_round", 2,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               NumberAsMessageData buffer;
                               if (number_of_calling_node(self) == 0) {
                                 self.send(make_node_id(1), buffer.out());
                                 self.receive(make_node_id(1), {}, make_tag(3));
                               } else {
                                 const SignalAtScopeEnd answer{self, make_node_id(0)};
                                 self.receive(make_node_id(0), buffer.in());
                               }
                             }
                           }),
      make_correct_program("destructor_waits_while_its_exception_flies", 2,
                           [](Node& self) {
                             if (number_of_calling_node(self) == 0) {
                               self.compute(microseconds{40});
                               return self.send(make_node_id(1), NumberAsMessageData{}.out());
                             }
                             try {
                               const ReceiveAtScopeEnd awaited(self, make_node_id(0));
                               throw std::runtime_error("changes its mind");
                             } catch (const std::runtime_error&) {
                             }
                           }),
      make_correct_program("signals_in_order_behind_a_later_barrier", 2,
                           [](Node& self) {
                             self.barrier_later();
                             if (number_of_calling_node(self) == 0) self.signal(make_node_id(1), make_tag(1));
                             if (number_of_calling_node(self) == 1) self.await_signal(make_node_id(0), make_tag(1));
                             self.complete_later_waits();
                           }),
  };
}

}  // namespace

TestProgramCategory make_correct_group_test_programs() {
  return {"healthy_groups",
          join_wrong_and_correct_programs(make_programs_with_groups(), make_programs_whose_nodes_end_differently())};
}

}  // namespace switchyard::corpus
