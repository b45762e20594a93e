/// \file mpi_defects_test.cpp
/// Tests that MPI's calls find defects of each class in wrong programs and note their classes and calls, and that they
/// find nothing in right programs.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/defect.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine four_node_mesh() { return machines::mesh({.width = 4, .height = 1}); }

ProgramResult run_looking_for_defects(const Machine& machine, const char* path, std::vector<std::string> words) {
  return run_program_on(machine, path, std::move(words), kQuickExecutor, DefectSearch::on);
}

/// Returns the run's error, followed by one line for each of its defects. Returns an empty text if there are neither.
std::string errors_and_defects_as_text(const ProgramResult& ended) {
  std::string text = ended.error;
  for (const Defect& defect : ended.defects) text += "\n  " + std::string(name_of(defect.kind)) + ": " + defect.text;
  return text;
}

struct DefectiveProgramTestCase {
  const char* word;
  DefectClass defect_class;
  const char* first_call;  ///< name of the first call that the report of the defect names; null if it may be any call
  /// Name of the second call that the report of the defect names; null if it is not checked.
  const char* second_call = nullptr;
  bool does_defect_end_run = true;
};

class MpiDefects : public testing::TestWithParam<DefectiveProgramTestCase> {};

TEST_P(MpiDefects, AreFoundWithTheirClassAndCalls) {
  const DefectiveProgramTestCase& wrong = GetParam();
  const ProgramResult ended = run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {wrong.word});
  ASSERT_FALSE(ended.defects.empty()) << errors_and_defects_as_text(ended);
  for (const Defect& defect : ended.defects) {
    EXPECT_EQ(name_of(defect.kind), name_of(wrong.defect_class)) << errors_and_defects_as_text(ended);
    ASSERT_FALSE(defect.calls.empty());
    if (wrong.first_call != nullptr) {
      EXPECT_EQ(defect.calls[0].name, wrong.first_call) << errors_and_defects_as_text(ended);
    }
    EXPECT_EQ(defect.calls[0].place.file, "mpi_defects.c") << errors_and_defects_as_text(ended);
    EXPECT_GT(defect.calls[0].place.line, 0U);
    // When a call ends the run, reports of the same error by other nodes' calls may follow. Such a report may name only
    // one call, so that the second call is checked in the first report only.
    if (wrong.second_call != nullptr && &defect == &ended.defects.front()) {
      ASSERT_EQ(defect.calls.size(), 2U) << errors_and_defects_as_text(ended);
      EXPECT_EQ(defect.calls[1].name, wrong.second_call) << errors_and_defects_as_text(ended);
    }
  }
  EXPECT_EQ(!ended.error.empty(), wrong.does_defect_end_run) << errors_and_defects_as_text(ended);
  if (wrong.does_defect_end_run && ended.code != ExitCode::data_lost) {
    EXPECT_EQ(ended.defect, wrong.defect_class) << errors_and_defects_as_text(ended);
  }
}

TEST_P(MpiDefects, AreNotFoundInTheRightProgramBeside) {
  const std::string word = std::string("right_") + GetParam().word;
  const ProgramResult ended = run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {word});
  EXPECT_EQ(errors_and_defects_as_text(ended), "") << word;
}

