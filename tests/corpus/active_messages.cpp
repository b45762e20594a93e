/// \file active_messages.cpp
/// Wrong and right programs with handlers of active messages, polls, busy locks and bulk ports, on the CM-5.

#include <stdexcept>

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

const ProgramNeeds kNeedsCm5{.platforms = ProgramPlatforms::cm5};

std::vector<CorpusProgram> make_all_wrong_programs() {
  return {
      make_wrong_program(
          "polls_until_a_word_that_nobody_sends", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.poll_until([] { return false; });
          },
          deadlock({{0, "polling", 1, {}, AwaitedResource::word}}), kNeedsCm5),
      make_wrong_program(
          "both_poll_for_a_word_of_the_other", 2,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            AT(1), self.poll_until([&] { return words > 0; });
            self.request(self.id() ^ 1U, kCountHandler);
          },
          deadlock({{0, "polling", 1, AwaitedPeers::all_other_nodes(), AwaitedResource::word},
                    {1, "polling", 1, AwaitedPeers::all_other_nodes(), AwaitedResource::word}},
                   {{0, 1}}),
          kNeedsCm5),
      make_wrong_program(
          "word_to_a_finished_node", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) return;
            AT(1), self.request(make_node_id(1), [](ActiveMessage&) {});
          },
          lost_message(1), kNeedsCm5),
      make_wrong_program(
          "lock_of_a_finished_node", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) return;
            AT(1), self.try_lock(make_node_id(1));
          },
          deadlock({{0, "try_lock", 1, {1}, AwaitedResource::poll}}), kNeedsCm5),
      make_wrong_program(
          "lock_is_kept", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) self.try_lock(make_node_id(1));
            self.barrier();
          },
          failure(RunOutcome::data_lost), kNeedsCm5),
      make_wrong_program(
          "own_lock_is_kept", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) self.busy_lock().try_lock(self.id());
          },
          failure(RunOutcome::data_lost), kNeedsCm5),
      make_wrong_program(
          "foreign_unlock", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.unlock(make_node_id(1));
            if (number_of_calling_node(self) == 1) self.poll_until([] { return false; });
          },
          error({{0, 1}, {1, 1}}), kNeedsCm5),
      // The two unlock messages may overtake each other, so that the error may be found at either one.
      make_wrong_program(
          "unlocked_twice", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              self.expect(self.try_lock(make_node_id(1)), "free");
              AT(2), self.unlock(make_node_id(1));
              AT(1), self.unlock(make_node_id(1));
            }
            if (number_of_calling_node(self) == 1) self.poll_until([] { return false; });
          },
          error({{0, 1}, {0, 2}, {1, 1}, {1, 2}}), kNeedsCm5),
      make_wrong_program(
          "taken_twice_by_one_node", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              self.expect(self.try_lock(make_node_id(1)), "free");
              AT(1), self.expect(self.try_lock(make_node_id(1)), "free again");
              self.unlock(make_node_id(1));
            }
            self.barrier();
          },
          corrupted_data({{0, 1}}), kNeedsCm5),
      make_wrong_program(
          "race_for_a_lock_is_not_retried", 4,
          [](Node& self) {
            if (number_of_calling_node(self) == 1 || number_of_calling_node(self) == 2) {
              const bool got = self.try_lock(make_node_id(0));
              AT(1), self.expect(got, "the lock is free");
              self.unlock(make_node_id(0));
              self.signal(make_node_id(0));
            }
            for (std::uint32_t i = 1; number_of_calling_node(self) == 0 && i < 3; ++i)
              self.receive(make_node_id(i), {});
            await_free_lock(self);
          },
          fails_in_some_orders({corrupted_data({{1, 1}, {2, 1}})}), kNeedsCm5),
      make_wrong_program(
          "handler_throws", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0)
              AT(1), self.request(make_node_id(1), [](ActiveMessage&) { throw std::runtime_error("no"); });
            if (number_of_calling_node(self) == 1) self.poll_until([] { return false; });
          },
          error({{1, 1}}), kNeedsCm5),
      make_wrong_program(
          "handler_finds_another_type", 2,
          [](Node& self) {
            double state = 0;
            self.expose(state);
            self.barrier();
            if (number_of_calling_node(self) == 0) AT(1), self.request(make_node_id(1), kCountHandler);
            if (number_of_calling_node(self) == 1) self.poll_until([] { return false; });
          },
          error({{1, 1}}), kNeedsCm5),
      make_wrong_program(
          "handler_finds_nothing", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.request(make_node_id(1), kCountHandler);
            if (number_of_calling_node(self) == 1) self.poll_until([] { return false; });
          },
          error({{1, 1}}), kNeedsCm5),
      make_wrong_program(
          "handler_calls_a_node", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0)
              AT(1), self.request(make_node_id(1), [node = &self](ActiveMessage&) { node->barrier(); });
            if (number_of_calling_node(self) == 1) self.poll_until([] { return false; });
          },
          error({{1, 0}}), kNeedsCm5),
      make_wrong_program(
          "handler_replies_twice", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              AT(1), self.request(make_node_id(1), [](ActiveMessage& at) {
                at.reply([](ActiveMessage&) {});
                at.reply([](ActiveMessage&) {});
              });
            }
            if (number_of_calling_node(self) == 1) self.poll_until([] { return false; });
          },
          error({{1, 0}}), kNeedsCm5),
      make_wrong_program(
          "condition_throws", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0)
              AT(1), self.poll_until([]() -> bool { throw std::runtime_error("no"); });
          },
          error({{0, 1}}), kNeedsCm5),
      make_wrong_program(
          "port_is_opened_twice", 2,
          [](Node& self) {
            PayloadBytes room(16);
            if (number_of_calling_node(self) == 1) return;
            self.open_port(BulkPortId{0}, room, [](ActiveMessage&) {});
            AT(1), self.open_port(BulkPortId{0}, room, [](ActiveMessage&) {});
          },
          error({{0, 1}}), kNeedsCm5),
      make_wrong_program(
          "port_without_a_number", 2,
          [](Node& self) {
            PayloadBytes room(16);
            if (number_of_calling_node(self) == 0) AT(1), self.open_port(BulkPortId{2}, room, [](ActiveMessage&) {});
          },
          error({{0, 1}}), kNeedsCm5),
      make_wrong_program(
          "port_of_no_size", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.open_port(BulkPortId{0}, {}, [](ActiveMessage&) {});
          },
          error({{0, 1}}), kNeedsCm5),
      make_wrong_program(
          "port_that_waits_for_more", 2,
          [](Node& self) {
            PayloadBytes room(16), half(8);
            if (number_of_calling_node(self) == 0) self.open_port(BulkPortId{0}, room, [](ActiveMessage&) {});
            self.barrier();
            if (number_of_calling_node(self) == 1) self.copy(make_node_id(0), {BulkPortId{0}, 0, {half}});
            self.barrier();
          },
          failure(RunOutcome::data_lost), kNeedsCm5),
      make_wrong_program(
          "copy_to_a_closed_port", 2,
          [](Node& self) {
            PayloadBytes half(8);
            if (number_of_calling_node(self) == 1) AT(1), self.copy(make_node_id(0), {BulkPortId{0}, 0, {half}});
            self.barrier();
          },
          error({{0, 1}, {1, 1}}), kNeedsCm5),
      make_wrong_program(
          "copy_beyond_the_buffer", 2,
          [](Node& self) {
            PayloadBytes room(16), half(8);
            if (number_of_calling_node(self) == 0) self.open_port(BulkPortId{0}, room, [](ActiveMessage&) {});
            self.barrier();
            if (number_of_calling_node(self) == 1) AT(1), self.copy(make_node_id(0), {BulkPortId{0}, 12, {half}});
            self.barrier();
          },
          error({{0, 1}, {1, 1}}), kNeedsCm5),
      make_wrong_program("copy_to_a_node_that_has_finished", 2,
                         [](Node& self) {
                           PayloadBytes half(8);
                           if (number_of_calling_node(self) == 1)
                             AT(1), self.copy(make_node_id(0), {BulkPortId{0}, 0, {half}});
                         },
                         deadlock({{1, "copy", 1, {0}, AwaitedResource::poll}}),
                         {.platforms = ProgramPlatforms::cm5_with_virtual_or_wall_clock}),
  };
}

