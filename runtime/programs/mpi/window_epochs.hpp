#pragma once
/// \file window_epochs.hpp
/// What the functions for fences, posts and starts share with those that make and lock windows.

#include <vector>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {

/// Notes, if the run looks for defects, that the window has just been made, or that the node has just ended an epoch in
/// which its memory was exposed.
void note_window_synchronisation(Call& call, Window& window);

/// Fails with MPI_ERR_ASSERT if the assertion has bits without a meaning.
void check_assertion(int assertion);

/// Returns the ranks of all members.
std::vector<int> all_ranks(const Window& window);

/// Closes the epoch that a fence has opened. Fails if the window was accessed since the fence:
/// only another fence can end the epoch then.
void close_fence_epoch(Window& window);

/// Notes, if the run looks for defects, that memory of rank `target` begins to be locked or exposed. Notes a defect if
/// it may be locked or exposed at the same time in a way that the standard forbids.
void note_begin_of_lock_or_exposure(Call& call, const Window& window, int target,
                                    WindowHistory::LockOrExposureEpoch use);
void note_end_of_lock_or_exposure(Call& call, const Window& window, int target,
                                  WindowHistory::LockOrExposureEpoch::Kind kind);

}  // namespace switchyard::mpi