using enum DefectClass;
const std::vector<DefectiveProgramTestCase> kCases{
    {"early", call_ordering, "MPI_Barrier"},
    {"late", call_ordering, "MPI_Barrier"},
    {"twice", call_ordering, "MPI_Init"},
    {"ended_twice", call_ordering, "MPI_Finalize"},
    {"no_end", call_ordering, "MPI_Init"},
    {"rank", invalid_parameter, "MPI_Send"},
    {"tag", invalid_parameter, "MPI_Send"},
    {"count", invalid_parameter, "MPI_Bcast"},
    {"null_buffer", invalid_parameter, "MPI_Bcast"},
    {"root", invalid_parameter, "MPI_Bcast"},
    {"alias", invalid_parameter, "MPI_Allreduce"},
    {"freed_communicator", invalid_parameter, "MPI_Barrier"},
    {"uncommitted", invalid_parameter, "MPI_Bcast"},
    {"null_request", invalid_parameter, "MPI_Start"},
    {"operation_of_type", invalid_parameter, "MPI_Allreduce"},
    {"no_operation", invalid_parameter, "MPI_Accumulate"},
    {"returned", invalid_parameter, "MPI_Send", nullptr, false},
    {"missing_wait", request_lifecycle, "MPI_Isend", "MPI_Finalize"},
    {"missing_start", request_lifecycle, "MPI_Request_free", "MPI_Recv_init", false},
    {"started_twice", request_lifecycle, "MPI_Start"},
    {"waited_for_twice", request_lifecycle, "MPI_Wait"},
    {"freed_receive", request_lifecycle, "MPI_Request_free", "MPI_Irecv", false},
    {"found_left", request_lifecycle, "MPI_Mprobe", "MPI_Finalize"},
    {"persistent_left", resource_leak, "MPI_Send_init", "MPI_Finalize", false},
    {"communicator_left", resource_leak, "MPI_Comm_dup", "MPI_Finalize", false},
    {"group_left", resource_leak, "MPI_Comm_group", "MPI_Finalize", false},
    {"type_left", resource_leak, "MPI_Type_contiguous", "MPI_Finalize", false},
    {"operation_left", resource_leak, "MPI_Op_create", "MPI_Finalize", false},
    {"window_left", resource_leak, "MPI_Win_create", "MPI_Finalize", false},
    {"handler_left", resource_leak, "MPI_Comm_create_errhandler", "MPI_Finalize", false},
    {"info_left", resource_leak, "MPI_Info_create", "MPI_Finalize", false},
    {"key_left", resource_leak, "MPI_Comm_create_keyval", "MPI_Finalize", false},
    {"memory_left", resource_leak, "MPI_Alloc_mem", "MPI_Finalize", false},
    {"type_of_message", parameter_matching, "MPI_Sendrecv", "MPI_Sendrecv", false},
    {"order_of_requests", parameter_matching, "MPI_Irecv", "MPI_Send", false},
    {"too_long", parameter_matching, "MPI_Sendrecv", "MPI_Sendrecv"},
    {"packed", parameter_matching, "MPI_Sendrecv", "MPI_Sendrecv", false},
    {"found_type", parameter_matching, "MPI_Mrecv", "MPI_Isend", false},
    {"different_roots", parameter_matching, "MPI_Bcast", "MPI_Bcast"},
    {"different_operations", parameter_matching, "MPI_Allreduce", "MPI_Allreduce"},
    {"different_functions", parameter_matching, "MPI_Allreduce", "MPI_Allreduce"},
    {"different_sizes", parameter_matching, "MPI_Bcast", "MPI_Bcast"},
    {"different_types", parameter_matching, "MPI_Bcast", "MPI_Bcast"},
    {"equal_signatures", parameter_matching, "MPI_Bcast", "MPI_Bcast"},
    {"gather", parameter_matching, "MPI_Gather", "MPI_Gather"},
    {"gatherv", parameter_matching, "MPI_Gatherv", "MPI_Gatherv"},
    {"scatter", parameter_matching, "MPI_Scatter", "MPI_Scatter"},
    {"scatterv", parameter_matching, "MPI_Scatterv", "MPI_Scatterv"},
    {"allgather", parameter_matching, "MPI_Allgather", "MPI_Allgather"},
    {"allgatherv", parameter_matching, "MPI_Allgatherv", "MPI_Allgatherv"},
    {"alltoall", parameter_matching, "MPI_Alltoall", "MPI_Alltoall"},
    {"alltoallv", parameter_matching, "MPI_Alltoallv", "MPI_Alltoallv"},
    {"reduce_scatter", parameter_matching, "MPI_Reduce_scatter", "MPI_Reduce_scatter"},
    {"neighbors", parameter_matching, "MPI_Neighbor_alltoall", "MPI_Neighbor_alltoall"},
    {"in_place", parameter_matching, "MPI_Allgather", "MPI_Allgather"},
    {"reordered_grid", parameter_matching, "MPI_Cart_create", "MPI_Cart_create"},
    {"reordered_graph", parameter_matching, "MPI_Graph_create", "MPI_Graph_create"},
    {"weights_of_some", parameter_matching, "MPI_Dist_graph_create", "MPI_Dist_graph_create"},
    {"reordered_edges", parameter_matching, "MPI_Dist_graph_create", "MPI_Dist_graph_create"},
    {"in_place_on_some", parameter_matching, "MPI_Allreduce", "MPI_Allreduce"},
    {"exchange_in_place_on_some", parameter_matching, "MPI_Alltoall", "MPI_Alltoall"},
    {"changed_send", local_concurrency, "MPI_Isend", "MPI_Wait", false},
    {"changed_receive", local_concurrency, "MPI_Irecv", "MPI_Wait", false},
    {"two_receives", local_concurrency, "MPI_Irecv", "MPI_Irecv", false},
    {"columns", local_concurrency, "MPI_Irecv", "MPI_Irecv", false},
    {"two_sends", local_concurrency, "MPI_Irecv", "MPI_Isend", false},
    {"sent_while_received", local_concurrency, "MPI_Send", "MPI_Irecv", false},
    {"changed_in_collective", local_concurrency, "MPI_Ibcast", "MPI_Wait", false},
    {"collective_in_use", local_concurrency, nullptr, nullptr, false},
    {"beyond_end", memory, "MPI_Bcast"},
    {"beyond_end_inside", memory, "MPI_Bcast"},
    {"freed_while_attached", memory, "MPI_Buffer_attach", nullptr, false},
    {"no_epoch", epoch_lifecycle, "MPI_Put"},
    {"unlocked_twice", epoch_lifecycle, "MPI_Win_unlock"},
    {"preceding_access", epoch_lifecycle, "MPI_Win_fence"},
    {"succeeding_of_some", epoch_lifecycle, "MPI_Win_fence", "MPI_Win_fence"},
    {"excluded_put", epoch_lifecycle, "MPI_Win_fence"},
    {"excluded_accumulate", epoch_lifecycle, "MPI_Win_complete"},
    {"unchecked_start", epoch_lifecycle, "MPI_Win_start", nullptr, false},
    {"unchecked_start_alone", epoch_lifecycle, "MPI_Win_start", "MPI_Win_post", false},
    {"unchecked_lock", epoch_lifecycle, "MPI_Win_lock", "MPI_Win_lock", false},
    {"lock_without_locks", epoch_lifecycle, "MPI_Win_lock"},
    {"locked_while_posted", epoch_lifecycle, "MPI_Win_lock"},
    {"posted_while_locked", epoch_lifecycle, "MPI_Win_post"},
    {"posted_or_locked_first", epoch_lifecycle, "MPI_Win_post", "MPI_Win_lock", false},
    {"locked_after_access", epoch_lifecycle, "MPI_Win_lock"},
    {"outside", memory, "MPI_Put"},
    {"types_of_put", parameter_matching, "MPI_Put", nullptr, false},
    {"sizes_of_get", parameter_matching, "MPI_Get"},
    {"origin_in_window", global_concurrency, nullptr, nullptr, false},
    {"received_in_window", global_concurrency, nullptr, nullptr, false},
    {"two_puts", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"put_and_get", global_concurrency, nullptr, nullptr, false},
    {"put_twice_by_one", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"accumulates", global_concurrency, "MPI_Accumulate", "MPI_Accumulate", false},
    {"shared_locks", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"ordered_by_message", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"ordered_by_bcast", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"ordered_by_reduce", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"ordered_by_scan", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"ordered_by_ibcast", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"posts_and_starts", global_concurrency, "MPI_Put", "MPI_Put", false},
    {"changed_origin", local_concurrency, "MPI_Put", "MPI_Win_fence", false},
    {"changed_result", local_concurrency, "MPI_Get", "MPI_Win_unlock", false}};
