#include "runtime/stress/child_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>

#include "runtime/error.hpp"
#include "runtime/executor/stack_overflow.hpp"

namespace switchyard {
namespace {

/// The type of a message from a child process to its parent. Each message begins with its type and its length.
enum class MessageType : char { record = 'r', work_done = 'd', usage_error = 'u', host_error = 'h' };
constexpr std::size_t kMessageHeaderBytes = 1 + sizeof(std::size_t);

[[noreturn]] void throw_out_of_resources_error(const char* what) {
  throw HostError(fmt::format("the host has no room for {}: {}", what, std::strerror(errno)));
}

void write_all(int to, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void send_to_parent(int to, MessageType what, std::string_view bytes) {
  RecordWriter record;
  record.add(what).add_text(bytes);
  write_all(to, record.bytes());
}

std::mutex& fork_mutex() {
  static std::mutex mutex;
  return mutex;
}

std::string text_of_process_end(int status) {
  if (!WIFSIGNALED(status)) return fmt::format("it ended its process with exit code {}", WEXITSTATUS(status));
  return fmt::format("it ended its process by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
}

}  // namespace

Pipe::Pipe() {
  if (::pipe(descriptors_.data()) != 0) throw_out_of_resources_error("a child process");
}

Pipe::~Pipe() {
  close_write_end();
  ::close(descriptors_[0]);
}

void Pipe::close_write_end() noexcept {
  if (descriptors_[1] >= 0) ::close(descriptors_[1]);
  descriptors_[1] = -1;
}

void RecordSink::send(std::string_view record) const noexcept {
  send_to_parent(pipe_descriptor_, MessageType::record, record);
}

ChildProcess::ChildProcess(const std::function<void(const RecordSink&)>& work)
    : ChildProcess(work, std::unique_lock(fork_mutex())) {}

ChildProcess::ChildProcess(const std::function<void(const RecordSink&)>& work, std::unique_lock<std::mutex> /*held*/) {
  std::fflush(stdout);  // writes out the buffered output, which the child would otherwise print again
  child_process_id_ = ::fork();
  if (child_process_id_ < 0) throw_out_of_resources_error("a child process");
  if (child_process_id_ == 0) run_as_child(work);
  record_pipe_.close_write_end();
  crash_text_pipe_.close_write_end();
}

ChildProcess::~ChildProcess() {
  if (child_process_id_ > 0) kill_and_wait_for_end();
}

void ChildProcess::run_as_child(const std::function<void(const RecordSink&)>& work) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  set_file_for_fault_reports(crash_text_pipe_.write_end_descriptor());
  const int to = record_pipe_.write_end_descriptor();
  MessageType said = MessageType::work_done;
  std::string why;
  try {
    work(RecordSink(to));
  } catch (const UsageError& error) {
    said = MessageType::usage_error;
    why = error.what();
  } catch (const std::bad_alloc&) {
    said = MessageType::host_error;
    why = "the host has no more memory; use fewer nodes, jobs or smaller messages";
  } catch (const std::exception& error) {
    said = MessageType::host_error;
    why = error.what();
  }
  std::fflush(stdout);  // writes out what the tested program has printed, which _exit() does not do
  send_to_parent(to, said, why);
  ::_exit(0);
}

ChildProcess::WaitResult ChildProcess::wait_for_record(std::string& record, std::optional<Milliseconds> most) {
  using Clock = std::chrono::steady_clock;
  const auto end = most ? Clock::now() + *most : Clock::time_point::max();
  std::array<char, 4096> part{};
  for (;;) {
    const WaitResult heard = take_next_record_from_received_bytes(record);
    if (heard != WaitResult::no_record_yet) return heard;
    const auto left = most ? std::chrono::ceil<Milliseconds>(end - Clock::now()) : Milliseconds{-1};
    if (most && left.count() < 0) return WaitResult::no_record_yet;
    pollfd waiting{record_pipe_.read_end_descriptor(), POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready == 0) return WaitResult::no_record_yet;
    const ssize_t size = ready < 0 ? -1 : ::read(record_pipe_.read_end_descriptor(), part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return WaitResult::no_more_records;
    received_bytes_.append(part.data(), static_cast<std::size_t>(size));
  }
}

/// Extracts the next record from the bytes that were received from the child. Returns `no_record_yet` if these bytes do
/// not yet contain a whole record.
ChildProcess::WaitResult ChildProcess::take_next_record_from_received_bytes(std::string& record) {
  const std::string_view rest = std::string_view(received_bytes_).substr(byte_count_of_returned_records_);
  if (rest.size() < kMessageHeaderBytes)
    return end_message_type_ == '\0' ? WaitResult::no_record_yet : WaitResult::no_more_records;
  RecordReader reader(rest);
  const MessageType said = reader.read_value<MessageType>();
  if (rest.size() - kMessageHeaderBytes < RecordReader(rest.substr(1)).read_value<std::size_t>())
    return WaitResult::no_record_yet;
  const std::string_view text = reader.read_text();
  byte_count_of_returned_records_ += kMessageHeaderBytes + text.size();
  if (said == MessageType::record) {
    record = text;
  } else {
    end_message_type_ = static_cast<char>(said);
    error_text_ = text;
  }
  if (byte_count_of_returned_records_ == received_bytes_.size()) {
    received_bytes_.clear();
    byte_count_of_returned_records_ = 0;
  }
  return said == MessageType::record ? WaitResult::one_record_received : WaitResult::no_more_records;
}

int ChildProcess::kill_and_wait_for_end() {
  ::kill(child_process_id_, SIGKILL);  // the signal has no effect on a child that has ended by itself
  int status = 0;
  while (::waitpid(child_process_id_, &status, 0) < 0 && errno == EINTR) {
  }
  child_process_id_ = -1;
  return status;
}

std::optional<std::string> ChildProcess::wait_for_child_end() {
  const int status = kill_and_wait_for_end();
  const std::string why = std::exchange(error_text_, {});
  if (end_message_type_ == static_cast<char>(MessageType::usage_error)) throw UsageError(why);
  if (end_message_type_ == static_cast<char>(MessageType::host_error)) throw HostError(why);
  if (end_message_type_ == static_cast<char>(MessageType::work_done)) return std::nullopt;
  return crash_text(status);
}

std::string ChildProcess::crash_text(int status) {
  std::array<char, 256> part{};
  const ssize_t size = ::read(crash_text_pipe_.read_end_descriptor(), part.data(), part.size());
  std::string_view said(part.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
  while (said.ends_with('\n')) said.remove_suffix(1);
  return said.empty() ? "the program crashed: " + text_of_process_end(status)
                      : fmt::format("{}; {}", said, text_of_process_end(status));
}

namespace detail {

void* map_shared_memory(std::size_t bytes) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw_out_of_resources_error("memory that a child process shares");
  return memory;
}

void unmap_shared_memory(void* memory, std::size_t bytes) noexcept { ::munmap(memory, bytes); }

}  // namespace detail

}  // namespace switchyard
