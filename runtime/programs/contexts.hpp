#pragma once
/// \file contexts.hpp
/// The message contexts of NX, CMMD and MPI: a receive only gets messages of its own context, so that a program may use
/// several of these interfaces.

#include <cstdint>

#include "runtime/request.hpp"

namespace switchyard {

/// The message context of NX's sends, receives and collectives.
inline constexpr Context kNxContext{kFirstFreeContext};
/// The message context of CMMD's sends, receives and collectives.
inline constexpr Context kCmmdContext{kFirstFreeContext + 1};
/// The context of the messages of CMMD_swap, which have no tag and must not be received by any other call.
inline constexpr Context kCmmdSwapContext{kFirstFreeContext + 2};
/// The first context of MPI's communicators. MPI uses all larger contexts as well.
inline constexpr std::uint16_t kFirstMpiContext = kFirstContextWithPromisedProgress;

}  // namespace switchyard
