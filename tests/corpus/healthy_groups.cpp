/// \file healthy_groups.cpp
/// Correct programs with collectives and groups, and correct programs whose nodes end at different times.

#include <functional>
#include <stdexcept>

#include "runtime/group_post.hpp"
#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;
using Numbers = std::vector<std::uint32_t>;
constexpr std::plus<> kSumOperation{};

NodeId partner_node(const Node& self) { return self.id() ^ 1U; }
Group group_of_all_nodes(Node& self) {
  std::vector<NodeId> all;
  for (std::uint32_t i = 0; i < self.node_count(); ++i) all.push_back(node_numbered(i));
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
  ~SignalAtScopeEnd() { self.signal(to, tag_numbered(3)); }
};

/// Posts a receive in its constructor, and waits for the message at the end of its scope.
struct ReceiveAtScopeEnd {
  ReceiveAtScopeEnd(Node& node, NodeId from) : self(node), handle(node.post_receive(from, buffer.in())) {}
  ~ReceiveAtScopeEnd() { self.wait(handle); }
  ReceiveAtScopeEnd(const ReceiveAtScopeEnd&) = delete;
  ReceiveAtScopeEnd& operator=(const ReceiveAtScopeEnd&) = delete;
  Node& self;
  NumberBuffer buffer;
  Handle handle;
};

std::vector<CorpusProgram> group_programs() {
  return {
      right("group_of_one", 2,
            [](Node& self) {
              Group alone(self, {self.id()}, Context{20});
              std::uint32_t sum = 0;
              alone.all_reduce(span_of_value(5), span_for_result(sum), kSumOperation);
              alone.barrier();
              self.expect(sum == 5, "its own number");
            }),
      right("rows_and_columns", 4,
            [](Node& self) {
              const std::uint32_t row = own_number(self) / 2, column = own_number(self) % 2;
              Group in_row(self, {node_numbered(2 * row), node_numbered(2 * row + 1)}, Context{20});
              Group in_column(self, {node_numbered(column), node_numbered(column + 2)}, Context{21});
              std::uint32_t along = 0, all = 0;
              in_row.all_reduce(span_of_value(own_number(self)), span_for_result(along), kSumOperation);
              in_column.all_reduce(span_of_value(along), span_for_result(all), kSumOperation);
              self.expect(along == 4 * row + 1 && all == 6, "row and matrix");
            }),
      right("some_meet_while_others_talk", 4,
            [](Node& self) {
              if (own_number(self) % 2 == 0) {
                Group even(self, {node_numbered(0), node_numbered(2)}, Context{20});
                for (std::uint32_t i = 0; i < 3; ++i) even.barrier();
              } else {
                NumberBuffer mine{own_number(self)}, theirs;
                self.exchange(node_numbered(4 - own_number(self)), mine.out(), theirs.in());
              }
              self.barrier();
            }),
      right("posted_sum_beside_a_ring", 4,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              const std::uint32_t mine = own_number(self);
              std::uint32_t sum = 0;
              const Handle posted = post_all_reduce(group, span_of_value(mine), span_for_result(sum), kSumOperation);
              for (std::uint32_t i = 0; i < 3; ++i) {
                NumberBuffer out{i}, in;
                const Handle incoming = self.post_receive(left_neighbour(self), in.in());
                self.send(right_neighbour(self), out.out());
                self.wait(incoming);
              }
              self.wait(posted);
              self.expect(sum == 6, "of all");
            }),
      right("blocks_of_varying_sizes", 4,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              const Numbers mine(own_number(self) + 1, own_number(self));
              Numbers all(10);
              group.gather(2, std::span(mine), std::span(all), contiguous_blocks({1, 2, 3, 4}));
              if (own_number(self) == 2) self.expect(all == Numbers{0, 1, 1, 2, 2, 2, 3, 3, 3, 3}, "by rank");
            }),
      right("places_from_an_exscan", 4,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              const std::uint32_t size = own_number(self) + 1;
              std::uint32_t place = 0;
              group.exscan(span_of_value(size), span_for_result(place), kSumOperation);
              self.expect(place == own_number(self) * (own_number(self) + 1) / 2, "behind those before");
            }),
      right("dealt_out_and_collected", 4,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              const Numbers jobs{10, 20, 30, 40};
              std::uint32_t job = 0, sum = 0;
              group.scatter(1, std::span(jobs), span_for_result(job));
              self.compute(microseconds{job});
              group.reduce(3, span_of_value(job), span_for_result(sum), kSumOperation);
              self.expect(own_number(self) != 3 || sum == 100, "all jobs");
            }),
      right("two_posted_and_waited_for_backwards", 2,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              const std::uint32_t mine = 1;
              std::uint32_t sum = 0;
              const Handle barrier = post_barrier(group);
              const Handle adding = post_all_reduce(group, span_of_value(mine), span_for_result(sum), kSumOperation);
              self.wait(adding);
              self.wait(barrier);
              self.expect(sum == 2, "of both");
            }),
      right("lower_ranks_stand_on_the_left", 4,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              const LinearFunction mine{own_number(self) + 2, 1};
              LinearFunction whole, expected;
              group.all_reduce(std::span(&mine, 1), std::span(&whole, 1), kComposeFunctions);
              for (std::uint32_t i = 0; i < 4; ++i) expected = kComposeFunctions(expected, LinearFunction{i + 2, 1});
              self.expect(whole == expected, "in the order of ranks");
            }),
      right("machine_and_group_by_turns", 4,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              for (std::uint32_t i = 0; i < 5; ++i) {
                std::uint32_t sum = 0;
                self.barrier();
                group.all_reduce(span_of_value(i), span_for_result(sum), kSumOperation);
                self.expect(sum == 4 * i && self.all_reduce(sum, kSumOperation) == 16 * i, "of this round");
              }
            }),
      right("twenty_roots", 4,
            [](Node& self) {
              for (std::uint32_t i = 0; i < 20; ++i) {
                NumberBuffer buffer{own_number(self) + i};
                self.broadcast(node_numbered(i % 4), buffer.in());
                self.expect(buffer.value == i % 4 + i, "the root's");
              }
            }),
      right("posted_broadcast_among_wait_any", 2,
            [](Node& self) {
              Group group = group_of_all_nodes(self);
              std::uint32_t value = own_number(self) == 0 ? 9 : 0;
              NumberBuffer mine, theirs;
              std::array handles{post_broadcast(group, 0, span_for_result(value)),
                                 self.post_receive(partner_node(self), theirs.in()),
                                 self.post_send(partner_node(self), mine.out())};
              for (std::uint32_t i = 0; i < 3; ++i) static_cast<void>(self.wait_any(handles));
              self.expect(value == 9, "the root's");
            }),
  };
}

