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
    SmallMemoryBlockAllocator::enable_small_blocks_for_calling_thread();
    void* const block = SmallMemoryBlockAllocator::allocate(1);
    if (block == nullptr) GTEST_SKIP() << "the host has no room for small blocks";
    SmallMemoryBlockAllocator::release(block);
  }
};

TEST_F(SmallBlocksTest, BlocksOfAllSizesAreAlignedAndApart) {
  std::vector<std::pair<unsigned char*, std::size_t>> blocks;
  for (std::size_t bytes = 0; bytes <= 1024; ++bytes) {
    auto* const block = static_cast<unsigned char*>(SmallMemoryBlockAllocator::allocate(bytes));
    ASSERT_NE(block, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 16, 0U) << bytes;
    const std::size_t power_of_two = bytes == 0 ? 1 : bytes & -bytes;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % power_of_two, 0U) << bytes;
    std::memset(block, static_cast<int>(bytes % 251), bytes);
    blocks.emplace_back(block, bytes);
  }
  for (const auto& [block, bytes] : blocks) {
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(block[i], bytes % 251) << bytes;
    EXPECT_TRUE(SmallMemoryBlockAllocator::release(block)) << bytes;
  }
}

TEST_F(SmallBlocksTest, TheBlockThatIsFreedLastIsTakenFirst) {
  void* const block = SmallMemoryBlockAllocator::allocate(100);
  SmallMemoryBlockAllocator::release(block);
  EXPECT_EQ(SmallMemoryBlockAllocator::allocate(112), block);
  SmallMemoryBlockAllocator::release(block);
}

TEST_F(SmallBlocksTest, MallocMakesLargeBlocksAndThoseOfOtherThreads) {
  EXPECT_EQ(SmallMemoryBlockAllocator::allocate(1025), nullptr);
  EXPECT_FALSE(SmallMemoryBlockAllocator::release(nullptr));
  int local = 0;
  EXPECT_FALSE(SmallMemoryBlockAllocator::release(&local));
  std::thread([] { EXPECT_EQ(SmallMemoryBlockAllocator::allocate(16), nullptr); }).join();
}

TEST_F(SmallBlocksTest, BlocksThatOtherThreadsFreeAreTakenAgain) {
  constexpr std::size_t kBlocks = 200, kBytes = 1000;
  for (int round = 0; round < 100; ++round) {
    std::vector<void*> blocks;
    for (std::size_t i = 0; i < kBlocks; ++i) blocks.push_back(SmallMemoryBlockAllocator::allocate(kBytes));
    EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), kBlocks);
    std::vector<std::thread> threads;
    for (std::size_t first : {0U, 1U}) {
      threads.emplace_back([&blocks, first] {
        for (std::size_t i = first; i < blocks.size(); i += 2) SmallMemoryBlockAllocator::release(blocks[i]);
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
  void* const block = SmallMemoryBlockAllocator::allocate(sizeof(CacheLine));
  SmallMemoryBlockAllocator::release(block);
  const std::unique_ptr<CacheLine> line = std::make_unique<CacheLine>();
  EXPECT_EQ(static_cast<void*>(line.get()), block);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(line.get()) % 64, 0U);
}
#endif

/// Returns whether `what` returns true in a child process that a new thread has forked. In the child,
/// SmallMemoryBlockAllocator serves no thread yet.
template <class Condition>
bool is_true_in_child_forked_by_new_thread(Condition what) {
  int status = -1;
  std::thread([&] {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(what() ? 0 : 1);
    ::waitpid(child, &status, 0);
  }).join();
  return status == 0;
}

bool can_calling_thread_get_small_block() {
  SmallMemoryBlockAllocator::enable_small_blocks_for_calling_thread();
  void* const block = SmallMemoryBlockAllocator::allocate(16);
  return SmallMemoryBlockAllocator::release(block);
}

TEST_F(SmallBlocksTest, ChildProcessOfAThreadThatIsNotServedGetsBlocks) {
  EXPECT_TRUE(is_true_in_child_forked_by_new_thread([] {
    const bool is_served_at_first = SmallMemoryBlockAllocator::allocate(16) != nullptr;
    return !is_served_at_first && can_calling_thread_get_small_block();
  }));
}

TEST_F(SmallBlocksTest, ChildProcessOfTheServedThreadServesNoOtherThread) {
  const pid_t child = ::fork();
  if (child == 0) {
    bool is_other_served = true;
    std::thread([&] { is_other_served = can_calling_thread_get_small_block(); }).join();
    ::_exit(!is_other_served && can_calling_thread_get_small_block() ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(SmallBlocksTest, ThreadIsServedOnceTheServedOneHasEnded) {
  EXPECT_TRUE(is_true_in_child_forked_by_new_thread([] {
    bool is_first_served = false, is_second_served = false;
    std::thread([&] { is_first_served = can_calling_thread_get_small_block(); }).join();
    std::thread([&] { is_second_served = can_calling_thread_get_small_block(); }).join();
    return is_first_served && is_second_served;
  }));
}

TEST_F(SmallBlocksTest, OnlyOneThreadIsServedAtATime) {
  std::thread([] { EXPECT_FALSE(can_calling_thread_get_small_block()); }).join();
}

}  // namespace
}  // namespace switchyard
