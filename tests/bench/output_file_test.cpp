#include "bench/experiment/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "runtime/error.hpp"

namespace switchyard::cli {
namespace {

namespace fs = std::filesystem;

std::string read_whole_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_whole_file(const fs::path& path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

/// Calls `call`, and returns the text of the error of class Expected that it throws, or "no error" if it throws
/// nothing.
template <class Expected, class Call>
std::string error_text(Call call) {
  try {
    call();
  } catch (const Expected& error) {
    return error.what();
  }
  return "no error";
}

std::string error_text_of_construction(const fs::path& path) {
  return error_text<UsageError>([&] { OutputFile file("--csv", path); });
}

/// Limits the size of files that this process writes while the object lives. A write then fails as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : previous_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &previous_limit_);
    const rlimit limit{bytes, previous_limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &previous_limit_);
    std::signal(SIGXFSZ, previous_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*previous_handler_)(int);
  rlimit previous_limit_{};
};

/// Gives up the rights of the user root while the object lives. Tests of file permissions need this, because root may
/// write everywhere.
class ScopedDropOfRootPrivileges {
 public:
  ScopedDropOfRootPrivileges() : previous_user_(geteuid()) {
    if (previous_user_ == 0) failed_to_drop_root_privileges_ = seteuid(65534) != 0;
  }
  ~ScopedDropOfRootPrivileges() {
    if (seteuid(previous_user_) != 0) std::abort();
  }
  ScopedDropOfRootPrivileges(const ScopedDropOfRootPrivileges&) = delete;
  ScopedDropOfRootPrivileges& operator=(const ScopedDropOfRootPrivileges&) = delete;
  bool failed_to_drop_root_privileges() const { return failed_to_drop_root_privileges_; }

 private:
  uid_t previous_user_;
  bool failed_to_drop_root_privileges_ = false;
};

/// Fixture that gives each test an empty folder of its own.
class OutputFileTest : public testing::Test {
 protected:
  OutputFileTest() {
    std::string name = (fs::temp_directory_path() / "switchyard-output-file-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    folder_ = name;
    fs::permissions(folder_, fs::perms{0755});
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  fs::path path_of_file(std::string_view name) const { return folder_ / name; }
  std::ptrdiff_t file_count() const { return std::distance(fs::directory_iterator(folder_), {}); }

 private:
  fs::path folder_;
};

TEST_F(OutputFileTest, AppearsOnlyAtCommit) {
  OutputFile file("--csv", path_of_file("rows.csv"));
  file.write("a,b\n");
  file.write("1,2\n");
  EXPECT_FALSE(fs::exists(path_of_file("rows.csv")));
  file.commit();
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "a,b\n1,2\n");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, LeavesTheOldContentUntilCommit) {
  write_whole_file(path_of_file("rows.csv"), "old and longer than the new one\n");
  OutputFile file("--csv", path_of_file("rows.csv"));
  file.write("new\n");
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "old and longer than the new one\n");
  file.commit();
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "new\n");
}

TEST_F(OutputFileTest, WithoutCommitLeavesEverythingAsItWas) {
  write_whole_file(path_of_file("rows.csv"), "old\n");
  OutputFile("--csv", path_of_file("rows.csv")).write("new\n");
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "old\n");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, HoldsTextMuchLargerThanItsBuffer) {
  std::string expected;
  OutputFile file("--csv", path_of_file("rows.csv"));
  for (int i = 0; i < 50'000; ++i) {
    const std::string row = std::to_string(i) + ",row\n";
    expected += row;
    file.write(row);
  }
  file.commit();
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), expected);
}

TEST_F(OutputFileTest, WithNothingWrittenIsAnEmptyFile) {
  OutputFile("--csv", path_of_file("rows.csv")).commit();
  EXPECT_TRUE(fs::exists(path_of_file("rows.csv")));
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "");
}

TEST_F(OutputFileTest, ReportsAFullDiskAndLeavesTheTarget) {
  write_whole_file(path_of_file("rows.csv"), "old\n");
  OutputFile file("--csv", path_of_file("rows.csv"));
  file.write(std::string(1000, 'x'));
  const std::string expected =
      "--csv: cannot write '" + path_of_file("rows.csv").string() + "': File too large; make room or name another file";
  {
    const FileSizeLimit limit(100);
    EXPECT_EQ(error_text<UsageError>([&] { file.commit(); }), expected);
  }
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "old\n");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, ReportsAFullDiskBeforeCommitOnceItsBufferIsFull) {
  OutputFile file("--csv", path_of_file("rows.csv"));
  const FileSizeLimit limit(100);
  EXPECT_THROW(file.write(std::string(1'000'000, 'x')), UsageError);
}

