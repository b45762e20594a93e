#pragma once
/// \file paper_protocols.hpp
/// The message protocols FORCED and UNFORCED of the iPSC/860, which the programs of the papers ask for by name. A
/// machine without a protocol of that name uses its usual protocol. Sources: Bokhari 1991, sec. 2.2; Wang and Ranka
/// 1994, sec. 3.

#include "runtime/protocol.hpp"

namespace switchyard {

inline constexpr Protocol kForcedProtocol = protocol_named("forced");  ///< the protocol that the papers call FORCED
inline constexpr Protocol kUnforcedProtocol =
    protocol_named("unforced");  ///< the protocol that the papers call UNFORCED

}  // namespace switchyard
