/// Tests that waits for several requests, persistent requests, and contexts behave as node.hpp and MPI 3.1 say.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "tests/runtime/requests_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

// --- waiting for several requests ---------------------------------------------------------------------------------

/// Returns a program in which node 0 posts a receive for one message from each of three other nodes, completes these
/// receives by calling `collect`, and checks the results.
NodeProgram make_program_completing_three_receives(
    std::function<void(Node&, std::span<Handle>, std::span<Received>)> collect) {
  return [collect = std::move(collect)](Node& self) {
    if (self.id() != kNodeZero) {
      self.compute(50us * ((index(self.id()) * 2) % 3));
      return send_data(self, kNodeZero, {.tag = Tag{index(self.id())}}, 300, index(self.id()));
    }
    std::vector<Bytes> in(4, Bytes(300));
    // The first handle stays empty, which the calls in `collect` have to accept.
    std::vector<Handle> handles(4);
    for (std::uint32_t i = 1; i < 4; ++i) handles[i] = self.post_receive(NodeId{i}, in[i], Tag{i});
    std::vector<Received> results(4);
    collect(self, handles, results);
    for (std::uint32_t i = 1; i < 4; ++i) {
      check_received_message_envelope(self, results[i], NodeId{i}, Tag{i}, 300);
      self.expect(handles[i].empty() && is_test_data(in[i], i), "it came");
    }
  };
}

void check_and_count_completed_requests(Node& self, const std::vector<std::size_t>& told, std::size_t& done) {
  self.expect(std::ranges::is_sorted(told), "ascending");
  self.expect(std::ranges::find(told, std::size_t{0}) == told.end(), "no empty one");
  done += told.size();
}

TEST(RequestsCorpus, WaitAllCollectsAll) {
  expect_completion_on_all_test_machines(
      make_program_completing_three_receives([](Node& self, std::span<Handle> handles, std::span<Received> results) {
        self.wait_all(handles, results);
        // All handles are empty now, so that this call has nothing to wait for.
        self.wait_all(handles, results);
      }));
}

TEST(RequestsCorpus, WaitSomeCollectsAll) {
  expect_completion_on_all_test_machines(
      make_program_completing_three_receives([](Node& self, std::span<Handle> handles, std::span<Received> results) {
        for (std::size_t done = 0; done < 3;) {
          const auto told = self.wait_some(handles, results);
          self.expect(!told.empty(), "at least one");
          check_and_count_completed_requests(self, told, done);
        }
      }));
}

TEST(RequestsCorpus, TestSomeCollectsAll) {
  expect_completion_on_all_test_machines(
      make_program_completing_three_receives([](Node& self, std::span<Handle> handles, std::span<Received> results) {
        for (std::size_t done = 0; done < 3;)
          check_and_count_completed_requests(self, self.test_some(handles, results), done);
        self.expect(self.test_some(handles).empty(), "nothing to wait for");
      }));
}

TEST(RequestsCorpus, TestAnyCollectsAll) {
  expect_completion_on_all_test_machines(
      make_program_completing_three_receives([](Node& self, std::span<Handle> handles, std::span<Received> results) {
        for (std::size_t done = 0; done < 3;) {
          Received result;
          const auto told = self.test_any(handles, &result);
          if (!told) continue;
          results[*told] = result;
          ++done;
        }
        self.expect(!self.test_any(handles), "nothing to wait for");
      }));
}

TEST(RequestsCorpus, WaitAnyCollectsAll) {
  expect_completion_on_all_test_machines(
      make_program_completing_three_receives([](Node& self, std::span<Handle> handles, std::span<Received> results) {
        for (int done = 0; done < 3; ++done) {
          Received result;
          results[self.wait_any(handles, &result)] = result;
        }
      }));
}

TEST(RequestsCorpus, TestAllIsTrueOnceAllAreDoneAndTheyAreWaitedForThen) {
  expect_completion_on_all_test_machines(
      make_program_completing_three_receives([](Node& self, std::span<Handle> handles, std::span<Received> results) {
        while (!self.test_all(handles)) {
        }
        const VirtualTime before = self.now();
        for (std::size_t i = 1; i < 4; ++i) results[i] = self.wait(std::exchange(handles[i], {}));
        self.expect(self.now() - before < 100ms, "takes no time");
        self.expect(self.test_all(handles) && self.test_all({}), "nothing to wait for");
      }));
}

TEST(RequestsCorpus, SendsAndReceivesOfAllModesAreWaitedForTogether) {
  expect_completion_on_all_test_machines([](Node& self) {
    const NodeId partner = self.id() ^ 1U;
    self.attach_buffer(kAmpleBufferBytes);
    std::vector<Bytes> out;
    std::vector<Bytes> in;
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < 8; ++i) {
      in.emplace_back(kMessageSizes[i % 4]);
      out.push_back(test_data(kMessageSizes[i % 4], i));
    }
    for (std::uint32_t i = 0; i < 8; ++i) handles.push_back(self.post_receive(partner, in[i], Tag{i}));
    self.barrier();
    for (std::uint32_t i = 0; i < 8; ++i)
      handles.push_back(post_data_send(self, partner, {.tag = Tag{i}, .mode = kSendModes[i % 4]}, out[i]));
    std::size_t done = 0;
    while (done < handles.size()) done += self.wait_some(handles).size();
    for (std::uint32_t i = 0; i < 8; ++i) self.expect(is_test_data(in[i], i), "its bytes");
    self.detach_buffer();
  });
}

