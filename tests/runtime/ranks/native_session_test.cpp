#include "runtime/ranks/native_session.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace switchyard {
namespace {

constexpr NodeId kSender{0}, kReceiver{1};
constexpr Tag kMessageTag{7};

using Data = std::vector<std::byte>;

Data consecutive_bytes(std::size_t size, std::size_t first) {
  Data data(size);
  for (std::size_t i = 0; i < size; ++i) data[i] = static_cast<std::byte>(first + i);
  return data;
}

Request make_request_for(Request::Kind kind, NodeId peer, Data& data) {
  Request request;
  request.kind = kind;
  request.peer = peer;
  request.data = data.data();
  request.bytes = data.size();
  request.tag = kMessageTag;
  return request;
}

/// A test fixture with the native sessions of both ranks of a job, used by one thread. The module two_ranks.cpp takes
/// the place of MPI, so that the test needs no mpirun.
class NativeSessionTest : public ::testing::Test {
 protected:
  NativeSessionTest() {
    for (RankWithSession& rank : ranks_) {
      rank.job = RankJob::join_job({.mpi_module = SWITCHYARD_TWO_RANKS});
      // Makes ~RankJob not wait for the other rank.
      rank.job->abandon_job();
      set_rank_of_following_mpi_calls(NodeId{rank.job->rank()});
      rank.session = std::make_unique<NativeSession>(*rank.job);
    }
  }
  ~NativeSessionTest() override {
    for (RankWithSession& rank : ranks_) {
      set_rank_of_following_mpi_calls(NodeId{rank.job->rank()});
      rank.session->left_over_messages();
      rank.session.reset();
    }
  }

  /// Makes `rank` the rank for which the following MPI calls count, and returns the rank's session.
  NativeSession& switch_to_session_of_rank(NodeId rank) {
    set_rank_of_following_mpi_calls(rank);
    return *ranks_[index(rank)].session;
  }
  /// Posts the send of a message from kSender to kReceiver. `data` must exist until the message is received.
  void send(Request& request, Data& data) {
    request = make_request_for(Request::Kind::send, kReceiver, data);
    switch_to_session_of_rank(kSender).post(request);
  }
  void post_receive(Request& request, Data& room) {
    request = make_request_for(Request::Kind::receive, kSender, room);
    switch_to_session_of_rank(kReceiver).post(request);
  }
  void wait(Request& request) {
    Request* const one = &request;
    switch_to_session_of_rank(request.kind == Request::Kind::send ? kSender : kReceiver).wait_all({}, {&one, 1}, {});
  }
  /// Posts a receive for the next message from kSender, waits for it, and returns its data.
  Data receive_next(std::size_t bytes) {
    Data room(bytes);
    Request receive;
    post_receive(receive, room);
    wait(receive);
    return room;
  }
  unsigned count_unsuccessful_tests() const { return find_function_of_mpi_module<unsigned()>("count_polls_in_vain")(); }

 private:
  struct RankWithSession {
    std::unique_ptr<RankJob> job;
    std::unique_ptr<NativeSession> session;
  };
  template <class Type>
  Type* find_function_of_mpi_module(const char* name) const {
    return reinterpret_cast<Type*>(::dlsym(module_.get(), name));
  }
  void set_rank_of_following_mpi_calls(NodeId rank) const {
    find_function_of_mpi_module<void(int)>("set_acting_rank")(static_cast<int>(index(rank)));
  }

  std::unique_ptr<void, int (*)(void*)> module_{::dlopen(SWITCHYARD_TWO_RANKS, RTLD_NOW), ::dlclose};
  std::array<RankWithSession, 2> ranks_;
};

TEST_F(NativeSessionTest, DoesNotLookForMoreThanItWaitsFor) {
  // A test that finds no message is slow if there are more ranks than processor cores, because Open MPI then lets
  // another process run.
  std::array<Data, 3> given{consecutive_bytes(1024, 0), consecutive_bytes(1024, 1), consecutive_bytes(1024, 2)}, room;
  room.fill(Data(1024));
  std::array<Request, 3> sends, receives;
  for (std::size_t i = 0; i < 3; ++i) post_receive(receives[i], room[i]);
  for (std::size_t i = 0; i < 3; ++i) send(sends[i], given[i]);
  const unsigned before = count_unsuccessful_tests();
  for (Request& receive : receives) wait(receive);
  EXPECT_EQ(count_unsuccessful_tests(), before);
  EXPECT_EQ(room, given);
}

TEST_F(NativeSessionTest, LeavesTheMessagesBehindTheAwaitedOneForLaterReceives) {
  Data first = consecutive_bytes(100, 1), second = consecutive_bytes(100, 2);
  std::array<Request, 2> sends;
  send(sends[0], first);
  send(sends[1], second);
  EXPECT_EQ(receive_next(100), first);
  EXPECT_EQ(receive_next(100), second);
}

TEST_F(NativeSessionTest, TellsOfMessagesThatNobodyHasReceived) {
  Data first = consecutive_bytes(100, 1), second = consecutive_bytes(200, 2);
  std::array<Request, 2> sends;
  send(sends[0], first);
  send(sends[1], second);
  EXPECT_EQ(receive_next(100), first);
  const std::vector<LeftOverMessage> left = switch_to_session_of_rank(kReceiver).left_over_messages();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].bytes, 200U);
  EXPECT_EQ(left[0].label.source, kSender);
}

TEST_F(NativeSessionTest, MovesLongMessagesOnceBothSidesAreThere) {
  Data given = consecutive_bytes(100'000, 5), room(100'000);
  Request sending, receive;
  send(sending, given);
  EXPECT_FALSE(sending.complete);
  post_receive(receive, room);
  // Makes the receiver take the announcement of the message and answer it.
  switch_to_session_of_rank(kReceiver).count_complete_requests_at_no_cost({}, {}, {});
  wait(sending);
  wait(receive);
  EXPECT_EQ(room, given);
}

TEST_F(NativeSessionTest, KeepsTheOrderOfMoreMessagesThanItHasReceivesPosted) {
  constexpr std::size_t kMany = 100;
  std::vector<Data> given(kMany);
  std::vector<Request> sends(kMany);
  for (std::size_t i = 0; i < kMany; ++i) {
    given[i] = consecutive_bytes(64, i);
    send(sends[i], given[i]);
  }
  for (std::size_t i = 0; i < kMany; ++i) {
    ASSERT_EQ(receive_next(64), given[i]) << "message " << i;
  }
}

}  // namespace
}  // namespace switchyard
