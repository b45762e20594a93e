#pragma once
/// \file message_tags.hpp
/// The tags that exchanges give to their messages.

#include "runtime/units.hpp"

namespace switchyard {

inline constexpr Tag kDataTag{1};   ///< tag of the messages of the communication pattern itself
inline constexpr Tag kReadyTag{2};  ///< tag of messages without data that tell a sender that its receive is posted

}  // namespace switchyard
