#include "bench/cost/sampling.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "bench/experiment/other_program.hpp"
#include "runtime/error.hpp"

namespace switchyard::cost {
namespace {

constexpr std::chrono::milliseconds kSamplingTime{500};
/// The time in milliseconds within which the program `perf` has to answer a command.
constexpr int kPerfAnswerMilliseconds = 5000;
constexpr std::size_t kMostReportedFunctions = 10;
constexpr double kLeastReportedShare = 0.01;
constexpr std::size_t kLongestFunctionNameLength = 80;

/// Two connected sockets: one end for this process, and one end for a program that this process starts.
class SocketPair {
 public:
  SocketPair() {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets_.data()) != 0) sockets_ = {-1, -1};
  }
  ~SocketPair() {
    close_socket(0);
    close_socket(1);
  }
  SocketPair(const SocketPair&) = delete;
  SocketPair& operator=(const SocketPair&) = delete;

  bool are_sockets_open() const noexcept { return sockets_[0] >= 0; }
  int socket_of_this_process() const noexcept { return sockets_[0]; }
  int program_socket() const noexcept { return sockets_[1]; }
  /// Closes this process's copy of the socket that belongs to the started program. Call this once the program has
  /// started.
  void close_program_socket() { close_socket(1); }

 private:
  void close_socket(std::size_t which) {
    if (sockets_[which] >= 0) ::close(std::exchange(sockets_[which], -1));
  }

  std::array<int, 2> sockets_{-1, -1};
};

/// A folder for temporary files. The destructor removes the folder with all its files.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "switchyard-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  bool is_available() const noexcept { return !path_.empty(); }
  std::string path_of_file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// A process of the program `perf record` that samples this process. It takes commands from its standard input and
/// answers on its standard output.
class PerfRecording {
 public:
  explicit PerfRecording(const std::string& file) {
    if (!perf_sockets_.are_sockets_open()) return;
    perf_process_id_ = start_program({"perf", "record", "-q", "-o", file, "-F", "1999", "-D", "-1", "--control",
                                      "fd:0,1", "-p", std::to_string(::getpid())},
                                     perf_sockets_.program_socket(), perf_sockets_.program_socket());
    perf_sockets_.close_program_socket();
  }
  ~PerfRecording() { stop_perf_and_await_file(); }
  PerfRecording(const PerfRecording&) = delete;
  PerfRecording& operator=(const PerfRecording&) = delete;

  /// Sends a command to the program `perf record`. Returns whether perf has carried it out.
  bool send_perf_command(std::string_view what) {
    if (!perf_process_id_) return false;
    const std::string line = fmt::format("{}\n", what);
    const auto sent = ::send(perf_sockets_.socket_of_this_process(), line.data(), line.size(), MSG_NOSIGNAL);
    if (sent != static_cast<::ssize_t>(line.size())) return false;
    ::pollfd answer{.fd = perf_sockets_.socket_of_this_process(), .events = POLLIN, .revents = 0};
    std::array<char, 16> text{};
    return ::poll(&answer, 1, kPerfAnswerMilliseconds) == 1 &&
           ::read(perf_sockets_.socket_of_this_process(), text.data(), text.size()) > 0;
  }
  /// Ends `perf record`, and waits until it has written its file. Returns whether the file is complete.
  bool stop_perf_and_await_file() {
    if (!perf_process_id_) return false;
    send_perf_command("stop");
    return wait_for_successful_exit(*std::exchange(perf_process_id_, std::nullopt));
  }

 private:
  SocketPair perf_sockets_;
  std::optional<::pid_t> perf_process_id_;
};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Removes the beginning of `text` up to and including the first semicolon. Returns the removed part without the
/// semicolon and without spaces around it.
std::string_view take_semicolon_column(std::string_view& text) {
  const std::size_t end = std::min(text.find(';'), text.size());
  const std::string_view column = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return trimmed(column);
}

/// Returns the name of a function without all parts in angle brackets. A name with the word `operator` is returned
/// unchanged, as its brackets may be those of an operator such as operator<.
std::string remove_template_arguments_from_name(std::string_view name) {
  if (name.find("operator") != std::string_view::npos) return std::string(name);
  std::string result;
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) result += c;
    if (c == '>') --depth;
  }
  return result;
}

/// Returns the name of a function in the form in which reports show it: without the mark that perf puts before it, such
/// as "[.] ", without the parameters and template arguments, and without the namespace of this project.
std::string readable_function_name(std::string_view symbol) {
  if (symbol.starts_with('[') && symbol.size() > 4) symbol.remove_prefix(4);
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string name = remove_template_arguments_from_name(symbol);
  for (std::size_t at; (at = name.find(kAnonymous)) != std::string::npos;) name.erase(at, kAnonymous.size());
  if (const std::size_t end = name.find('('); end != std::string::npos && end > 0) name.erase(end);
  constexpr std::string_view kOurs = "switchyard::";
  for (std::size_t at; (at = name.find(kOurs)) != std::string::npos;) name.erase(at, kOurs.size());
  if (name.size() > kLongestFunctionNameLength) name = name.substr(0, kLongestFunctionNameLength - 3) + "...";
  return name;
}

}  // namespace

void require_perf() {
  const bool is_available = output_of_program({"perf", "--version"}).has_value();
  const ScratchFolder folder;
  if (is_available && folder.is_available()) {
    PerfRecording recording(folder.path_of_file("samples"));
    if (recording.send_perf_command("enable") && recording.stop_perf_and_await_file()) return;
  }
  throw UsageError({.place = "--profile",
                    .reason = is_available ? "perf may not sample this process" : "perf is not there",
                    .remedy = is_available ? "let it (kernel.perf_event_paranoid at 2 or less), or leave --profile out"
                                           : "install it (linux-perf), or leave --profile out"});
}

std::vector<FunctionProcessorTimeShare> profile_functions_of_work(const std::function<void()>& work) {
  const ScratchFolder folder;
  if (!folder.is_available()) return {};
  const std::string file = folder.path_of_file("samples");
  PerfRecording recording(file);
  if (!recording.send_perf_command("enable")) return {};
  const auto ends = std::chrono::steady_clock::now() + kSamplingTime;
  do work();
  while (std::chrono::steady_clock::now() < ends);
  if (!recording.stop_perf_and_await_file()) return {};
  const auto report = output_of_program(
      {"perf", "report", "-i", file, "--stdio", "--no-children", "-q", "-F", "overhead,dso,sym", "-t", ";"});
  return report ? parse_perf_report(*report) : std::vector<FunctionProcessorTimeShare>{};
}

std::vector<FunctionProcessorTimeShare> parse_perf_report(std::string_view text) {
  std::vector<FunctionProcessorTimeShare> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view percent = take_semicolon_column(line);
    const std::string_view library = take_semicolon_column(line);
    double value = 0;
    const auto [rest, error] = std::from_chars(percent.data(), percent.data() + percent.size(), value);
    if (error != std::errc{} || rest == percent.data() + percent.size() || *rest != '%' || trimmed(line).empty())
      continue;
    const std::string name = library == "[kernel.kallsyms]" ? "[kernel]" : std::string(library);
    all.push_back({value / 100, name, readable_function_name(trimmed(line))});
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &FunctionProcessorTimeShare::share);
  std::erase_if(all, [](const FunctionProcessorTimeShare& each) { return each.share < kLeastReportedShare; });
  if (all.size() > kMostReportedFunctions) all.resize(kMostReportedFunctions);
  return all;
}

}  // namespace switchyard::cost
