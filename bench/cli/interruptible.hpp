#pragma once
/// \file interruptible.hpp
/// Long work that Ctrl-C ends without losing what is done.

#include <functional>
#include <stop_token>

namespace switchyard::cli {

enum class Ending { finished, interrupted };

/// Runs `work` on a thread of its own. At SIGINT it asks `work` to stop, and returns when that has returned or, as a
/// single run cannot be stopped, half a second later: `work` may then still be running and must own all it uses, and
/// the process has to end without destroying what is shared. A second SIGINT ends the process at once.
///
/// `work` must not throw. Main thread only; no other thread may have been started.
Ending run_interruptibly(std::function<void(std::stop_token)> work);

}  // namespace switchyard::cli
