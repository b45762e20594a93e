#pragma once
/// \file crash.hpp
/// A program that crashes ends its node, and not the host.

#include <string>

namespace switchyard {

/// While one lives, signals that say that the calling thread's program has crashed leave that program
/// (Process::leave). Others, and those of our own code, go where they went before.
class CrashGuard {
 public:
  CrashGuard();
};

/// "SIGSEGV (Segmentation fault)"
std::string signal_text(int signal);

}  // namespace switchyard
