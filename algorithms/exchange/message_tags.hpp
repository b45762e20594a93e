#pragma once
/// \file message_tags.hpp
/// The tags of the messages that the algorithms of the catalogue send.

#include "runtime/units.hpp"

namespace switchyard {

inline constexpr Tag kDataTag{1};  ///< tag of the data messages of a communication matrix
/// tag of ready signals: messages without data that tell a sender that its receive is posted
inline constexpr Tag kReadyTag{2};

}  // namespace switchyard
