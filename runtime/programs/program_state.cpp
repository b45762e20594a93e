/// \file program_state.cpp
/// Computes a hash of the state of a program during one of its calls, by which the states of different runs are
/// compared.

#include <stdio_ext.h>
#include <unwind.h>
#include <xmmintrin.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "runtime/programs/image.hpp"
#include "runtime/programs/process.hpp"
#include "runtime/programs/state_hash.hpp"

namespace switchyard {
namespace {

/// The largest amount of memory for which a program's state is hashed. Hashing more at each collective that
/// synchronises all nodes would take longer than what it saves.
constexpr std::size_t kMostHashedBytes = std::size_t{1} << 20U;

/// The registers that a called function preserves, by their numbers in unwind tables: rbx, rbp, r12 to r15.
constexpr std::array kPreservedRegisters{3, 6, 12, 13, 14, 15};

/// The part of the stack that holds the frames of the program's own functions, and the registers that the innermost of
/// these functions will find when its present call returns.
struct ProgramStackFrames {
  const ProgramImage* image = nullptr;
  /// An address in the stack frame of the function that has called the program's main.
  std::uintptr_t caller_of_main = 0;
  std::uintptr_t begin = 0, end = 0;
  std::uintptr_t code_address = 0;  ///< address at which the program's code continues after the present call
  bool is_last_visited_frame_in_program =
      false;  ///< whether the last visited stack frame belongs to a function of the program
  /// Whether all frames up to that of the caller of main were visited.
  bool has_left_program = false;
  std::array<std::uintptr_t, kPreservedRegisters.size()> registers{};
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* what) {
  ProgramStackFrames& frames = *static_cast<ProgramStackFrames*>(what);
  // When the unwinder visits a frame, _Unwind_GetCFA() returns where the frame begins that it visited before, that is,
  // the frame of the function called from the visited one.
  const std::uintptr_t begin = _Unwind_GetCFA(context);
  if (frames.is_last_visited_frame_in_program) frames.end = begin;
  frames.has_left_program = begin > frames.caller_of_main;
  if (frames.has_left_program) return _URC_NORMAL_STOP;
  frames.is_last_visited_frame_in_program = frames.image->contains_code_at(_Unwind_GetIP(context));
  if (frames.is_last_visited_frame_in_program && frames.begin == 0) {
    frames.begin = begin;
    frames.code_address = _Unwind_GetIP(context);
    std::ranges::transform(kPreservedRegisters, frames.registers.begin(),
                           [&](int number) { return _Unwind_GetGR(context, number); });
  }
  return _URC_NO_REASON;
}

/// Returns whether the stream has read something that the program has not got yet, or that the program has pushed back.
bool has_pending_input(std::FILE* stream) {
  return stream != nullptr && (stream->_IO_read_ptr != stream->_IO_read_end || stream->_IO_save_base != nullptr ||
                               stream->_IO_backup_base != nullptr);
}

/// Adds the texts of the environment variables to the hash. The program may change them in place.
void add_environment(StateHash& hash, char** variables) {
  hash.add_number(reinterpret_cast<std::uintptr_t>(variables));
  for (; variables != nullptr && *variables != nullptr; ++variables)
    hash.add_bytes(*variables, std::strlen(*variables));
}

/// Adds the settings and flags of the processor's floating-point unit to the hash.
void add_floating_point_state(StateHash& hash) {
  std::uint16_t control_word = 0;
  asm("fnstcw %0" : "=m"(control_word));
  hash.add_number(control_word);
  hash.add_number(_mm_getcsr());
}

/// Adds the state of an output stream to the hash: the text that the program has written to it and that is still in its
/// buffer, and the stream's flags.
void add_stream_state_to_hash(StateHash& hash, std::FILE* stream) {
  hash.add_number(stream != nullptr);
  if (stream == nullptr) return;
  hash.add_number(static_cast<std::uint32_t>(stream->_flags));
  hash.add_bytes(stream->_IO_write_base, __fpending(stream));
}

}  // namespace

std::optional<std::uint64_t> Process::hash_of_state(int program_errno) const {
  const auto is_standard = [&](const OpenStream& each) {
    return std::ranges::find(initial_streams_, each.c_file_stream) != initial_streams_.end();
  };
  const auto is_replaced = [](const StandardStream& each) { return each.is_closed || each.replacing_descriptor >= 0; };
  const bool has_other_state =
      image_ == nullptr || handler_time_ || !run_mode_.uses_own_clock || interfaces_.size() != 1 ||
      !std::ranges::all_of(open_streams, is_standard) || std::ranges::any_of(standard_streams, is_replaced) ||
      variables_.stdin_stream != initial_streams_[0] || variables_.stdout_stream != initial_streams_[1] ||
      variables_.stderr_stream != initial_streams_[2] || standard_streams[0].bytes_read > 0 ||
      has_pending_input(initial_streams_[0]) || has_unhashed_state || result_buffers.hash_table.table != nullptr ||
      host_resources.has_used_host_files() || !environment.empty() ||
      !signal_handling_state.action_by_signal_number.empty() || openmp_work_shares.open_work_share_count > 0 ||
      openmp_team.nested_region_count() > 0;
  if (has_other_state || heap.used_bytes() + page_blocks.used_bytes() + image_->variable_bytes() > kMostHashedBytes)
    return std::nullopt;
  ProgramStackFrames frames{.image = image_, .caller_of_main = reinterpret_cast<std::uintptr_t>(leave_jump_buffer_)};
  _Unwind_Backtrace(visit_frame, &frames);
  if (!frames.has_left_program || frames.begin == 0 || frames.end - frames.begin > kMostHashedBytes)
    return std::nullopt;

  StateHash hash;
  hash.add_number(frames.begin);
  hash.add_number(frames.code_address);
  hash.add_bytes(reinterpret_cast<const void*>(frames.begin), frames.end - frames.begin);
  hash.add_object_bytes_to_hash(frames.registers);
  add_floating_point_state(hash);
  add_environment(hash, variables_.environment);
  hash.add_number(static_cast<std::uint32_t>(program_errno));
  image_->add_variable_values_to_hash(hash);
  heap.add_heap_state_to_hash(hash);
  page_blocks.add_block_contents_to_hash(hash);
  add_stream_state_to_hash(hash, initial_streams_[0]);
  add_stream_state_to_hash(hash, initial_streams_[1]);
  add_stream_state_to_hash(hash, initial_streams_[2]);
  node_output.add_printed_text_to_hash(hash);
  hash.add_number(static_cast<std::uint64_t>(own_clock_time_.count()));
  hash.add_bytes(&random, sizeof random);
  hash.add_bytes(&result_buffers, sizeof result_buffers);
  hash.add_object_bytes_to_hash(broken_down_time);
  hash.add_object_bytes_to_hash(time_text);
  hash.add_object_bytes_to_hash(signal_handling_state.blocked_signals);
  for (const void* const each : {static_cast<const void*>(strtok_position), static_cast<const void*>(variables_.optarg),
                                 static_cast<const void*>(next_option_letter)})
    hash.add_number(reinterpret_cast<std::uintptr_t>(each));
  for (const int each : {variables_.optind, variables_.opterr, variables_.optopt, first_non_option_word_index,
                         end_of_skipped_non_options, static_cast<int>(output_mode)})
    hash.add_number(static_cast<std::uint32_t>(each));
  if (has_cpp_streams) hash.add_object_bytes_to_hash(variables_.memory_of_cpp_streams);
  for (const ExitHandler& each : exit_handlers_) hash.add_object_bytes_to_hash(each);
  return hash.value();
}

}  // namespace switchyard
