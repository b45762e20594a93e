/// \file collectives.cpp
/// Wrong and right programs with collectives of all nodes and of groups. In a wrong program, one node does not call the
/// collective that the others call, or calls another one.

#include <functional>

#include "runtime/group_post.hpp"
#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

constexpr std::plus<> kSumOperation{};
const auto kMaximumReduceOperation = [](auto a, auto b) { return a > b ? a : b; };

Group group_of_all_nodes(Node& self, std::uint16_t context = 20) {
  std::vector<NodeId> members;
  for (std::uint32_t i = 0; i < self.node_count(); ++i) members.push_back(make_node_id(i));
  return Group(self, members, Context{context});
}

ExpectedWaitingNodeReport wait_for_missing_node(std::uint32_t node, const char* call,
                                                std::initializer_list<std::uint32_t> whom) {
  return {node, call, 1, whom, AwaitedResource::collective};
}

std::vector<CorpusProgram> make_all_wrong_programs() {
  return {
      make_wrong_program(
          "barrier_without_node_1", 4,
          [](Node& self) {
            if (number_of_calling_node(self) != 1) AT(1), self.barrier();
          },
          deadlock({wait_for_missing_node(0, "barrier", {1}), wait_for_missing_node(2, "barrier", {1}),
                    wait_for_missing_node(3, "barrier", {1})})),
      make_wrong_program(
          "one_barrier_too_many", 2,
          [](Node& self) {
            self.barrier();
            if (number_of_calling_node(self) == 0) AT(1), self.barrier();
          },
          deadlock({wait_for_missing_node(0, "barrier", {1})})),
      make_wrong_program(
          "barrier_before_the_awaited_send", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              AT(1), self.barrier();
              self.send(make_node_id(1), buffer.out());
            } else {
              AT(2), self.receive(make_node_id(0), buffer.in());
              self.barrier();
            }
          },
          deadlock({wait_for_missing_node(0, "barrier", {1}), {1, "receive", 2, {0}}}, {{0, 1}})),
      make_wrong_program(
          "all_reduce_without_node_1", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.all_reduce(1, kSumOperation);
          },
          deadlock({wait_for_missing_node(0, "all_reduce", {1})})),
      make_wrong_program(
          "all_gather_without_node_1", 2,
          [](Node& self) {
            NumberAsMessageData mine;
            std::array<NumberAsMessageData, 2> all;
            if (number_of_calling_node(self) == 0)
              AT(1), self.all_gather(mine.out(), std::as_writable_bytes(std::span(all)));
          },
          deadlock({wait_for_missing_node(0, "all_gather", {1})})),
      make_wrong_program(
          "broadcast_without_its_root", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) AT(1), self.broadcast(make_node_id(0), buffer.in());
          },
          deadlock({wait_for_missing_node(1, "broadcast", {0})})),
      make_wrong_program(
          "broadcast_without_a_receiver", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) AT(1), self.broadcast(make_node_id(0), buffer.in());
          },
          fails_in_every_order({deadlock({wait_for_missing_node(0, "broadcast", {1})}), lost_message(1)})),
      make_wrong_program(
          "reduce_without_a_leaf", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.reduce(make_node_id(0), 1, kSumOperation);
          },
          deadlock({wait_for_missing_node(0, "reduce", {1})})),
      make_wrong_program(
          "broadcast_from_two_roots", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            AT(1), self.broadcast(self.id(), buffer.in());
          },
          error({{0, 1}, {1, 1}})),
      make_wrong_program(
          "broadcast_of_two_sizes", 2,
          [](Node& self) {
            PayloadBytes data(8 + number_of_calling_node(self));
            AT(1), self.broadcast(make_node_id(0), data);
          },
          error({{0, 1}, {1, 1}})),
      make_wrong_program(
          "barrier_meets_all_reduce", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              AT(1), self.barrier();
            } else {
              AT(2), self.all_reduce(1, kSumOperation);
            }
          },
          error({{0, 1}, {1, 2}})),
      make_wrong_program(
          "collectives_in_other_orders", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) AT(1), self.broadcast(make_node_id(0), buffer.in());
            AT(3), self.barrier();
            if (number_of_calling_node(self) == 1) AT(2), self.broadcast(make_node_id(0), buffer.in());
          },
          error({{0, 1}, {1, 3}})),
      make_wrong_program(
          "reduce_of_two_types", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              AT(1), self.all_reduce(1, kSumOperation);
            } else {
              AT(2), self.all_reduce(1.0, kSumOperation);
            }
          },
          error({{0, 1}, {1, 2}})),
      make_wrong_program(
          "root_outside", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            AT(1), self.broadcast(make_node_id(2), buffer.in());
          },
          error({{0, 1}, {1, 1}})),
      make_wrong_program(
          "all_gather_into_too_little", 2,
          [](Node& self) {
            NumberAsMessageData mine, all;
            AT(1), self.all_gather(mine.out(), all.in());
          },
          error({{0, 1}, {1, 1}})),
      make_wrong_program(
          "reduced_to_another_value", 2,
          [](Node& self) {
            const int sum = self.all_reduce(static_cast<int>(number_of_calling_node(self)) + 1, kSumOperation);
            if (number_of_calling_node(self) == 1) AT(1), self.expect(sum == 4, "1 + 2");
          },
          corrupted_data({{1, 1}})),
      make_wrong_program(
          "group_barrier_without_a_member", 4,
          [](Node& self) {
            Group group = group_of_all_nodes(self);
            if (number_of_calling_node(self) != 2) AT(1), group.barrier();
          },
          fails_in_every_order(
              {deadlock({wait_for_missing_node(0, "barrier", {2}), wait_for_missing_node(1, "barrier", {2}),
                         wait_for_missing_node(3, "barrier", {2})})})),
      make_wrong_program(
          "two_groups_in_other_orders", 2,
          [](Node& self) {
            Group one = group_of_all_nodes(self, 20), other = group_of_all_nodes(self, 21);
            int in = 1, out = 0;
            const std::span<const int> from(&in, 1);
            if (number_of_calling_node(self) == 0) {
              AT(1), one.all_reduce(from, std::span(&out, 1), kSumOperation);
              other.all_reduce(from, std::span(&out, 1), kSumOperation);
            } else {
              AT(2), other.all_reduce(from, std::span(&out, 1), kSumOperation);
              one.all_reduce(from, std::span(&out, 1), kSumOperation);
            }
          },
          fails_in_every_order(
              {deadlock({{0, "all_reduce", 1, {1}}, {1, "all_reduce", 2, {0}}}, {{0, 1}}), error({{0, 1}, {1, 2}})})),
      make_wrong_program(
          "group_without_oneself", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0)
              AT(1), static_cast<void>(Group(self, {make_node_id(1)}, Context{20}));
          },
          error({{0, 1}})),
      make_wrong_program(
          "group_with_a_node_twice", 2,
          [](Node& self) {
            AT(1), static_cast<void>(Group(self, {make_node_id(0), make_node_id(1), make_node_id(0)}, Context{20}));
          },
          error({{0, 1}, {1, 1}})),
      make_wrong_program(
          "group_of_other_members", 2,
          [](Node& self) {
            const std::vector<NodeId> members = number_of_calling_node(self) == 0
                                                    ? std::vector{make_node_id(0), make_node_id(1)}
                                                    : std::vector{make_node_id(1), make_node_id(0)};
            AT(1);
            Group group(self, members, Context{20});
            AT(2), group.barrier();
          },
          error({{0, 0}, {1, 0}})),
      make_wrong_program(
          "group_with_two_operations", 2,
          [](Node& self) {
            Group group = group_of_all_nodes(self);
            int in = 1, out = 0;
            const std::span<const int> from(&in, 1);
            if (number_of_calling_node(self) == 0) {
              AT(1), group.all_reduce(from, std::span(&out, 1), kSumOperation);
            } else {
              AT(2), group.all_reduce(from, std::span(&out, 1), kMaximumReduceOperation);
            }
          },
          error({{0, 1}, {1, 2}})),
      make_wrong_program(
          "group_with_posted_and_blocking", 2,
          [](Node& self) {
            Group group = group_of_all_nodes(self);
            if (number_of_calling_node(self) == 0) {
              AT(1), group.barrier();
            } else {
              AT(2), self.wait(post_barrier(group));
            }
          },
          error({{0, 1}, {1, 2}})),
      make_wrong_program(
          "posted_barrier_without_a_member", 2,
          [](Node& self) {
            Group group = group_of_all_nodes(self);
            if (number_of_calling_node(self) == 1) return;
            const Handle handle = post_barrier(group);
            AT(1), self.wait(handle);
          },
          deadlock({wait_for_missing_node(0, "wait", {1})})),
      make_wrong_program(
          "posted_collective_is_not_waited_for", 2,
          [](Node& self) {
            Group group = group_of_all_nodes(self);
            const Handle handle = post_barrier(group);
            if (number_of_calling_node(self) == 1) self.wait(handle);
          },
          error({{0, 0}})),
      make_wrong_program(
          "gather_of_two_sizes", 2,
          [](Node& self) {
            Group group = group_of_all_nodes(self);
            std::vector<int> in(number_of_calling_node(self) + 1), out(2 * in.size());
            AT(1), group.gather(0, std::span<const int>(in), std::span(out));
          },
          error({{0, 1}, {1, 1}})),
  };
}

