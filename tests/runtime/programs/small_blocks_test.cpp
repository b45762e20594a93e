#include "runtime/programs/small_blocks.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace switchyard {
namespace {

class SmallBlocksTest : public testing::Test {
 protected:
  void SetUp() override {
    SmallBlocks::serve_calling_thread();
    void* const block = SmallBlocks::allocate(1);
    if (block == nullptr) GTEST_SKIP() << "the host has no room for small blocks";
    SmallBlocks::release(block);
  }
};

TEST_F(SmallBlocksTest, BlocksOfAllSizesAreAlignedAndApart) {
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (std::size_t bytes = 0; bytes <= 1024; ++bytes) {
    auto* const block = static_cast<unsigned char*>(SmallBlocks::allocate(bytes));
    ASSERT_NE(block, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 16, 0U) << bytes;
    const std::size_t power_of_two = bytes == 0 ? 1 : bytes & -bytes;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % power_of_two, 0U) << bytes;
    std::memset(block, static_cast<int>(bytes % 251), bytes);
    blocks.emplace_back(block, bytes);
  }
  for (const auto& [block, bytes] : blocks) {
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(block[i], bytes % 251) << bytes;
    EXPECT_TRUE(SmallBlocks::release(block)) << bytes;
  }
}

TEST_F(SmallBlocksTest, TheBlockThatIsFreedLastIsTakenFirst) {
  void* const block = SmallBlocks::allocate(100);
  SmallBlocks::release(block);
  EXPECT_EQ(SmallBlocks::allocate(112), block);
  SmallBlocks::release(block);
}

TEST_F(SmallBlocksTest, MallocMakesLargeBlocksAndThoseOfOtherThreads) {
  EXPECT_EQ(SmallBlocks::allocate(1025), nullptr);
  EXPECT_FALSE(SmallBlocks::release(nullptr));
  int local = 0;
  EXPECT_FALSE(SmallBlocks::release(&local));
  std::thread([] { EXPECT_EQ(SmallBlocks::allocate(16), nullptr); }).join();
}

TEST_F(SmallBlocksTest, BlocksThatOtherThreadsFreeAreTakenAgain) {
  constexpr std::size_t kBlocks = 200, kBytes = 1000;
  for (int round = 0; round < 100; ++round) {
    std::vector<void*> blocks;
    for (std::size_t i = 0; i < kBlocks; ++i) blocks.push_back(SmallBlocks::allocate(kBytes));
    EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), kBlocks);
    std::vector<std::thread> threads;
    for (std::size_t first : {0U, 1U}) {
      threads.emplace_back([&blocks, first] {
        for (std::size_t i = first; i < blocks.size(); i += 2) SmallBlocks::release(blocks[i]);
      });
    }
    for (std::thread& each : threads) each.join();
  }
}

#ifndef SWITCHYARD_SANITIZED  // a sanitizer replaces the operators new and delete by its own
TEST_F(SmallBlocksTest, NewTakesSmallBlocksAndKeepsAlignment) {
  struct alignas(64) CacheLine {
    std::byte bytes[64];
  };
  void* const block = SmallBlocks::allocate(sizeof(CacheLine));
  SmallBlocks::release(block);
  const std::unique_ptr<CacheLine> line = std::make_unique<CacheLine>();
  EXPECT_EQ(static_cast<void*>(line.get()), block);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(line.get()) % 64, 0U);
}
#endif

/// Returns whether `what` returns true in a child process that a new thread has forked. In the child, SmallBlocks
/// serves no thread yet.
template <class Condition>
bool holds_in_child_of_other_thread(Condition what) {
  int status = -1;
  std::thread([&] {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(what() ? 0 : 1);
    ::waitpid(child, &status, 0);
  }).join();
  return status == 0;
}

bool gets_block_after_serving_thread() {
  SmallBlocks::serve_calling_thread();
  void* const block = SmallBlocks::allocate(16);
  return SmallBlocks::release(block);
}

TEST_F(SmallBlocksTest, ChildProcessOfAThreadThatIsNotServedGetsBlocks) {
  EXPECT_TRUE(holds_in_child_of_other_thread([] {
    const bool is_served_at_first = SmallBlocks::allocate(16) != nullptr;
    return !is_served_at_first && gets_block_after_serving_thread();
  }));
}

TEST_F(SmallBlocksTest, ChildProcessOfTheServedThreadServesNoOtherThread) {
  const pid_t child = ::fork();
  if (child == 0) {
    bool is_other_served = true;
    std::thread([&] { is_other_served = gets_block_after_serving_thread(); }).join();
    ::_exit(!is_other_served && gets_block_after_serving_thread() ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(SmallBlocksTest, ThreadIsServedOnceTheServedOneHasEnded) {
  EXPECT_TRUE(holds_in_child_of_other_thread([] {
    bool is_first_served = false, is_second_served = false;
    std::thread([&] { is_first_served = gets_block_after_serving_thread(); }).join();
    std::thread([&] { is_second_served = gets_block_after_serving_thread(); }).join();
    return is_first_served && is_second_served;
  }));
}

TEST_F(SmallBlocksTest, OnlyOneThreadIsServedAtATime) {
  std::thread([] { EXPECT_FALSE(gets_block_after_serving_thread()); }).join();
}

}  // namespace
}  // namespace switchyard
