#pragma once
/// \file program.hpp
/// Runs the built command-line program `switchyard` as a child process, and reads what it has written.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard::cli {

/// A temporary folder that is removed when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "switchyard-cli-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const noexcept { return path_; }
  std::string path_of_file(const std::string& name) const { return (path_ / name).string(); }
  std::size_t entry_count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

inline void write_text_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Returns whether a line of standard error reports the progress of some work, such as "sweep: 25 %, 0:30 left",
/// "sweep: 1:10" or "sweep: about 3 minutes in all". The program prints such lines when work takes long, which depends
/// on the host.
inline bool is_progress_line(const std::string& line) {
  const std::size_t colon = line.rfind(": ");
  if (colon == std::string::npos) return false;
  const std::string_view text = std::string_view(line).substr(colon + 2);
  if (text.ends_with(" in all")) return text.starts_with("about ") || text.starts_with("at most ");
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0) return false;
  const std::string_view after = text.substr(digits);
  if (after.starts_with(" %, ")) return true;
  return after.size() >= 3 && after[0] == ':' && after.find_first_not_of("0123456789", 1) >= 3 &&
         (after.size() == 3 || after.substr(3).starts_with(", "));
}

/// Returns `text` without the lines in it that report the progress of some work.
inline std::string remove_progress_lines(const std::string& text) {
  std::string kept;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
    const std::string line = text.substr(start, end - start);
    if (!is_progress_line(line.ends_with('\n') ? line.substr(0, line.size() - 1) : line)) kept += line;
    start = end;
  }
  return kept;
}

struct FinishedProgram {
  int code;  ///< exit code of the program, or -1 if a signal ended it
  std::string standard_output;
  std::string standard_error;  ///< what the program printed on standard error, without its reports of progress
};

/// Runs `switchyard ARGUMENTS` and waits for its end. Calls `meanwhile`, if given, with the process id while the
/// program runs. If `out` is not empty, the program's standard output goes to the file `out` and is not returned.
inline FinishedProgram run_switchyard_program(const std::vector<std::string>& arguments,
                                              const std::function<void(pid_t)>& meanwhile = {},
                                              const std::string& out = {}) {
  const TemporaryFolder folder;
  const std::string out_file = out.empty() ? folder.path_of_file("out") : out;
  const std::string err_file = folder.path_of_file("err");
  std::vector<char*> argv{const_cast<char*>(SWITCHYARD_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, out_file.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err_file.c_str(), O_WRONLY | O_CREAT, 0600);
  // The child process must react to signals that end it, even if the process of the tests ignores them, as it does
  // under nohup or in the background of a script.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t ending;
  sigemptyset(&ending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
  posix_spawnattr_setsigdefault(&attributes, &ending);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int error = posix_spawn(&child, SWITCHYARD_PROGRAM, &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::runtime_error("cannot start " SWITCHYARD_PROGRAM);
  if (meanwhile) meanwhile(child);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out.empty() ? text_of_file(out_file) : std::string(),
          remove_progress_lines(text_of_file(err_file))};
}

/// Returns whether a child process has ended. Does not reap the process, so that its exit code is still available from
/// waitpid().
inline bool has_process_ended(pid_t child) {
  siginfo_t state{};
  return ::waitid(P_PID, static_cast<id_t>(child), &state, WEXITED | WNOHANG | WNOWAIT) != 0 || state.si_pid != 0;
}

/// Returns the number of threads of a process, or 0 if there is no such process.
inline std::size_t thread_count_of_process(pid_t process) {
  std::error_code gone;
  std::size_t count = 0;
  std::filesystem::directory_iterator task("/proc/" + std::to_string(process) + "/task", gone);
  for (; !gone && task != std::filesystem::directory_iterator(); task.increment(gone)) ++count;
  return gone ? 0 : count;
}

/// Returns the processor time that a process has spent outside the kernel, in hundredths of a second. Returns 0 if
/// there is no such process.
inline long processor_ticks_of_process(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string field;
  // The program's name has no blanks, so that blanks separate the fields of the file /proc/PID/stat.
  for (int i = 1; i <= 14; ++i) stat >> field;
  return stat ? std::stol(field) : 0;
}

/// Expects that `switchyard ARGUMENTS` ends with exit code 2, prints nothing on standard output, and prints one line
/// that contains `part` on standard error.
inline void expect_usage_error(const std::vector<std::string>& arguments, const std::string& part) {
  const FinishedProgram finished = run_switchyard_program(arguments);
  SCOPED_TRACE(testing::PrintToString(arguments) + " said: " + finished.standard_error);
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(finished.standard_output, "");
  EXPECT_EQ(lines_of(finished.standard_error).size(), 1U);
  EXPECT_NE(finished.standard_error.find(part), std::string::npos) << "expected: " << part;
}

}  // namespace switchyard::cli
