/// \file locks.cpp
/// Wrong programs with busy locks that nobody frees, and correct programs that try to take a lock again and again.

#include <functional>

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;
/// The needs of programs in which a node tries to take a lock some thousand times in vain before it counts as waiting.
const ProgramNeeds kNeedsOfLockPollingPrograms{.platforms = ProgramPlatforms::cm5, .polls_forever = true};

ExpectedWaitingNodeReport wait_for_lock(std::uint32_t node, std::uint32_t holder) {
  return {node, "try_lock", 1, {holder}, AwaitedResource::lock};
}
ExpectedWaitingNodeReport wait_in_barrier(std::uint32_t node, AwaitedPeers missing) {
  return {node, "barrier", 2, missing, AwaitedResource::collective};
}

void enter_last_barrier(Node& self) { AT(2), self.barrier(); }
/// Called at the end of a program in which all locks are freed: waits until the messages that free the node's own lock
/// have arrived.
void synchronise_and_await_free_lock(Node& self) {
  self.barrier();
  await_free_lock(self);
}
void repeat_try_lock_until_success(Node& self, NodeId owner) {
  while (!(AT(1), self.try_lock(owner))) continue;
}

/// Nodes 0 and 1 each take the locks of nodes 2 and 3, but in opposite orders.
void take_locks_in_opposite_orders(Node& self, bool each_has_one) {
  if (number_of_calling_node(self) < 2) {
    const NodeId first = make_node_id(2 + number_of_calling_node(self)),
                 second = make_node_id(3 - number_of_calling_node(self));
    while (!self.try_lock(first)) continue;
    NumberAsMessageData mine, theirs;
    if (each_has_one) self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
    repeat_try_lock_until_success(self, second);
    self.unlock(second);
    self.unlock(first);
  }
  enter_last_barrier(self);
  await_free_lock(self);
}

std::vector<CorpusProgram> make_all_wrong_programs() {
  const ExpectedFailure opposite = deadlock(
      {wait_for_lock(0, 1), wait_for_lock(1, 0), wait_in_barrier(2, {0, 1}), wait_in_barrier(3, {0, 1})}, {{0, 1}});
  return {
      make_wrong_program(
          "lock_twice", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              self.expect(self.try_lock(make_node_id(1)), "free");
              repeat_try_lock_until_success(self, make_node_id(1));
              self.unlock(make_node_id(1));
            }
            enter_last_barrier(self);
          },
          deadlock({wait_for_lock(0, 0), wait_in_barrier(1, {0})}), kNeedsOfLockPollingPrograms),
      make_wrong_program(
          "lock_and_message_in_one_cycle", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              self.expect(self.try_lock(make_node_id(2)), "free");
              self.signal(make_node_id(1));
              AT(3), self.receive(make_node_id(1), buffer.in(), make_tag(5));
              self.unlock(make_node_id(2));
            }
            if (number_of_calling_node(self) == 1) {
              self.receive(make_node_id(0), {});
              repeat_try_lock_until_success(self, make_node_id(2));
              self.send(make_node_id(0), buffer.out(), tagged_send_options(5));
              self.unlock(make_node_id(2));
            }
            enter_last_barrier(self);
          },
          deadlock(
              {{0, "receive", 3, {1}}, wait_for_lock(1, 0), wait_in_barrier(2, {0, 1}), wait_in_barrier(3, {0, 1})},
              {{0, 1}}),
          kNeedsOfLockPollingPrograms),
      make_wrong_program(
          "two_locks_in_opposite_orders", 4, [](Node& self) { take_locks_in_opposite_orders(self, true); }, opposite,
          kNeedsOfLockPollingPrograms),
      make_wrong_program(
          "two_locks_in_opposite_orders_by_chance", 4, [](Node& self) { take_locks_in_opposite_orders(self, false); },
          fails_in_some_orders({opposite}), kNeedsOfLockPollingPrograms),
      make_wrong_program(
          "three_locks_in_a_cycle", 4,
          [](Node& self) {
            const bool takes_part = number_of_calling_node(self) < 3;
            if (takes_part) self.expect(self.busy_lock().try_lock(self.id()), "free");
            self.barrier();
            if (takes_part) repeat_try_lock_until_success(self, make_node_id((number_of_calling_node(self) + 1) % 3));
            enter_last_barrier(self);
          },
          deadlock({wait_for_lock(0, 1), wait_for_lock(1, 2), wait_for_lock(2, 0), wait_in_barrier(3, {0, 1, 2})},
                   {{0, 1, 2}}),
          kNeedsOfLockPollingPrograms),
      make_wrong_program(
          "lock_kept_by_a_node_that_has_finished", 4,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) {
              self.expect(self.try_lock(make_node_id(0)), "free");
              self.signal(make_node_id(2));
            }
            if (number_of_calling_node(self) == 2) {
              self.receive(make_node_id(1), {});
              repeat_try_lock_until_success(self, make_node_id(0));
              self.signal(make_node_id(0));
            }
            if (number_of_calling_node(self) == 0) AT(4), self.receive(make_node_id(2), {});
          },
          deadlock({{0, "receive", 4, {2}}, wait_for_lock(2, 1)}), kNeedsOfLockPollingPrograms),
      make_wrong_program(
          "tries_and_polls_by_turns", 4,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) self.expect(self.try_lock(make_node_id(0)), "free");
            self.barrier();
            while (number_of_calling_node(self) == 2 && !(AT(1), self.try_lock(make_node_id(0)))) self.poll();
            enter_last_barrier(self);
            if (number_of_calling_node(self) == 1) self.unlock(make_node_id(0));
          },
          deadlock({wait_in_barrier(0, {2}), wait_in_barrier(1, {2}), wait_for_lock(2, 1), wait_in_barrier(3, {2})},
                   {{1, 2}}),
          kNeedsOfLockPollingPrograms),
  };
}

