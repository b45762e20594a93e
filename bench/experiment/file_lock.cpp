#include "bench/experiment/file_lock.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace switchyard {
namespace {

bool has_same_inode(const struct stat& one, const struct stat& two) {
  return one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

}  // namespace

int lock_file(int descriptor) {
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds{1};
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK || std::chrono::steady_clock::now() > patience) return errno;
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  return 0;
}

bool is_same_file(int descriptor, int other) {
  struct stat one = {}, two = {};
  return ::fstat(descriptor, &one) == 0 && ::fstat(other, &two) == 0 && has_same_inode(one, two);
}

bool is_same_file(int descriptor, const std::string& path) {
  struct stat one = {}, two = {};
  return ::fstat(descriptor, &one) == 0 && ::stat(path.c_str(), &two) == 0 && has_same_inode(one, two);
}

}  // namespace switchyard