std::vector<CorpusProgram> make_all_correct_programs() {
  return {
      make_correct_program(
          "words_both_ways", 2,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            self.request(self.id() ^ 1U, kCountHandler);
            self.poll_until([&] { return words == 1; });
          },
          kNeedsCm5),
      make_correct_program(
          "words_from_all", 4,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            for (std::uint32_t i = 0; i < 4; ++i) {
              if (i != number_of_calling_node(self)) self.request(make_node_id(i), kCountHandler);
            }
            self.poll_until([&] { return words == 3; });
          },
          kNeedsCm5),
      make_correct_program(
          "reply_comes_back", 2,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            if (number_of_calling_node(self) == 0) {
              self.request(make_node_id(1),
                           [](ActiveMessage& at) { increment_counter_of_receiving_node(at), at.reply(kCountHandler); });
            }
            self.poll_until([&] { return words == 1; });
          },
          kNeedsCm5),
      make_correct_program(
          "word_is_handled_in_a_barrier", 2,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            if (number_of_calling_node(self) == 0) self.request(make_node_id(1), kCountHandler);
            self.poll_until([&] { return number_of_calling_node(self) == 0 || words == 1; });
            self.barrier();
          },
          kNeedsCm5),
      make_correct_program(
          "polls_until_a_deadline", 2,
          [](Node& self) {
            const bool held = self.poll_until(self.now() + std::chrono::microseconds{500}, [] { return false; });
            self.expect(!held, "nothing is sent");
          },
          kNeedsCm5),
      make_correct_program(
          "polls_a_hundred_times_for_nothing", 2,
          [](Node& self) {
            for (std::uint32_t i = 0; i < 100; ++i) self.poll();
          },
          kNeedsCm5),
      make_correct_program(
          "lock_is_given_back", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) self.expect(self.try_lock(make_node_id(1)), "free");
            self.barrier();
            if (number_of_calling_node(self) == 0) self.unlock(make_node_id(1));
            await_free_lock(self);
          },
          kNeedsCm5),
      make_correct_program(
          "own_lock_is_given_back", 2,
          [](Node& self) {
            self.expect(self.busy_lock().try_lock(self.id()), "free");
            self.busy_lock().unlock(self.id());
          },
          kNeedsCm5),
      make_correct_program(
          "second_try_of_a_lock_is_refused", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              self.expect(self.try_lock(make_node_id(1)), "free");
              self.expect(!self.try_lock(make_node_id(1)), "held");
            }
            self.barrier();
            if (number_of_calling_node(self) == 0) self.unlock(make_node_id(1));
            await_free_lock(self);
          },
          kNeedsCm5),
      make_correct_program("race_for_a_lock_is_retried", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) == 1 || number_of_calling_node(self) == 2) {
                               while (!self.try_lock(make_node_id(0))) self.poll();
                               self.unlock(make_node_id(0));
                               self.signal(make_node_id(0));
                             }
                             for (std::uint32_t i = 1; number_of_calling_node(self) == 0 && i < 3; ++i)
                               self.receive(make_node_id(i), {});
                             await_free_lock(self);
                           },
                           {.platforms = ProgramPlatforms::cm5, .polls_forever = true}),
      make_correct_program("two_locks_in_one_order", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) < 2) {
                               while (!self.try_lock(make_node_id(2))) self.poll();
                               while (!self.try_lock(make_node_id(3))) self.poll();
                               self.unlock(make_node_id(3));
                               self.unlock(make_node_id(2));
                               self.signal(make_node_id(2));
                               self.signal(make_node_id(3));
                             }
                             for (std::uint32_t i = 0; number_of_calling_node(self) >= 2 && i < 2; ++i)
                               self.receive(make_node_id(i), {});
                             await_free_lock(self);
                           },
                           {.platforms = ProgramPlatforms::cm5, .polls_forever = true}),
      make_correct_program(
          "copy_fills_a_port", 2,
          [](Node& self) {
            PayloadBytes room(16), data(16, std::byte{3});
            int full = 0;
            self.expose(full);
            if (number_of_calling_node(self) == 0) self.open_port(BulkPortId{0}, room, kCountHandler);
            self.barrier();
            if (number_of_calling_node(self) == 1) self.copy(make_node_id(0), {BulkPortId{0}, 0, {data}});
            if (number_of_calling_node(self) == 0) self.poll_until([&] { return full == 1; });
            self.expect(number_of_calling_node(self) == 1 || room == data, "all has come");
          },
          kNeedsCm5),
      make_correct_program(
          "two_copies_fill_a_port", 4,
          [](Node& self) {
            PayloadBytes room(16), data(8, std::byte{3});
            int full = 0;
            self.expose(full);
            if (number_of_calling_node(self) == 0) self.open_port(BulkPortId{0}, room, kCountHandler);
            self.barrier();
            if (number_of_calling_node(self) == 1 || number_of_calling_node(self) == 2)
              self.copy(make_node_id(0), {BulkPortId{0}, 8 * (number_of_calling_node(self) - 1), {data}});
            if (number_of_calling_node(self) == 0) self.poll_until([&] { return full == 1; });
            self.barrier();
          },
          kNeedsCm5),
      make_correct_program(
          "words_and_messages", 2,
          [](Node& self) {
            int words = 0;
            NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
            self.expose(words);
            self.barrier();
            self.request(self.id() ^ 1U, kCountHandler);
            self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
            self.poll_until([&] { return words == 1; });
          },
          kNeedsCm5),
  };
}

}  // namespace

TestProgramCategory make_active_message_test_programs() {
  return {"active_messages", join_wrong_and_correct_programs(make_all_wrong_programs(), make_all_correct_programs())};
}

}  // namespace switchyard::corpus