std::vector<CorpusProgram> ending_programs() {
  return {
      right("one_node_computes_for_long", 4,
            [](Node& self) {
              if (own_number(self) == 2) self.compute(microseconds{5000});
              self.barrier();
            }),
      right("returns_behind_its_last_collective", 4,
            [](Node& self) {
              const std::uint32_t sum = self.all_reduce(own_number(self), kSumOperation);
              if (own_number(self) >= 2) return;
              NumberBuffer mine{sum}, theirs;
              self.exchange(partner_node(self), mine.out(), theirs.in());
              self.expect(theirs.value == 6, "what both have");
            }),
      right("exception_between_two_barriers", 2,
            [](Node& self) {
              NumberBuffer buffer{own_number(self)};
              self.barrier();
              try {
                if (own_number(self) == 0) self.send(node_numbered(1), buffer.out());
                if (own_number(self) == 1) self.receive(node_numbered(0), buffer.in());
                if (buffer.value == 0) throw std::runtime_error("no number");
              } catch (const std::runtime_error&) {
                buffer.value = 1;
              }
              self.barrier();
            }),
      right("destructors_answer_in_each_round", 2,
            [](Node& self) {
              for (std::uint32_t i = 0; i < 3; ++i) {
                NumberBuffer buffer;
                if (own_number(self) == 0) {
                  self.send(node_numbered(1), buffer.out());
                  self.receive(node_numbered(1), {}, tag_numbered(3));
                } else {
                  const SignalAtScopeEnd answer{self, node_numbered(0)};
                  self.receive(node_numbered(0), buffer.in());
                }
              }
            }),
      right("destructor_waits_while_its_exception_flies", 2,
            [](Node& self) {
              if (own_number(self) == 0) {
                self.compute(microseconds{40});
                return self.send(node_numbered(1), NumberBuffer{}.out());
              }
              try {
                const ReceiveAtScopeEnd awaited(self, node_numbered(0));
                throw std::runtime_error("changes its mind");
              } catch (const std::runtime_error&) {
              }
            }),
      right("signals_in_order_behind_a_later_barrier", 2,
            [](Node& self) {
              self.barrier_later();
              if (own_number(self) == 0) self.signal(node_numbered(1), tag_numbered(1));
              if (own_number(self) == 1) self.await_signal(node_numbered(0), tag_numbered(1));
              self.complete_later_waits();
            }),
  };
}

}  // namespace

CorpusArea healthy_groups() {
  return {"healthy_groups", wrong_and_right_programs(group_programs(), ending_programs())};
}

}  // namespace switchyard::corpus
