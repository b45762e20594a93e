#pragma once
/// \file pause.hpp
/// What a thread does while it waits awake.

namespace switchyard {

/// Lets the other thread of the core, and the power meter, have the moment.
inline void relax_processor() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace switchyard