INSTANTIATE_TEST_SUITE_P(Wrong, MpiDefects, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.word); });

/// If the calls of two nodes do not fit together, it is not known which one is wrong, so that the report names both.
TEST(MpiDefectsOfOrder, NameBothCalls) {
  for (const char* word : {"different_calls", "posted_or_not", "different_makers", "finalized_early"}) {
    const ProgramResult ended = run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {word});
    ASSERT_FALSE(ended.defects.empty()) << word << errors_and_defects_as_text(ended);
    for (const Defect& defect : ended.defects)
      EXPECT_EQ(defect.kind, call_ordering) << errors_and_defects_as_text(ended);
    ASSERT_EQ(ended.defects[0].calls.size(), 2U);
    EXPECT_NE(ended.defects[0].calls[0].name, ended.defects[0].calls[1].name);
    EXPECT_NE(ended.defects[0].calls[0].node, ended.defects[0].calls[1].node);
    EXPECT_EQ(ended.defect, call_ordering);
    EXPECT_EQ(errors_and_defects_as_text(
                  run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {std::string("right_") + word})),
              "");
  }
}

TEST(MpiDefectsOfOrder, AMessageThatNobodyReceives) {
  const ProgramResult ended = run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {"lost"});
  EXPECT_EQ(ended.code, ExitCode::data_lost) << errors_and_defects_as_text(ended);
  EXPECT_EQ(ended.defect, call_ordering);
  EXPECT_EQ(
      errors_and_defects_as_text(run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {"right_lost"})),
      "");
}

