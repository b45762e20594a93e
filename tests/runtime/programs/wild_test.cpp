#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "machines/cm5.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

TEST(WildMemory, EndsTheRunWithNodeCallAndLineAndNotTheHost) {
  const std::shared_ptr<Program> program = Program::load_program(SWITCHYARD_WILD_PROGRAM);
  const Machine machine = machines::cm5({.nodes = 2});
  for (const char* word : {"csend",
                           "csend too long",
                           "isend",
                           "crecv",
                           "crecv constant",
                           "irecv constant",
                           "crecv page",
                           "msgwait page",
                           "msgwait unmapped",
                           "crecvx",
                           "csendrecv",
                           "csend underscored",
                           "gsendx",
                           "gdsum",
                           "gcolx",
                           "CMMD_send_block",
                           "CMMD_receive_block",
                           "CMMD_receive_block page",
                           "CMMD_send_v",
                           "CMMD_receive_v",
                           "CMMD_swap",
                           "CMMD_bc_to_nodes",
                           "CMMD_reduce_v",
                           "CMMD_concat_with_nodes",
                           "CMAM_open_segment",
                           "CMAM_poll_wait",
                           "MPI_Send",
                           "MPI_Send gaps",
                           "MPI_Recv",
                           "MPI_Recv gaps",
                           "MPI_Recv page",
                           "MPI_Sendrecv",
                           "MPI_Recv status",
                           "MPI_Irecv",
                           "MPI_Bcast",
                           "MPI_Allreduce",
                           "MPI_Allgatherv",
                           "MPI_Pack"}) {
    const std::string call = std::string(word).substr(0, std::string(word).find(' '));
    for (const ExecutorKind executor : {ExecutorKind::fibers, ExecutorKind::threads}) {
      const ProgramResult ended = run_program_on(machine, program, {word}, executor);
      EXPECT_EQ(ended.code, ExitCode::failed) << word << ": " << ended.error;
      EXPECT_EQ(ended.error.rfind("node 1: the program crashed: SIG", 0), 0U) << word << ": " << ended.error;
      EXPECT_NE(ended.error.find(fmt::format(") in {} (wild.c:", call)), std::string::npos) << ended.error;
      EXPECT_EQ(ended.error.find('\n'), std::string::npos) << ended.error;
      const ProgramResult next =
          run_program_on(machine, program, {call.starts_with("MPI") ? "MPI well" : "well"}, executor);
      EXPECT_EQ(next.code, ExitCode::done) << "after " << word << ": " << next.error;
    }
  }
}

}  // namespace
}  // namespace switchyard
