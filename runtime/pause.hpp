#pragma once
/// \file pause.hpp
/// The instruction that a thread executes in a loop while it waits without sleeping.

namespace switchyard {

/// Tells the processor that this thread waits, so that the core's other hardware thread is faster and power is saved.
inline void relax_processor() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace switchyard
