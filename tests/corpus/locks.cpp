/// \file locks.cpp
/// Programs with busy locks that nobody frees, and correct programs that try a lock again and again.

#include <functional>

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;
/// Needs of programs whose stuck node tries a lock some thousand times before it counts as waiting.
const Needs kTries{.where = Where::cm5, .polls_forever = true};

Wait wants_lock(std::uint32_t node, std::uint32_t holder) { return {node, "try_lock", 1, {holder}, Lacked::lock}; }
Wait in_barrier(std::uint32_t node, Peers missing) { return {node, "barrier", 2, missing, Lacked::collective}; }

void last_barrier(Node& self) { AT(2), self.barrier(); }
/// Ends a program when all its locks have been freed, or are about to be.
void end_unlocked(Node& self) {
  self.barrier();
  await_free_lock(self);
}
void try_until_taken(Node& self, NodeId owner) {
  while (!(AT(1), self.try_lock(owner))) continue;
}

/// Nodes 0 and 1 want the locks of nodes 2 and 3, but each begins with another lock.
void opposite_orders(Node& self, bool each_has_one) {
  if (me(self) < 2) {
    const NodeId first = n(2 + me(self)), second = n(3 - me(self));
    while (!self.try_lock(first)) continue;
    Box mine, theirs;
    if (each_has_one) self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
    try_until_taken(self, second);
    self.unlock(second);
    self.unlock(first);
  }
  last_barrier(self);
  await_free_lock(self);
}

std::vector<Program> wrong_ones() {
  const ExpectedFailure opposite =
      deadlock({wants_lock(0, 1), wants_lock(1, 0), in_barrier(2, {0, 1}), in_barrier(3, {0, 1})}, {{0, 1}});
  return {
      wrong(
          "lock_twice", 2,
          [](Node& self) {
            if (me(self) == 0) {
              self.expect(self.try_lock(n(1)), "free");
              try_until_taken(self, n(1));
              self.unlock(n(1));
            }
            last_barrier(self);
          },
          deadlock({wants_lock(0, 0), in_barrier(1, {0})}), kTries),
      wrong(
          "lock_and_message_in_one_cycle", 4,
          [](Node& self) {
            Box box;
            if (me(self) == 0) {
              self.expect(self.try_lock(n(2)), "free");
              self.signal(n(1));
              AT(3), self.receive(n(1), box.in(), t(5));
              self.unlock(n(2));
            }
            if (me(self) == 1) {
              self.receive(n(0), {});
              try_until_taken(self, n(2));
              self.send(n(0), box.out(), tagged(5));
              self.unlock(n(2));
            }
            last_barrier(self);
          },
          deadlock({{0, "receive", 3, {1}}, wants_lock(1, 0), in_barrier(2, {0, 1}), in_barrier(3, {0, 1})}, {{0, 1}}),
          kTries),
      wrong(
          "two_locks_in_opposite_orders", 4, [](Node& self) { opposite_orders(self, true); }, opposite, kTries),
      wrong(
          "two_locks_in_opposite_orders_by_chance", 4, [](Node& self) { opposite_orders(self, false); },
          may_fail({opposite}), kTries),
      wrong(
          "three_locks_in_a_cycle", 4,
          [](Node& self) {
            const bool takes_part = me(self) < 3;
            if (takes_part) self.expect(self.busy_lock().try_lock(self.id()), "free");
            self.barrier();
            if (takes_part) try_until_taken(self, n((me(self) + 1) % 3));
            last_barrier(self);
          },
          deadlock({wants_lock(0, 1), wants_lock(1, 2), wants_lock(2, 0), in_barrier(3, {0, 1, 2})}, {{0, 1, 2}}),
          kTries),
      wrong(
          "lock_kept_by_a_node_that_has_finished", 4,
          [](Node& self) {
            if (me(self) == 1) {
              self.expect(self.try_lock(n(0)), "free");
              self.signal(n(2));
            }
            if (me(self) == 2) {
              self.receive(n(1), {});
              try_until_taken(self, n(0));
              self.signal(n(0));
            }
            if (me(self) == 0) AT(4), self.receive(n(2), {});
          },
          deadlock({{0, "receive", 4, {2}}, wants_lock(2, 1)}), kTries),
      wrong(
          "tries_and_polls_by_turns", 4,
          [](Node& self) {
            if (me(self) == 1) self.expect(self.try_lock(n(0)), "free");
            self.barrier();
            while (me(self) == 2 && !(AT(1), self.try_lock(n(0)))) self.poll();
            last_barrier(self);
            if (me(self) == 1) self.unlock(n(0));
          },
          deadlock({in_barrier(0, {2}), in_barrier(1, {2}), wants_lock(2, 1), in_barrier(3, {2})}, {{1, 2}}), kTries),
  };
}

/// Node 1 keeps the lock of node 0 until node 2 has given up trying.
void give_up(Node& self, const std::function<bool(Node&)>& tries_to_lock) {
  if (me(self) == 1) {
    self.expect(self.try_lock(n(0)), "free");
    self.signal(n(2));
    self.receive(n(2), {});
    self.unlock(n(0));
  }
  if (me(self) == 2) {
    self.receive(n(1), {});
    self.expect(!tries_to_lock(self), "held");
    self.signal(n(1));
  }
  end_unlocked(self);
}

