#pragma once
/// \file emulation.hpp
/// The running emulation as its fabric sees it.

#include "runtime/engine/engine.hpp"

namespace switchyard {

using Emulation = Engine;

}  // namespace switchyard