/// Node 1 holds the lock of node 0 until node 2 has tried in vain to take it.
void try_in_vain_to_take_held_lock(Node& self, const std::function<bool(Node&)>& tries_to_lock) {
  if (number_of_calling_node(self) == 1) {
    self.expect(self.try_lock(make_node_id(0)), "free");
    self.signal(make_node_id(2));
    self.receive(make_node_id(2), {});
    self.unlock(make_node_id(0));
  }
  if (number_of_calling_node(self) == 2) {
    self.receive(make_node_id(1), {});
    self.expect(!tries_to_lock(self), "held");
    self.signal(make_node_id(1));
  }
  synchronise_and_await_free_lock(self);
}

std::vector<CorpusProgram> make_all_correct_programs() {
  return {
      make_correct_program(
          "gives_up_a_lock_at_its_time_limit", 4,
          [](Node& self) {
            try_in_vain_to_take_held_lock(self, [](Node& node) {
              const VirtualTime limit = node.now() + microseconds{300};
              while (node.now() < limit) {
                if (node.try_lock(make_node_id(0))) return true;
              }
              return false;
            });
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "gives_up_a_lock_after_five_hundred_tries", 4,
          [](Node& self) {
            try_in_vain_to_take_held_lock(self, [](Node& node) {
              for (std::uint32_t i = 0; i < 500; ++i) {
                if (node.try_lock(make_node_id(0))) return true;
              }
              return false;
            });
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "gives_up_a_lock_after_ten_waits", 4,
          [](Node& self) {
            try_in_vain_to_take_held_lock(self, [](Node& node) {
              for (std::uint32_t i = 0; i < 10; ++i) {
                if (node.try_lock(make_node_id(0))) return true;
                node.compute(microseconds{1U << i});
              }
              return false;
            });
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "backs_off_and_comes_back", 4,
          [](Node& self) {
            if (number_of_calling_node(self) != 0) {
              for (std::uint32_t i = 0; !self.try_lock(make_node_id(0)); ++i) self.compute(microseconds{5U << (i % 6)});
              self.compute(microseconds{20});
              self.unlock(make_node_id(0));
            }
            synchronise_and_await_free_lock(self);
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "answers_questions_between_tries", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) self.expect(self.try_lock(make_node_id(0)), "free");
            self.barrier();
            if (number_of_calling_node(self) == 1) {
              for (std::uint32_t i = 0; i < 20; ++i) {
                self.send(make_node_id(2), buffer.out());
                self.receive(make_node_id(2), buffer.in());
              }
              self.unlock(make_node_id(0));
            }
            if (number_of_calling_node(self) == 2) {
              while (!self.try_lock(make_node_id(0))) {
                if (!self.try_probe(make_node_id(1))) continue;
                self.receive(make_node_id(1), buffer.in());
                self.send(make_node_id(1), buffer.out());
              }
              self.unlock(make_node_id(0));
            }
            synchronise_and_await_free_lock(self);
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "the_second_node_gives_its_lock_back", 4,
          [](Node& self) {
            const NodeId first = make_node_id(2 + number_of_calling_node(self) % 2),
                         second = make_node_id(3 - number_of_calling_node(self) % 2);
            bool is_done = number_of_calling_node(self) >= 2;
            if (number_of_calling_node(self) == 1) {
              while (!self.try_lock(first)) continue;
              is_done = self.try_lock(second);
              if (is_done) self.unlock(second);
              self.unlock(first);
              self.receive(make_node_id(0), {});
            }
            if (!is_done) {
              while (!self.try_lock(first)) continue;
              while (!self.try_lock(second)) continue;
              self.unlock(second);
              self.unlock(first);
            }
            if (number_of_calling_node(self) == 0) self.signal(make_node_id(1));
            synchronise_and_await_free_lock(self);
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program("own_lock_is_awaited_by_polling", 2,
                           [](Node& self) {
                             if (number_of_calling_node(self) == 1) self.expect(self.try_lock(make_node_id(0)), "free");
                             self.barrier();
                             if (number_of_calling_node(self) == 1) self.unlock(make_node_id(0));
                             if (number_of_calling_node(self) == 0) {
                               BusyLock& lock = self.busy_lock();
                               self.poll_until([&] { return lock.try_lock(make_node_id(0)); });
                               lock.unlock(make_node_id(0));
                             }
                             synchronise_and_await_free_lock(self);
                           },
                           {.platforms = ProgramPlatforms::cm5}),
      make_correct_program(
          "lock_is_held_for_long", 4,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) self.expect(self.try_lock(make_node_id(0)), "free");
            self.barrier();
            if (number_of_calling_node(self) == 1) self.compute(microseconds{20'000});
            if (number_of_calling_node(self) == 2) repeat_try_lock_until_success(self, make_node_id(0));
            if (number_of_calling_node(self) == 1 || number_of_calling_node(self) == 2) self.unlock(make_node_id(0));
            synchronise_and_await_free_lock(self);
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "own_lock_is_freed_without_a_word", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) self.expect(self.busy_lock().try_lock(make_node_id(0)), "free");
            self.barrier();
            if (number_of_calling_node(self) == 0) {
              self.poll_until(self.now() + microseconds{3000}, [] { return false; });
              self.busy_lock().unlock(make_node_id(0));
            } else {
              repeat_try_lock_until_success(self, make_node_id(0));
              self.unlock(make_node_id(0));
            }
            synchronise_and_await_free_lock(self);
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "lock_is_freed_after_fifty_messages_of_others", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) self.expect(self.try_lock(make_node_id(0)), "free");
            self.barrier();
            if (number_of_calling_node(self) == 1 || number_of_calling_node(self) == 2) {
              for (std::uint32_t i = 0; i < 50; ++i)
                self.exchange(make_node_id(3 - number_of_calling_node(self)), NumberAsMessageData{i}.out(),
                              buffer.in());
            }
            if (number_of_calling_node(self) == 3) repeat_try_lock_until_success(self, make_node_id(0));
            if (number_of_calling_node(self) == 1 || number_of_calling_node(self) == 3) self.unlock(make_node_id(0));
            synchronise_and_await_free_lock(self);
          },
          kNeedsOfLockPollingPrograms),
      make_correct_program(
          "three_take_turns_ten_times", 4,
          [](Node& self) {
            for (std::uint32_t i = 0; number_of_calling_node(self) != 0 && i < 10; ++i) {
              while (!self.try_lock(make_node_id(0))) continue;
              self.unlock(make_node_id(0));
            }
            synchronise_and_await_free_lock(self);
          },
          kNeedsOfLockPollingPrograms),
  };
}

}  // namespace

TestProgramCategory make_busy_lock_test_programs() {
  return {"locks", join_wrong_and_correct_programs(make_all_wrong_programs(), make_all_correct_programs())};
}

}  // namespace switchyard::corpus
