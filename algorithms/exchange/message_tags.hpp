#pragma once
/// \file message_tags.hpp
/// The tags that exchanges give to their messages.

#include "runtime/units.hpp"

namespace switchyard {

inline constexpr Tag kDataTag{1};   ///< a message of the communication pattern itself
inline constexpr Tag kReadyTag{2};  ///< "my receive is posted": without data, from the receiver to the sender

}  // namespace switchyard
