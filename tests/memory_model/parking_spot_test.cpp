/// \file parking_spot_test.cpp
/// Tests the parking spot (a binary semaphore on which a node's thread sleeps) in every order of the threads' steps: no
/// token is lost, and the woken thread sees what its waker wrote.

#include "runtime/parking_spot.hpp"

#include "tests/memory_model/memory.hpp"
#include "tests/memory_model/verdicts.hpp"

namespace switchyard::memory_model {
namespace {

struct PingPong {
  ParkingSpot spot_of_second_thread, spot_of_first_thread;
  RaceCheckedVariable<int> pass_count = 0;
};
using ParkFunction = void (*)(ParkingSpot&);
void park(ParkingSpot& spot) { spot.park(); }

/// Explores two threads that take turns: each of them continues only when the other one has unparked it.
ExplorationVerdict explore_ping_pong(ParkFunction second_parks, const ExplorationOptions& options) {
  const auto first = [](PingPong& w) {
    for (int round = 0; round < 2; ++round) {
      w.pass_count = w.pass_count + 1;
      w.spot_of_second_thread.unpark();
      w.spot_of_first_thread.park();
    }
  };
  const auto second = [=](PingPong& w) {
    for (int round = 0; round < 2; ++round) {
      second_parks(w.spot_of_second_thread);
      w.pass_count = w.pass_count + 1;
      w.spot_of_first_thread.unpark();
    }
  };
  const auto check = [](PingPong& w) { expect(w.pass_count == 4, "a round is lost"); };
  return explore<PingPong>({{"first", first}, {"second", second}}, check, options);
}

TEST(ParkingSpotOrders, LosesNoTokenAndHandsOverWhatItsWakerWrote) {
  expect_no_failure(explore_ping_pong(park, {.bounds = {.most_preemptions = 3}}));
}

TEST(ParkingSpotOrders, ATokenThatMissesADeadlineIsThereForTheNextPark) {
  const ParkFunction until_deadline = [](ParkingSpot& spot) {
    if (!spot.park_until({})) spot.park();
  };
  expect_no_failure(explore_ping_pong(until_deadline, {.bounds = {.most_preemptions = 3}}));
}

struct ParkingSpotWithTwoWakers {
  ParkingSpot sleeper_parking_spot;
  Atomic<int> wakers_done{0};
};

/// Explores a thread that sleeps and two threads that wake it. The tokens of the two unparks may merge into one, but
/// with this token the sleeping thread must see what both waking threads wrote.
ExplorationVerdict explore_two_wakers(const ExplorationOptions& options) {
  const auto waker = [](ParkingSpotWithTwoWakers& w) {
    // Only the order that unpark() and park() impose makes this relaxed addition visible to the sleeping thread.
    w.wakers_done.fetch_add(1, std::memory_order_relaxed);
    w.sleeper_parking_spot.unpark();
  };
  const auto sleeper = [](ParkingSpotWithTwoWakers& w) {
    while (w.wakers_done.load(std::memory_order_relaxed) < 2) w.sleeper_parking_spot.park();
  };
  return explore<ParkingSpotWithTwoWakers>({{"sleeper", sleeper}, {"left", waker}, {"right", waker}}, {}, options);
}

TEST(ParkingSpotOrders, ASleeperWithTwoWakersHearsOfBoth) {
  expect_no_failure(explore_two_wakers({.bounds = {.most_preemptions = 3}}));
}

// --- planted faults ------------------------------------------------------------------------------------------------

TEST(ParkingSpotOrders, AnUnparkWithoutReleaseIsFoundAsARace) {
  const ExplorationOptions planted{.injected_faults = {.function_with_replaced_memory_order = "ParkingSpot::unpark",
                                                       .replacement_memory_order = std::memory_order_acquire}};
  expect_failure_with_trace(
      explore_ping_pong(park, planted), "data race: nothing orders the last line and the write of p",
      {"first      exchange", "acquire ParkingSpot::unpark (parking_spot.hpp:", "second     reads"});
}

TEST(ParkingSpotOrders, AParkThatDoesNotLookAgainBeforeItSleepsIsFoundAsADeadlock) {
  expect_failure_with_trace(explore_ping_pong(park, {.injected_faults = {.futex_ignores_word = true}}),
                            "deadlock: nobody is left to wake ",
                            {"sleep", "relaxed ParkingSpot::park (parking_spot.hpp:"});
}

/// Tests that the exploration finds a fault in ParkingSpot::park(): it must take its token by a read with acquire of
/// the latest store.
TEST(ParkingSpotOrders, AParkWithoutAcquireIsFoundAsADeadlockWithTwoWakers) {
  const ExplorationOptions planted{.injected_faults = {.function_with_replaced_memory_order = "ParkingSpot::park",
                                                       .replacement_memory_order = std::memory_order_release}};
  expect_failure_with_trace(explore_two_wakers(planted), "deadlock: nobody is left to wake sleeper", {"(stale)"});
}

}  // namespace
}  // namespace switchyard::memory_model