TEST_F(OutputFileTest, AfterAFailureRefusesToGoOnWithTheSameError) {
  OutputFile file("--csv", path_of_file("rows.csv"));
  {
    const FileSizeLimit limit(100);
    EXPECT_THROW(file.write(std::string(1'000'000, 'x')), UsageError);
  }
  const std::string expected =
      "--csv: cannot write '" + path_of_file("rows.csv").string() + "': File too large; make room or name another file";
  EXPECT_EQ(error_text<UsageError>([&] { file.write("row\n"); }), expected);
  EXPECT_EQ(error_text<UsageError>([&] { file.commit(); }), expected);
  EXPECT_EQ(file_count(), 0);
}

TEST_F(OutputFileTest, AFullDeviceIsAPathThatCannotBeWritten) {
  OutputFile file("--csv", "/dev/full");
  file.write("row\n");
  try {
    file.commit();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "--csv: cannot write '/dev/full': No space left on device; make room or name another file");
    EXPECT_EQ(error.exit_code(), ExitCode::wrong_use);
  }
}

TEST_F(OutputFileTest, ReportsATargetThatBecameADirectory) {
  OutputFile file("--csv", path_of_file("rows.csv"));
  fs::create_directory(path_of_file("rows.csv"));
  EXPECT_EQ(error_text<UsageError>([&] { file.commit(); }),
            "--csv: cannot write '" + path_of_file("rows.csv").string() + "': Is a directory; name another file");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, RefusesUseAfterCommit) {
  OutputFile file("--csv", path_of_file("rows.csv"));
  file.commit();
  EXPECT_THROW(file.write("row\n"), std::logic_error);
  EXPECT_THROW(file.commit(), std::logic_error);
}

TEST_F(OutputFileTest, RefusesPathsThatCannotBeWritten) {
  write_whole_file(path_of_file("plain"), "");
  const auto said = [](const fs::path& path, std::string_view reason) {
    return "--csv: cannot write '" + path.string() + "': " + std::string(reason) + "; name another file";
  };
  EXPECT_EQ(error_text_of_construction(path_of_file("x/y.csv")),
            said(path_of_file("x/y.csv"), "No such file or directory"));
  EXPECT_EQ(error_text_of_construction(path_of_file("plain/y.csv")),
            said(path_of_file("plain/y.csv"), "Not a directory"));
  EXPECT_EQ(error_text_of_construction(path_of_file("")), said(path_of_file(""), "Is a directory"));
  EXPECT_EQ(error_text_of_construction(""), "--csv: cannot write '': No such file or directory; name another file");
  EXPECT_EQ(error_text_of_construction(path_of_file(std::string(300, 'n'))),
            said(path_of_file(std::string(300, 'n')), "File name too long"));
  EXPECT_EQ(error_text_of_construction("/dev/fd/987654"),
            "--csv: cannot write '/dev/fd/987654': Bad file descriptor; name another file");
  EXPECT_EQ(error_text_of_construction(std::string("a\0b", 3)),
            "--csv: cannot write 'a\\x00b': Invalid argument; name another file");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, RefusesAFolderItMayNotWrite) {
  fs::create_directory(path_of_file("closed"));
  fs::permissions(path_of_file("closed"), fs::perms{0555});
  const ScopedDropOfRootPrivileges user;
  if (user.failed_to_drop_root_privileges()) GTEST_SKIP() << "root here may not become another user";
  EXPECT_EQ(
      error_text_of_construction(path_of_file("closed/y.csv")),
      "--csv: cannot write '" + path_of_file("closed/y.csv").string() + "': Permission denied; name another file");
}

TEST_F(OutputFileTest, RefusesAWriteProtectedFileInAWritableFolder) {
  fs::permissions(path_of_file(""), fs::perms{0777});
  write_whole_file(path_of_file("rows.csv"), "old\n");
  fs::permissions(path_of_file("rows.csv"), fs::perms{0444});
  {
    const ScopedDropOfRootPrivileges user;
    if (user.failed_to_drop_root_privileges()) GTEST_SKIP() << "root here may not become another user";
    EXPECT_EQ(error_text_of_construction(path_of_file("rows.csv")),
              "--csv: cannot write '" + path_of_file("rows.csv").string() + "': Permission denied; name another file");
  }
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "old\n");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, KeepsTheAccessRightsOfTheOldFile) {
  write_whole_file(path_of_file("rows.csv"), "old\n");
  fs::permissions(path_of_file("rows.csv"), fs::perms{0640});
  OutputFile("--csv", path_of_file("rows.csv")).commit();
  EXPECT_EQ(fs::status(path_of_file("rows.csv")).permissions(), fs::perms{0640});
}

