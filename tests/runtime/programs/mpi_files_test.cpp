/// Tests of programs that use files through MPI, on machines of each kind and on both executors.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "tests/runtime/programs/run_program.hpp"

namespace switchyard {
namespace {

Machine row_of_nodes(std::uint32_t nodes) { return machines::mesh({.width = nodes, .height = 1}); }

/// An empty folder for the files of a test.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name)
      : path_(std::filesystem::path(testing::TempDir()) / fmt::format("switchyard_{}_{}", name, ::getpid())) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string path() const { return path_.string(); }
  bool is_empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

/// Returns the number of open file descriptors of this process.
std::ptrdiff_t open_descriptor_count() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

class MpiFileAccessTest : public testing::TestWithParam<ExecutorKind> {};
INSTANTIATE_TEST_SUITE_P(Mpi, MpiFileAccessTest, testing::Values(kQuickExecutor, ExecutorKind::threads));

TEST_P(MpiFileAccessTest, EveryAccessReadsWhatAnotherHasWritten) {
  const TemporaryFolder folder("files");
  for (const Machine& machine :
       {machines::ipsc860({.nodes = 8}), machines::cm5({.nodes = 4}), row_of_nodes(1), row_of_nodes(3)}) {
    const ProgramResult ended = run_program_on(machine, SWITCHYARD_MPI_FILES, {folder.path()}, GetParam());
    EXPECT_EQ(ended.output, fmt::format("[0] files of {} nodes are well\n", machine.node_count()))
        << machine.name() << ": " << ended.error;
    EXPECT_EQ(ended.error, "") << machine.name();
    EXPECT_TRUE(folder.is_empty());
  }
}

TEST(MpiFiles, HaveNoDefects) {
  const TemporaryFolder folder("defects");
  const ProgramResult ended =
      run_program_on(row_of_nodes(3), SWITCHYARD_MPI_FILES, {folder.path(), "lax"}, kQuickExecutor, DefectSearch::on);
  EXPECT_EQ(ended.output, "[0] files of 3 nodes are well\n") << ended.error;
}

TEST(MpiFiles, MembersMayGiveTheOffsetOrUseTheFilePointerInOneAccess) {
  const TemporaryFolder folder("mixed");
  const ProgramResult ended = run_program_on(row_of_nodes(3), SWITCHYARD_MPI_FILES, {folder.path(), "mixed"});
  EXPECT_EQ(ended.output, "[2] 0 1\n") << ended.error;
  EXPECT_EQ(ended.error, "");
}

TEST(MpiFiles, ErrorsThatEndTheRun) {
  const TemporaryFolder folder("errors");
  const auto error_of = [&](const char* word) {
    return run_program_on(row_of_nodes(3), SWITCHYARD_MPI_FILES, {folder.path(), word}).error;
  };
  EXPECT_NE(error_of("fatal").find("/none' cannot be opened: No such file or directory (MPI_ERR_NO_SUCH_FILE)"),
            std::string::npos)
      << error_of("fatal");
  EXPECT_NE(error_of("full").find("node 1: MPI_File_write (mpi_files.c:"), std::string::npos) << error_of("full");
  EXPECT_NE(error_of("full").find("rank 1 of the file '/dev/full': 0 of 4 B were written: No space left on device "
                                  "(MPI_ERR_NO_SPACE)"),
            std::string::npos)
      << error_of("full");
}

TEST(MpiFiles, AreClosedWhenTheirNodesAreStopped) {
  const TemporaryFolder folder("left");
  const std::ptrdiff_t before = open_descriptor_count();
  const ProgramResult open = run_program_on(row_of_nodes(3), SWITCHYARD_MPI_FILES, {folder.path(), "open"});
  EXPECT_NE(open.error.find("is still open; call MPI_File_close first (MPI_ERR_FILE)"), std::string::npos)
      << open.error;
  EXPECT_EQ(open.defect, DefectClass::resource_leak);
  EXPECT_EQ(open_descriptor_count(), before);
  const ProgramResult looked_at =
      run_program_on(row_of_nodes(3), SWITCHYARD_MPI_FILES, {folder.path(), "open"}, kQuickExecutor, DefectSearch::on);
  EXPECT_TRUE(looked_at.error.empty()) << looked_at.error
                                       << ": the open file is noted as a defect, and the run goes on";
  ASSERT_FALSE(looked_at.defects.empty());
  EXPECT_EQ(looked_at.defects.front().kind, DefectClass::resource_leak);
  EXPECT_EQ(open_descriptor_count(), before);
  const ProgramResult absent = run_program_on(row_of_nodes(3), SWITCHYARD_MPI_FILES, {folder.path(), "absent"});
  EXPECT_EQ(absent.code, ExitCode::deadlock);
  EXPECT_NE(absent.error.find("MPI_File_write_all"), std::string::npos) << absent.error;
  EXPECT_EQ(open_descriptor_count(), before);
}

}  // namespace
}  // namespace switchyard