// --- persistent requests ------------------------------------------------------------------------------------------

TEST(RequestsCorpus, PersistentRequestsAreStartedAgainAndAgain) {
  for (const SendMode mode : kSendModes) {
    for (const std::size_t bytes : kMessageSizes) {
      expect_completion_on_all_test_machines([=](Node& self) {
        self.attach_buffer(2 * bytes + 1);
        Bytes out(bytes);
        Bytes in(bytes);
        const NodeId partner = self.id() ^ 1U;
        PersistentRequest send = self.make_send(partner, out, {.tag = Tag{7}, .mode = mode});
        PersistentRequest receive = self.make_receive(partner, in, Tag{7});
        for (std::uint64_t round = 0; round < 3; ++round) {
          std::ranges::copy(test_data(bytes, 10 * round + index(self.id())), out.begin());
          const Handle receiving = self.start(receive);
          self.barrier();
          std::array both{receiving, self.start(send)};
          const std::array copies = both;
          if (round == 1) {
            self.wait_all(both);
          } else {
            check_received_message_envelope(self, self.wait(copies[0]), partner, Tag{7}, bytes);
            self.wait(copies[1]);
          }
          self.expect(is_test_data(in, 10 * round + index(partner)), "its bytes");
          self.wait_freed();
        }
        self.detach_buffer();
      });
    }
  }
}

TEST(RequestsCorpus, APersistentReceiveIsCutCancelledAndStartedAgain) {
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        for (int i = 0; i < 2; ++i) {
          self.barrier();
          send_data(self, kNodeOne, {.tag = Tag{7}}, 300, 1);
        }
      },
      [](Node& self) {
        GuardedBuffer in(10);
        ReceiveOptions cutting = TagSelector::any();
        cutting.truncates = true;
        PersistentRequest request = self.make_receive(kAnyNode, in.usable_bytes(), cutting);
        for (int i = 0; i < 2; ++i) {
          const Handle first = self.start(request);
          self.cancel(first);
          self.expect(self.wait(first).cancelled, "nothing was sent");
          const Handle second = self.start(request);
          self.barrier();
          const Received got = self.wait(second);
          self.expect(got.truncated && !got.cancelled && got.bytes == 300, "cut");
          self.expect(in.has_unchanged_guard_bytes() && is_test_data(in.usable_bytes(), 1), "its beginning");
        }
      },
      2));
}

TEST(RequestsCorpus, AMadeRequestThatIsNeverStartedDoesNothing) {
  expect_completion_on_all_test_machines([](Node& self) {
    Bytes data(300);
    const PersistentRequest send = self.make_send(self.id() ^ 1U, data, {.mode = SendMode::synchronous});
    const PersistentRequest receive = self.make_receive(kAnyNode, data, TagSelector::any());
    (void)send;
    (void)receive;
  });
}

// --- contexts -----------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, MessagesOfAnotherContextAreNotReceived) {
  constexpr Context kOther{kFirstFreeContext + 5};
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        const Bytes out = test_data(300, 1);
        const std::array handles{post_data_send(self, kNodeOne, {.tag = Tag{7}, .context = kOther}, out),
                                 post_data_send(self, kNodeOne, {.tag = Tag{7}}, out)};
        for (const Handle& handle : handles) self.wait(handle);
      },
      [](Node& self) {
        Bytes other(300);
        Bytes mine(300);
        const Handle first = self.post_receive(kAnyNode, mine, TagSelector::any());
        const Handle second = self.post_receive(kNodeZero, other, TagSelector::masked(Tag{3}, 3, kOther));
        self.wait(first);
        self.wait(second);
        self.expect(is_test_data(mine, 1) && is_test_data(other, 1), "their bytes");
      }));
}

TEST(RequestsCorpus, CollectivesDoNotMeetReceivesFromAnyNodeWithAnyTag) {
  expect_completion_on_all_test_machines([](Node& self) {
    Bytes in(300);
    const Handle handle = self.post_receive(kAnyNode, in, TagSelector::any());
    self.barrier();
    self.expect(self.all_reduce(index(self.id()), std::plus<>()) == 6, "the sum");
    Bytes all(kMessageSizes[2]);
    self.broadcast(kNodeZero, all);
    self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "no message of the program");
    self.expect(!self.test(handle), "no message of the program");
    self.barrier();
    send_data(self, self.id() ^ 1U, {.tag = Tag{9}}, 300, 4);
    self.wait(handle);
    self.expect(is_test_data(in, 4), "its bytes");
  });
}

}  // namespace
}  // namespace switchyard
