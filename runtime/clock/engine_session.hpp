#pragma once
/// \file engine_session.hpp
/// The common part of the two clocks that use the engine, virtual and wall: turns the calls of a node program into
/// instructions for the engine. The virtual clock and the wall clock differ in which thread runs the engine, and when.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "runtime/engine/engine.hpp"
#include "runtime/session.hpp"

namespace switchyard {

class EngineSession : public Session {
 public:
  std::size_t wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) final;
  void wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) final;
  std::size_t test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough, WaitSite where) final;
  std::size_t count_complete_requests_at_no_cost(NodeId node, std::span<Request* const> requests, CallSite site) final;
  std::size_t probe(Request& probe, WaitSite where) final;
  bool wait_for_message_of_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) final;
  void cancel(Request& request) final;
  void note_begin_of_collective_by_messages(NodeId node, const CollectiveCall& call, CallSite site) final;
  void note_posted_collective(const Request& collective, PostedCollectiveStage stage) final;
  bool has_pending_events(NodeId node) final;
  bool are_events_in_virtual_time_order() const noexcept final { return engine_.are_events_in_virtual_time_order(); }
  bool has_collective(Collective kind) const final { return machine_.has_collective(kind); }

  /// Returns the error that has ended the run, or null if there was none. Call this after the run.
  std::exception_ptr error() const { return engine_.error(); }
  const Engine& engine() const { return engine_; }

 protected:
  EngineSession(const MachineModel& machine, const Engine::Options& options)
      : machine_(machine), engine_(machine, options_with_service_locks(options, service_locks())) {}

  /// Blocks the calling node until the engine has executed `instruction`. Returns the result of the instruction
  /// (Processor::call_result).
  virtual std::uint32_t execute_and_wait(NodeId node, const Instruction& instruction) = 0;
  /// Hands the engine an instruction of `node`, and returns without waiting until the engine has executed the
  /// instruction.
  virtual void pass_instruction_to_engine(NodeId node, const Instruction& instruction) = 0;
  /// Called when `request` is complete, before the node program that has posted the request may use the request's data.
  virtual void prepare_completed_request_for_program(Request& /*request*/) {}

  const MachineModel& machine_;
  Engine engine_;

 private:
  static Engine::Options options_with_service_locks(Engine::Options options, const ServiceLocks& locks) {
    options.service_locks = &locks;
    return options;
  }
  std::size_t execute_and_count_complete_requests(NodeId node, const Instruction& instruction);
};

}  // namespace switchyard
