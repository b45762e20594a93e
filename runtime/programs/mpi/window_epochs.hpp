#pragma once
/// \file window_epochs.hpp
/// What the functions for fences and for post-start synchronisation of windows share with those that make and lock
/// windows.

#include <vector>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {

/// Records, if the run looks for defects, that the window was just made, or that the node has just ended an epoch in
/// which other members could access its memory.
void note_window_synchronisation(Call& call, Window& window);

/// Fails with MPI_ERR_ASSERT if `assertion` contains bits that are no assertion of MPI (MPI_MODE_...).
void check_assertion(int assertion);

/// Returns the ranks of all members of the window.
std::vector<int> all_ranks(const Window& window);

/// Closes the epoch of a window that a fence has opened, before another kind of synchronisation begins. Fails if this
/// node has accessed the window since the fence, because only another fence can end the epoch then.
void close_fence_epoch(Window& window);

/// Records, if the run looks for defects, that the memory of the member with the rank `target` begins to be locked or
/// exposed. Notes a defect if another node may lock or expose the memory at the same time in a way that the standard
/// forbids.
void record_start_of_lock_or_exposure(Call& call, const Window& window, int target,
                                      WindowHistory::LockOrExposureEpoch use);
void record_end_of_lock_or_exposure(Call& call, const Window& window, int target,
                                    WindowHistory::LockOrExposureEpoch::Kind kind);

}  // namespace switchyard::mpi
