#include "runtime/ranks/native_run.hpp"

#include <fmt/format.h>

#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/group/ledger.hpp"

namespace switchyard {
namespace {

void check_all_messages_received(const std::vector<LeftOverMessage>& messages) {
  if (messages.empty()) return;
  const LeftOverMessage& first = messages.front();
  throw DataError(fmt::format("{} message{} sent but never received; the first: node {} to node {}, {} B with tag {}",
                              messages.size(), messages.size() == 1 ? " was" : "s were", index(first.label.source),
                              index(first.destination), first.bytes, static_cast<std::uint32_t>(first.label.tag)));
}

void run_node(RankJob& job, const Machine& machine, const NativeProgram& program, std::uint64_t seed,
              NativeSession& session) {
  GroupsAndExchangePlansOfRun groups(seed);
  const NodeId id{job.rank()};
  Node node(id, machine.model(), session, groups, seed);
  program(node, session);
  node.finish_program();
  session.finish(id);
  check_all_messages_received(session.left_over_messages());
}

[[noreturn]] void end_all_ranks(const RankJob& job, const std::string& text, ExitCode code) {
  std::cerr << fmt::format("rank {}: {}\n", job.rank(), text) << std::flush;
  job.mpi_calls().end_all(static_cast<int>(code));
  std::terminate();
}

}  // namespace

void run_native(RankJob& job, const Machine& machine, const NativeProgram& program, std::uint64_t seed) {
  NativeSession session(job);
  try {
    run_node(job, machine, program, seed, session);
  } catch (const Error& error) {
    end_all_ranks(job, error.what(), error.exit_code());
  } catch (const std::exception& error) {
    end_all_ranks(job, error.what(), ExitCode::failed);
  }
}

}  // namespace switchyard
