#pragma once
/// \file paper_protocols.hpp
/// The protocols that the papers' programs ask for by name; a machine that has none of that name sends as it usually
/// does. Bokhari 1991, sec. 2.2; Wang and Ranka 1994, sec. 3.

#include "runtime/protocol.hpp"

namespace switchyard {

inline constexpr Protocol kForced = protocol_named("forced");      ///< FORCED
inline constexpr Protocol kUnforced = protocol_named("unforced");  ///< UNFORCED

}  // namespace switchyard