std::vector<CorpusProgram> make_all_correct_programs() {
  return {
      make_correct_program("three_barriers", 4,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 3; ++i) self.barrier();
                           }),
      make_correct_program("send_before_the_barrier", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0) self.send(make_node_id(1), buffer.out());
                             if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
                             self.barrier();
                           }),
      make_correct_program("posted_across_a_barrier", 2,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
                             const Handle outgoing = self.post_send(self.id() ^ 1U, mine.out());
                             self.barrier();
                             self.wait(outgoing);
                             self.wait(incoming);
                             self.expect(theirs.value == 1 - number_of_calling_node(self), "the other's number");
                           }),
      make_correct_program("broadcasts_from_each", 4,
                           [](Node& self) {
                             for (std::uint32_t root = 0; root < 4; ++root) {
                               NumberAsMessageData buffer{number_of_calling_node(self)};
                               self.broadcast(make_node_id(root), buffer.in());
                               self.expect(buffer.value == root, "the root's number");
                             }
                           }),
      make_correct_program(
          "sums", 4,
          [](Node& self) {
            self.expect(self.all_reduce(number_of_calling_node(self), kSumOperation) == 6, "of all");
            const std::uint32_t reduced = self.reduce(make_node_id(2), number_of_calling_node(self), kSumOperation);
            self.expect(number_of_calling_node(self) != 2 || reduced == 6, "on the root");
            self.expect(self.scan(1U, kSumOperation) == number_of_calling_node(self) + 1, "of those before");
          }),
      make_correct_program("all_gather_numbers", 4,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)};
                             std::array<NumberAsMessageData, 4> all;
                             self.all_gather(mine.out(), std::as_writable_bytes(std::span(all)));
                             for (std::uint32_t i = 0; i < 4; ++i)
                               self.expect(all.at(i).value == i, "block i is node i's");
                           }),
      make_correct_program("collectives_between_messages", 4,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               NumberAsMessageData mine{i}, theirs;
                               self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
                               self.expect(self.all_reduce(theirs.value, kSumOperation) == 4 * i,
                                           "all are in this round");
                             }
                           }),
      make_correct_program("group_of_half_the_nodes", 4,
                           [](Node& self) {
                             const std::uint32_t first = number_of_calling_node(self) / 2 * 2;
                             Group group(self, {make_node_id(first), make_node_id(first + 1)}, Context{20});
                             const int in = 1;
                             int out = 0;
                             group.all_reduce(std::span(&in, 1), std::span(&out, 1), kSumOperation);
                             self.expect(out == 2, "two members");
                           }),
      make_correct_program(
          "group_in_reverse_order", 4,
          [](Node& self) {
            Group group(self, {make_node_id(3), make_node_id(2), make_node_id(1), make_node_id(0)}, Context{20});
            self.expect(group.rank() == 3 - number_of_calling_node(self), "ranks count backwards");
            std::uint32_t value = number_of_calling_node(self);
            group.broadcast(0, std::span(&value, 1));
            self.expect(value == 3, "rank 0 is node 3");
          }),
      make_correct_program("two_groups_in_one_order", 2,
                           [](Node& self) {
                             Group one = group_of_all_nodes(self, 20), other = group_of_all_nodes(self, 21);
                             one.barrier();
                             other.barrier();
                             one.barrier();
                           }),
      make_correct_program("two_groups_posted_in_other_orders", 2,
                           [](Node& self) {
                             Group one = group_of_all_nodes(self, 20), other = group_of_all_nodes(self, 21);
                             std::array handles{
                                 number_of_calling_node(self) == 0 ? post_barrier(one) : post_barrier(other),
                                 number_of_calling_node(self) == 0 ? post_barrier(other) : post_barrier(one)};
                             self.wait_all(handles);
                           }),
      make_correct_program("posted_barrier_beside_messages", 2,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             NumberAsMessageData mine, theirs;
                             const Handle handle = post_barrier(group);
                             self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
                             self.wait(handle);
                           }),
      make_correct_program("group_context_beside_the_programs_own", 2,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self, 20);
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             const Handle in =
                                 self.post_receive(self.id() ^ 1U, theirs.in(), TagSelector::any(Context{20}));
                             group.barrier();
                             self.send(self.id() ^ 1U, mine.out(), {.context = Context{20}});
                             group.barrier();
                             self.wait(in);
                           }),
      make_correct_program("gather_of_one_size", 2,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             std::vector<int> in(2), out(4);
                             group.gather(0, std::span<const int>(in), std::span(out));
                           }),
      make_correct_program("all_to_all_of_blocks", 4,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             std::vector<std::uint32_t> in(4, number_of_calling_node(self)), out(4);
                             group.all_to_all(std::span<const std::uint32_t>(in), std::span(out));
                             for (std::uint32_t i = 0; i < 4; ++i) self.expect(out.at(i) == i, "block i is rank i's");
                           }),
      make_correct_program("posted_barrier_is_tested", 2,
                           [](Node& self) {
                             Group group = group_of_all_nodes(self);
                             const Handle handle = post_barrier(group);
                             for (std::uint32_t i = 0; i < 50 && !self.test(handle); ++i) continue;
                             self.wait(handle);
                           }),
      make_correct_program("group_made_again", 2,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               Group group = group_of_all_nodes(self);
                               group.barrier();
                               self.barrier();
                             }
                           }),
  };
}

}  // namespace

TestProgramCategory make_collective_test_programs() {
  return {"collectives", join_wrong_and_correct_programs(make_all_wrong_programs(), make_all_correct_programs())};
}

}  // namespace switchyard::corpus
