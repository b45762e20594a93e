#pragma once
/// \file contexts.hpp
/// The contexts that keep the messages of NX, CMMD and MPI apart, so that a program may call several interfaces.

#include <cstdint>

#include "runtime/request.hpp"

namespace switchyard {

/// The context of NX's messages and collectives.
inline constexpr Context kNxContext{kFirstFreeContext};
/// The context of CMMD's messages and collectives.
inline constexpr Context kCmmdContext{kFirstFreeContext + 1};
/// The context of CMMD's swap, whose messages have no tag and must not match another call.
inline constexpr Context kCmmdSwapContext{kFirstFreeContext + 2};
/// The first context of MPI's communicators, which use all higher contexts as well.
inline constexpr std::uint16_t kFirstMpiContext = kFirstContextWithProgress;

}  // namespace switchyard
