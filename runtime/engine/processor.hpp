#pragma once
/// \file processor.hpp
/// The state of one node in the engine: its stream of instructions, and how far the engine has executed them.

#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "runtime/engine/instruction.hpp"
#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Whether a node's thread runs, does real work (computing on the host) or is parked, which says how far the engine may
/// move virtual time. The node itself changes `running` to `parked`, `running` to `doing_real_work`, and
/// `doing_real_work` to `parked`. The engine changes `parked` to `running`, and changes `doing_real_work` to `running`
/// when it has to wait for the end of the work.
enum class ThreadState : std::uint8_t {
  running,          ///< the node's program runs; the engine must not move time before the node parks
  doing_real_work,  ///< the program does real work inside a compute call; the engine may move virtual time up to the
                    ///< end of that call
  parked,
};

struct alignas(kCacheLine) Processor {
  enum class InstructionExecutionStage : std::uint8_t {
    idle,
    starting,
    instruction_taking_effect,
    blocked,
    polling,
    finished
  };
  static constexpr std::size_t kStreamCapacity = 64;

  InstructionExecutionStage execution_stage = InstructionExecutionStage::idle;
  std::atomic<ThreadState> thread_state{ThreadState::running};
  std::uint32_t next_request_index = 0;  ///< index of the first request of the current wait that is not known to be
                                         ///< complete; in a collective of the machine, 1 once the node has entered it
  std::uint32_t call_result = 0;  ///< result of the node's last wait, test, poll or collective; the node reads it after
                                  ///< it was woken
  std::uint32_t consecutive_failed_polls = 0;
  std::uint32_t consecutive_lock_tries = 0;  ///< number of tries in a row to take a busy lock, with nothing but polls
                                             ///< in between
  bool has_polled_by_probe = false;  ///< whether any of the polls in vain that consecutive_failed_polls counts was a
                                     ///< probe
  std::atomic<bool> has_read_clock{false};  ///< whether the program has read its clock since this flag was last tested
  bool has_abandoned_requests = false;  ///< whether the program ended with active requests, whose memory may be gone
  std::exception_ptr* abandoned_program_error = nullptr;  ///< exception of a program that has ended while requests of
                                                          ///< it were active, which ends the run at once; null if there
                                                          ///< is none
  Duration unpaid_processor_time{};  ///< processor time that the node owes for received messages and interrupts, and
                                     ///< pays before its next operation
  const Request* last_posted_send = nullptr;  ///< the send that the node's last instruction has posted; null if that
                                              ///< instruction has posted no send
  Request* awaited_request = nullptr;  ///< the single request that the node is blocked for; null if it is not blocked
                                       ///< for a single request
  // The fields receive_software_busy_until and stolen_processor_time matter only on machines where received messages
  // interrupt their nodes (ProcessorRates::received_messages_interrupt).
  VirtualTime receive_software_busy_until{};  ///< virtual time at which the software for all messages received so far
                                              ///< will have run
  Duration stolen_processor_time{};  ///< time by which the software for received messages has delayed the instruction
                                     ///< that the node executes now
  // The flags from has_unsuccessful_poll_since_event to is_wait_in_place_of_test are used only in runs in which an
  // arbiter chooses the order of events (Interpreter::needs_event_of_its_own and let_arbiter_decide_result).
  bool has_unsuccessful_poll_since_event = true;  ///< whether a poll of the node since its last event has found
                                                  ///< nothing, or the node has had no event yet
  bool has_posted_since_event = false;            ///< whether the node has posted a request since its last event
  bool is_wait_any_in_place_of_wait_some =
      false;                              ///< whether the current wait_any stands for a wait_some of the program
  bool is_wait_in_place_of_test = false;  ///< whether the current wait stands for a test or probe of the program that,
                                          ///< as the arbiter has decided, finds something
  bool waits_for_last_posted_send = false;  ///< whether the current instruction waits for the send that was posted just
                                            ///< before, so that both count as one operation
  std::uint32_t collective_count = 0;  ///< number of collectives of all nodes in which this node has taken part so far

  /// Virtual time at which the node's last instruction was done; the node reads it while its program runs.
  VirtualTime local_time{};
  VirtualTime blocked_since{};
  Instruction current_instruction;
  boost::lockfree::spsc_queue<Instruction, boost::lockfree::capacity<kStreamCapacity>> instruction_stream;
  std::vector<std::uint32_t>
      indices_of_complete_requests;  ///< indices of the requests that the last wait or test has found complete

  /// The index of the request that the current repeated test has to find, or the node whose message the current
  /// repeated probe has to find, as an arbiter has decided; empty if the arbiter has not decided so, or there is no
  /// arbiter.
  std::optional<std::uint32_t> index_to_find;

  /// Returns the next instruction of the node's stream, or null if there is none. Only the engine
  /// may call this, because it is the reader of the stream.
  const Instruction* next_instruction() const noexcept {
    return instruction_stream.read_available() > 0 ? &instruction_stream.front() : nullptr;
  }
  bool is_polling_for_packets() const noexcept {
    return execution_stage == InstructionExecutionStage::polling && current_instruction.kind == Instruction::Kind::poll;
  }
  /// Returns whether the node's own software keeps its processor busy until the next event of the node.
  bool is_processor_busy_with_instruction() const noexcept {
    return execution_stage == InstructionExecutionStage::starting ||
           execution_stage == InstructionExecutionStage::instruction_taking_effect;
  }
  bool sleeps_until_lock_is_free() const noexcept {
    return is_blocked_in_instruction_of_kind(Instruction::Kind::lock_refused);
  }
  bool is_blocked_in_instruction_of_kind(Instruction::Kind kind) const noexcept {
    return execution_stage == InstructionExecutionStage::blocked && current_instruction.kind == kind;
  }
};

}  // namespace switchyard