TEST_F(OutputFileTest, GivesANewFileTheUsualAccessRights) {
  const mode_t old = umask(027);
  OutputFile("--csv", path_of_file("rows.csv")).commit();
  umask(old);
  EXPECT_EQ(fs::status(path_of_file("rows.csv")).permissions(), fs::perms{0640});
}

TEST_F(OutputFileTest, ReplacesWhatALinkPointsTo) {
  write_whole_file(path_of_file("rows.csv"), "old\n");
  fs::create_symlink("rows.csv", path_of_file("link.csv"));
  OutputFile file("--csv", path_of_file("link.csv"));
  file.write("new\n");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(path_of_file("link.csv")));
  EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "new\n");
}

TEST_F(OutputFileTest, WritesAPathWithoutAFolderInTheCurrentOne) {
  const fs::path old = fs::current_path();
  fs::current_path(path_of_file(""));
  OutputFile("--csv", "rows.csv").commit();
  fs::current_path(old);
  EXPECT_TRUE(fs::exists(path_of_file("rows.csv")));
}

TEST_F(OutputFileTest, TakesANameOfTheGreatestLength) {
  OutputFile("--csv", path_of_file(std::string(255, 'n'))).commit();
  EXPECT_TRUE(fs::exists(path_of_file(std::string(255, 'n'))));
}

TEST_F(OutputFileTest, WritesAFifoDirectly) {
  ASSERT_EQ(mkfifo(path_of_file("fifo").c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = read_whole_file(path_of_file("fifo")); });
  OutputFile file("--csv", path_of_file("fifo"));
  file.write("row\n");
  file.commit();
  reader.join();
  EXPECT_EQ(received, "row\n");
  EXPECT_TRUE(fs::is_fifo(path_of_file("fifo")));
}

TEST_F(OutputFileTest, AppendsToTheFileOfAnOpenDescriptor) {
  const int descriptor = open(path_of_file("log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(descriptor, 0);
  ASSERT_EQ(write(descriptor, "before\n", 7), 7);
  for (const char* const folder : {"/dev/fd/", "/proc/self/fd/"}) {
    OutputFile file("--csv", folder + std::to_string(descriptor));
    file.write("row\n");
    file.commit();
  }
  ASSERT_EQ(write(descriptor, "after\n", 6), 6);
  close(descriptor);
  EXPECT_EQ(read_whole_file(path_of_file("log")), "before\nrow\nrow\nafter\n");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, RefusesAFileThatAnotherProcessIsWriting) {
  write_whole_file(path_of_file("rows.csv"), "old\n");
  const int other = open(path_of_file("rows.csv").c_str(), O_RDONLY | O_CLOEXEC);
  // A lock by flock() belongs to the open file description, so that a lock on a second description in this process acts
  // like a lock of another process.
  ASSERT_EQ(flock(other, LOCK_EX), 0);
  EXPECT_EQ(error_text_of_construction(path_of_file("rows.csv")),
            "--csv: '" + path_of_file("rows.csv").string() +
                "' is being written by another process; wait for its end, or name another file");
  close(other);
  OutputFile file("--csv", path_of_file("rows.csv"));
  const int late = open(path_of_file("rows.csv").c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_NE(flock(late, LOCK_EX | LOCK_NB), 0) << "it has a lock of its own";
  file.commit();
  EXPECT_EQ(flock(late, LOCK_EX | LOCK_NB), 0);
  close(late);
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, LeavesAFileThatAnotherProcessHasBegunToWriteMeanwhile) {
  for (const bool was_there : {false, true}) {
    if (was_there) write_whole_file(path_of_file("rows.csv"), "old\n");
    OutputFile file("--csv", path_of_file("rows.csv"));
    fs::remove(path_of_file("rows.csv"));
    write_whole_file(path_of_file("rows.csv"), "rows of a sweep\n");
    const int other = open(path_of_file("rows.csv").c_str(), O_RDONLY | O_CLOEXEC);
    ASSERT_EQ(flock(other, LOCK_EX), 0);
    EXPECT_NE(error_text<UsageError>([&] { file.commit(); }).find("is being written by another process"),
              std::string::npos);
    close(other);
    EXPECT_EQ(read_whole_file(path_of_file("rows.csv")), "rows of a sweep\n");
  }
  EXPECT_EQ(file_count(), 1);
}

TEST_F(OutputFileTest, WritesToStandardOutputByName) {
  for (const char* name : {"/dev/stdout", "-"}) {
    testing::internal::CaptureStdout();
    OutputFile file("--csv", name);
    file.write("row\n");
    file.commit();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "row\n");
    EXPECT_FALSE(std::filesystem::exists("-"));
  }
}

}  // namespace
}  // namespace switchyard::cli
