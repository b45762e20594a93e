#pragma once
/// \file engine_session.hpp
/// What the clocks with an engine have in common: how a node asks about its requests. Who runs the engine, and when, is
/// the clocks' own.

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
  std::size_t test(NodeId node, std::span<Request* const> requests, Enough enough, WaitSite where) final;
  std::size_t look(NodeId node, std::span<Request* const> requests, CallSite site) final;
  bool probe(Request& probe, WaitingCall call) final;
  bool wait_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) final;
  void cancel(Request& request) final;
  bool has_collective(Collective kind) const final { return machine_.has_collective(kind); }

  /// After the run: null, or what ended it.
  std::exception_ptr error() const { return engine_.error(); }
  const Engine& engine() const { return engine_; }

 protected:
  EngineSession(const MachineModel& machine, const Engine::Options& options)
      : machine_(machine), engine_(machine, options) {}

  /// Blocks until the engine has executed it; its answer.
  virtual std::uint32_t ask(NodeId node, const Instruction& instruction) = 0;
  /// The same for what blocks neither the node nor its thread.
  virtual void tell(NodeId node, const Instruction& instruction) = 0;
  /// `request` is complete: its program may look at the data.
  virtual void hand_out(Request& /*request*/) {}

  const MachineModel& machine_;
  Engine engine_;

 private:
  std::size_t ask_about(NodeId node, const Instruction& question);
};

}  // namespace switchyard
