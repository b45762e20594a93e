#include "bench/experiment/program_script.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

namespace switchyard {
namespace {

/// Environment variables that a script passes on to the program that it starts. They hold the words of the Switchyard
/// command that runs the script, joined to one text, and the descriptor on which the program reports that the script
/// has started it.
constexpr const char* kCommandWordsEnvironmentVariable = "SWITCHYARD_SCRIPT_WORDS";
constexpr const char* kStartDescriptorEnvironmentVariable = "SWITCHYARD_SCRIPT_DESCRIPTOR";
constexpr char kWordSeparator = '\x1f';

/// If a compiled program is started directly (and not by the command `switchyard`), the words of its command line are
/// the command's name, these words, the path of the program and its arguments.
constexpr std::array<std::string_view, 7> kCommandWordsOfDirectProgramStart{"run",         "--bare", "--nodes",  "1",
                                                                            "--interface", "any",    "--program"};
constexpr std::size_t kProgramPathIndexInDirectStartWords = kCommandWordsOfDirectProgramStart.size() + 1;

bool is_script(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || access(path.c_str(), X_OK) != 0) return false;
  std::array<char, 2> begin{};
  return std::ifstream(path, std::ios::binary).read(begin.data(), begin.size()) && begin == std::array{'#', '!'};
}

auto find_end_of_options(const std::vector<std::string>& words) { return std::ranges::find(words, "--"); }

/// Returns the word of a command line that is the path of a script: either the value of --program, or a word that does
/// not follow an option, as the program of the command `verify`. So a file that is the value of another option is never
/// run.
std::vector<std::string>::const_iterator find_script(const std::vector<std::string>& words) {
  const auto end = find_end_of_options(words);
  for (auto word = words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)); word < end; ++word) {
    const std::string& before = *std::prev(word);
    if ((before == "--program" || !before.starts_with("--")) && is_script(*word)) return word;
  }
  return words.end();
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t end = 0; (end = text.find(kWordSeparator)) != std::string_view::npos; text.remove_prefix(end + 1))
    words.emplace_back(text.substr(0, end));
  return words;
}

/// A pipe through which a program reports that a script has started it.
class ProgramStartNoticePipe {
 public:
  ProgramStartNoticePipe() {
    if (pipe(pipe_descriptors_.data()) != 0)
      throw Error(fmt::format("pipe: {}", std::generic_category().message(errno)));
    fcntl(pipe_descriptors_[0], F_SETFD, FD_CLOEXEC);
    fcntl(pipe_descriptors_[0], F_SETFL, O_NONBLOCK);
  }
  ~ProgramStartNoticePipe() {
    for (const int end : pipe_descriptors_) close(end);
  }
  ProgramStartNoticePipe(const ProgramStartNoticePipe&) = delete;
  ProgramStartNoticePipe& operator=(const ProgramStartNoticePipe&) = delete;

  int writing_end() const noexcept { return pipe_descriptors_[1]; }
  bool has_start_been_reported() const noexcept {
    char mark = 0;
    return read(pipe_descriptors_[0], &mark, 1) == 1;
  }

 private:
  std::array<int, 2> pipe_descriptors_{};
};

ExitCode wait_for_exit_of_process(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) == -1 && errno == EINTR) kill(process, SIGTERM);
  return static_cast<ExitCode>(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

ExitCode run_process(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<char*> pointers{const_cast<char*>(path.c_str())};
  for (const std::string& each : arguments) pointers.push_back(const_cast<char*>(each.c_str()));
  pointers.push_back(nullptr);
  pid_t process = 0;
  const int error = posix_spawn(&process, path.c_str(), nullptr, nullptr, pointers.data(), environ);
  if (error != 0)
    throw UsageError({.place = "--program",
                      .value = path,
                      .reason = fmt::format("'{}': cannot be run: {}", path, std::generic_category().message(error)),
                      .remedy = "give a script that runs by itself"});
  return wait_for_exit_of_process(process);
}

}  // namespace

std::vector<std::string> command_that_runs_script(std::vector<std::string> words) {
  const char* const text = std::getenv(kCommandWordsEnvironmentVariable);
  const char* const descriptor = std::getenv(kStartDescriptorEnvironmentVariable);
  const bool starts_directly = words.size() > kProgramPathIndexInDirectStartWords + 1 &&
                               std::equal(kCommandWordsOfDirectProgramStart.begin(),
                                          kCommandWordsOfDirectProgramStart.end(), words.begin() + 1) &&
                               words[kProgramPathIndexInDirectStartWords + 1] == "--";
  if (text == nullptr || descriptor == nullptr || !starts_directly) return words;
  std::vector<std::string> all = split_words(text);
  const int notice = std::atoi(descriptor);
  unsetenv(kCommandWordsEnvironmentVariable);
  unsetenv(kStartDescriptorEnvironmentVariable);
  // The write fails if the descriptor no longer belongs to the process that runs the script.
  if (write(notice, "", 1) != 1) return words;
  close(notice);
  const auto script = all.begin() + (find_script(all) - all.cbegin());
  if (script == all.end()) return words;
  *script = words[kProgramPathIndexInDirectStartWords];
  all.erase(find_end_of_options(all), all.end());
  all.insert(all.end(), words.begin() + kProgramPathIndexInDirectStartWords + 1, words.end());
  return all;
}

std::optional<ExitCode> run_script_of_command(const std::vector<std::string>& words) {
  const auto script = find_script(words);
  if (script == words.end()) return std::nullopt;
  std::string text;
  for (const std::string& word : words) text += word + kWordSeparator;
  const auto end = find_end_of_options(words);
  const ProgramStartNoticePipe notice;
  setenv(kCommandWordsEnvironmentVariable, text.c_str(), 1);
  setenv(kStartDescriptorEnvironmentVariable, std::to_string(notice.writing_end()).c_str(), 1);
  const ExitCode code = run_process(*script, {end == words.end() ? end : end + 1, words.end()});
  if (code == ExitCode::done && !notice.has_start_been_reported())
    throw UsageError({.place = "--program",
                      .value = *script,
                      .reason = fmt::format("'{}': is a script that has started no program of nodes", *script),
                      .remedy = "have it start one that switchyard-cc, or switchyard-mpicc for MPI, has linked"});
  return code;
}

}  // namespace switchyard