std::vector<Program> right_ones() {
  return {
      right(
          "gives_up_a_lock_at_its_time_limit", 4,
          [](Node& self) {
            give_up(self, [](Node& node) {
              const VirtualTime limit = node.now() + microseconds{300};
              while (node.now() < limit) {
                if (node.try_lock(n(0))) return true;
              }
              return false;
            });
          },
          kTries),
      right(
          "gives_up_a_lock_after_five_hundred_tries", 4,
          [](Node& self) {
            give_up(self, [](Node& node) {
              for (std::uint32_t i = 0; i < 500; ++i) {
                if (node.try_lock(n(0))) return true;
              }
              return false;
            });
          },
          kTries),
      right(
          "gives_up_a_lock_after_ten_waits", 4,
          [](Node& self) {
            give_up(self, [](Node& node) {
              for (std::uint32_t i = 0; i < 10; ++i) {
                if (node.try_lock(n(0))) return true;
                node.compute(microseconds{1U << i});
              }
              return false;
            });
          },
          kTries),
      right(
          "backs_off_and_comes_back", 4,
          [](Node& self) {
            if (me(self) != 0) {
              for (std::uint32_t i = 0; !self.try_lock(n(0)); ++i) self.compute(microseconds{5U << (i % 6)});
              self.compute(microseconds{20});
              self.unlock(n(0));
            }
            end_unlocked(self);
          },
          kTries),
      right(
          "answers_questions_between_tries", 4,
          [](Node& self) {
            Box box;
            if (me(self) == 1) self.expect(self.try_lock(n(0)), "free");
            self.barrier();
            if (me(self) == 1) {
              for (std::uint32_t i = 0; i < 20; ++i) {
                self.send(n(2), box.out());
                self.receive(n(2), box.in());
              }
              self.unlock(n(0));
            }
            if (me(self) == 2) {
              while (!self.try_lock(n(0))) {
                if (!self.try_probe(n(1))) continue;
                self.receive(n(1), box.in());
                self.send(n(1), box.out());
              }
              self.unlock(n(0));
            }
            end_unlocked(self);
          },
          kTries),
      right(
          "the_second_node_gives_its_lock_back", 4,
          [](Node& self) {
            const NodeId first = n(2 + me(self) % 2), second = n(3 - me(self) % 2);
            bool is_done = me(self) >= 2;
            if (me(self) == 1) {
              while (!self.try_lock(first)) continue;
              is_done = self.try_lock(second);
              if (is_done) self.unlock(second);
              self.unlock(first);
              self.receive(n(0), {});
            }
            if (!is_done) {
              while (!self.try_lock(first)) continue;
              while (!self.try_lock(second)) continue;
              self.unlock(second);
              self.unlock(first);
            }
            if (me(self) == 0) self.signal(n(1));
            end_unlocked(self);
          },
          kTries),
      right("own_lock_is_awaited_by_polling", 2,
            [](Node& self) {
              if (me(self) == 1) self.expect(self.try_lock(n(0)), "free");
              self.barrier();
              if (me(self) == 1) self.unlock(n(0));
              if (me(self) == 0) {
                BusyLock& lock = self.busy_lock();
                self.poll_until([&] { return lock.try_lock(n(0)); });
                lock.unlock(n(0));
              }
              end_unlocked(self);
            },
            {.where = Where::cm5}),
      right(
          "lock_is_held_for_long", 4,
          [](Node& self) {
            if (me(self) == 1) self.expect(self.try_lock(n(0)), "free");
            self.barrier();
            if (me(self) == 1) self.compute(microseconds{20'000});
            if (me(self) == 2) try_until_taken(self, n(0));
            if (me(self) == 1 || me(self) == 2) self.unlock(n(0));
            end_unlocked(self);
          },
          kTries),
      right(
          "own_lock_is_freed_without_a_word", 2,
          [](Node& self) {
            if (me(self) == 0) self.expect(self.busy_lock().try_lock(n(0)), "free");
            self.barrier();
            if (me(self) == 0) {
              self.poll_until(self.now() + microseconds{3000}, [] { return false; });
              self.busy_lock().unlock(n(0));
            } else {
              try_until_taken(self, n(0));
              self.unlock(n(0));
            }
            end_unlocked(self);
          },
          kTries),
      right(
          "lock_is_freed_after_fifty_messages_of_others", 4,
          [](Node& self) {
            Box box;
            if (me(self) == 1) self.expect(self.try_lock(n(0)), "free");
            self.barrier();
            if (me(self) == 1 || me(self) == 2) {
              for (std::uint32_t i = 0; i < 50; ++i) self.exchange(n(3 - me(self)), Box{i}.out(), box.in());
            }
            if (me(self) == 3) try_until_taken(self, n(0));
            if (me(self) == 1 || me(self) == 3) self.unlock(n(0));
            end_unlocked(self);
          },
          kTries),
      right(
          "three_take_turns_ten_times", 4,
          [](Node& self) {
            for (std::uint32_t i = 0; me(self) != 0 && i < 10; ++i) {
              while (!self.try_lock(n(0))) continue;
              self.unlock(n(0));
            }
            end_unlocked(self);
          },
          kTries),
  };
}

}  // namespace

Area locks() { return {"locks", both(wrong_ones(), right_ones())}; }

}  // namespace switchyard::corpus