/// If a node does not take part in a collective, the second call that the report names is the one in which this node is
/// instead.
TEST(MpiDefectsOfOrder, ACollectiveThatWaitsSaysForWhom) {
  const ProgramResult ended = run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {"absent"});
  EXPECT_EQ(ended.code, ExitCode::deadlock) << errors_and_defects_as_text(ended);
  ASSERT_EQ(ended.defects.size(), 1U) << errors_and_defects_as_text(ended);
  EXPECT_EQ(ended.defects[0].kind, deadlock);
  ASSERT_EQ(ended.defects[0].calls.size(), 2U) << errors_and_defects_as_text(ended);
  EXPECT_EQ(ended.defects[0].calls[0].name, "MPI_Barrier");
  EXPECT_EQ(ended.defects[0].calls[1].name, "MPI_Recv");
  EXPECT_EQ(ended.defects[0].calls[1].node, NodeId{2});
  EXPECT_NE(ended.defects[0].text.find("the communicator made by MPI_Comm_dup (mpi_defects.c:"), std::string::npos);
}

/// A run that looks for defects makes the same calls at the same times as one that does not, if calls wait for other
/// nodes wherever they may.
TEST(MpiDefectsNotLookedFor, LeaveTheRunAsItIs) {
  RunMode mode;
  mode.do_collectives_synchronise = true;
  for (const char* word : {"communicator_left", "type_of_message", "missing_start"}) {
    const ProgramResult ended = run_program_on(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {word});
    EXPECT_EQ(ended.error, "") << word;
    DefectLog defects;
    const RunOptions options{.executor = kQuickExecutor, .defects = &defects};
    const auto program = Program::load_program(SWITCHYARD_MPI_DEFECTS);
    EXPECT_EQ(ended.hash, run(four_node_mesh(), program->make_node_program({word}, {}, mode), options).trace_hash)
        << word;
  }
}

/// Some of these programs give wrong arguments on purpose, to test the errors that MPI calls return. No other kinds of
/// defects may be reported.
TEST(MpiDefectsNotFound, InRightPrograms) {
  struct CorrectMpiProgram {
    const char* path;
    std::vector<DefectClass> sought_defects = {};
  };
  const std::vector<CorrectMpiProgram> programs{{SWITCHYARD_MPI_MESSAGES, {parameter_matching}},
                                                {SWITCHYARD_MPI_COMMUNICATORS, {invalid_parameter}},
                                                {SWITCHYARD_MPI_COLLECTIVES},
                                                {SWITCHYARD_MPI_TYPES, {invalid_parameter}},
                                                {SWITCHYARD_MPI_CPP},
                                                {SWITCHYARD_MPI_WINDOWS, {invalid_parameter, memory, epoch_lifecycle}},
                                                {SWITCHYARD_MPI_HALO},
                                                {SWITCHYARD_MPI_HASH_TABLE},
                                                {SWITCHYARD_MPI_RING}};
  for (const Machine& machine :
       {machines::mesh({.width = 4, .height = 2}), machines::ipsc860({.nodes = 8}), machines::cm5({.nodes = 8})}) {
    for (const CorrectMpiProgram& right : programs) {
      ProgramResult ended = run_looking_for_defects(machine, right.path, {});
      std::erase_if(ended.defects, [&](const Defect& defect) {
        return std::ranges::find(right.sought_defects, defect.kind) != right.sought_defects.end();
      });
      EXPECT_EQ(errors_and_defects_as_text(ended), "") << right.path << " on " << machine.name();
    }
  }
}

/// A buffer that the program has attached for buffered sends is still the program's own memory, and usable again when
/// MPI is finalized (MPI 3.1, sec. 8.7).
TEST(MpiDefectsNotFound, InABufferThatIsAttachedAtTheEnd) {
  EXPECT_EQ(errors_and_defects_as_text(
                run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_DEFECTS, {"right_buffer_left"})),
            "");
}

/// In these random programs, two puts of one node in one epoch may overlap, which is a defect. No defects between
/// accesses of different nodes may be reported.
TEST(MpiDefectsNotFound, BetweenTheNodesOfRandomAccesses) {
  for (const char* seed : {"1", "2", "3"}) {
    const ProgramResult ended = run_looking_for_defects(four_node_mesh(), SWITCHYARD_MPI_RANDOM_WINDOWS, {"20", seed});
    EXPECT_EQ(ended.error, "");
    for (const Defect& defect : ended.defects) {
      ASSERT_EQ(defect.kind, global_concurrency) << defect.text;
      EXPECT_EQ(defect.calls[0].node, defect.calls[1].node) << defect.text;
      EXPECT_EQ(defect.calls[0].name, "MPI_Put") << defect.text;
    }
  }
}

}  // namespace
}  // namespace switchyard
