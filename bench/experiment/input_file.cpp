#include "bench/experiment/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <streambuf>
#include <string_view>
#include <system_error>
#include <utility>

#include "bench/experiment/gunzip.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr int kFifoPatienceMilliseconds = 5000;
constexpr int kWaitWithoutLimit = -1;

/// Waits until the descriptor has input to read, and returns true. Returns false if no input has come within the given
/// time, in milliseconds; with the time -1 it waits without a limit.
bool wait_for_input(int descriptor, int milliseconds) {
  pollfd waiting{descriptor, POLLIN, 0};
  int ready = 0;
  while ((ready = ::poll(&waiting, 1, milliseconds)) < 0 && errno == EINTR) {
  }
  return ready != 0;
}

}  // namespace

class InputFile::Buffer : public std::streambuf {
 public:
  Buffer(std::string option, std::string path, InputLimits limits)
      : option_(std::move(option)), path_(std::move(path)), limits_(limits) {
    // Without O_NONBLOCK, opening a FIFO that has no writer would block.
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) throw_cannot_read(std::generic_category().message(errno));
    try {
      check_file_kind();
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
  }
  ~Buffer() override { ::close(descriptor_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

 protected:
  int_type underflow() override {
    if (gptr() == egptr()) check_limits_and_set_buffer(read_next_piece());
    return gptr() == egptr() ? traits_type::eof() : traits_type::to_int_type(*gptr());
  }

 private:
  void check_file_kind() {
    struct stat found = {};
    if (::fstat(descriptor_, &found) != 0) throw_cannot_read(std::generic_category().message(errno));
    if (S_ISDIR(found.st_mode)) throw_file_problem("this is a folder", "give a file");
    if (S_ISREG(found.st_mode) && static_cast<std::uint64_t>(found.st_size) > limits_.most_file_bytes) throw_too_long();
    if (S_ISFIFO(found.st_mode)) return wait_for_fifo_writer();
    const int flags = ::fcntl(descriptor_, F_GETFL);
    if (flags < 0 || ::fcntl(descriptor_, F_SETFL, flags & ~O_NONBLOCK) != 0)
      throw_cannot_read(std::generic_category().message(errno));
  }

  /// Waits a limited time until the FIFO has input. If none comes, tries to read: a result of 0 bytes (and not the
  /// error EAGAIN) means that no process has opened the FIFO for writing, and the function throws UsageError.
  void wait_for_fifo_writer() {
    if (wait_for_input(descriptor_, kFifoPatienceMilliseconds)) return;
    const ssize_t size = ::read(descriptor_, raw_bytes_.data(), raw_bytes_.size());
    if (size == 0)
      throw_file_problem("this is a FIFO to which nobody writes", "start its writer first, or give a file");
    if (size > 0) bytes_read_while_waiting_ = static_cast<std::size_t>(size);
  }

  /// Reads the next piece of the file, decompresses it if the file is compressed, and stores it in the buffer for the
  /// reader of the stream. Returns the size of the piece in bytes, which is 0 at the end of the file.
  std::size_t read_next_piece() {
    if (!gunzip_) {
      const std::size_t size = read_raw_bytes();
      if (is_known_uncompressed_ || !looks_gzipped({raw_bytes_.data(), size})) {
        is_known_uncompressed_ = true;
        std::copy_n(raw_bytes_.begin(), size, decompressed_bytes_.begin());
        return size;
      }
      decompress_with_file_name_in_errors([&] { gunzip_.emplace(); });
      gunzip_->add_compressed_input({raw_bytes_.data(), size});
    }
    for (;;) {
      std::size_t size = 0;
      decompress_with_file_name_in_errors([&] { size = gunzip_->decompress_next_piece(decompressed_bytes_); });
      if (size > 0) return size;
      const std::size_t more = read_raw_bytes();
      if (more == 0 && !gunzip_->may_input_end_here())
        throw_file_problem("its gzip data end too early", "it may have been cut off; give all");
      if (more == 0) return 0;
      gunzip_->add_compressed_input({raw_bytes_.data(), more});
    }
  }

  /// Calls `work`, which decompresses a part of the file. If `work` throws an error, throws it again with the name of
  /// the file.
  template <class Work>
  void decompress_with_file_name_in_errors(Work work) const {
    try {
      work();
    } catch (const UsageError& error) {
      throw_file_problem(error.mistake().reason, error.mistake().remedy);
    }
  }

  /// Reads the next bytes of the file without decompressing them. Returns the number of bytes, which is 0 at the end of
  /// the file.
  std::size_t read_raw_bytes() {
    if (bytes_read_while_waiting_ > 0) return std::exchange(bytes_read_while_waiting_, 0);
    for (;;) {
      const ssize_t size = ::read(descriptor_, raw_bytes_.data(), raw_bytes_.size());
      if (size >= 0) return static_cast<std::size_t>(size);
      if (errno == EAGAIN) {
        wait_for_input(descriptor_, kWaitWithoutLimit);
      } else if (errno != EINTR) {
        throw_cannot_read(std::generic_category().message(errno));
      }
    }
  }

  void check_limits_and_set_buffer(std::size_t size) {
    const std::string_view text(decompressed_bytes_.data(), size);
    total_bytes_ += size;
    if (total_bytes_ > limits_.most_file_bytes) throw_too_long();
    const std::size_t last_end = text.rfind('\n');
    current_line_bytes_ = last_end == std::string_view::npos ? current_line_bytes_ + size : size - last_end - 1;
    if (current_line_bytes_ > limits_.most_line_bytes) {
      throw_file_problem(fmt::format("this has a line of more than {}", format_bytes(limits_.most_line_bytes)),
                         "give a text file");
    }
    setg(decompressed_bytes_.data(), decompressed_bytes_.data(), decompressed_bytes_.data() + size);
  }

  [[noreturn]] void throw_too_long() const {
    throw_file_problem(fmt::format("this has more than {}", format_bytes(limits_.most_file_bytes)),
                       "give a smaller file");
  }
  [[noreturn]] void throw_file_problem(const std::string& problem, const std::string& remedy) const {
    if (option_.empty()) throw UsageError({.place = {path_, 1, 1}, .reason = problem, .remedy = remedy});
    throw UsageError({.place = option_,
                      .value = path_,
                      .reason = fmt::format("cannot read {}: {}", switchyard::quoted(path_), problem),
                      .remedy = remedy});
  }
  [[noreturn]] void throw_cannot_read(const std::string& reason) const {
    throw_file_problem(option_.empty() ? fmt::format("cannot be read ({})", reason) : reason,
                       "give a file that exists and may be read");
  }

  std::string option_, path_;
  InputLimits limits_;
  int descriptor_ = -1;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t current_line_bytes_ = 0;  ///< number of bytes read since the last end of a line
  /// the number of bytes that were read while waiting for a writer of the FIFO and that the stream's reader has not got
  /// yet
  std::size_t bytes_read_while_waiting_ = 0;
  /// whether the beginning of the file has been read and shows that the file is not compressed
  bool is_known_uncompressed_ = false;
  /// The decompressor of the file; empty if the file is not compressed, or as long as nothing has been read from it.
  std::optional<Gunzip> gunzip_;
  std::array<char, std::size_t{1} << 16U> raw_bytes_;
  std::array<char, std::size_t{1} << 16U> decompressed_bytes_;
};

InputFile::InputFile(std::string option, std::string path, InputLimits limits)
    : std::istream(nullptr), buffer_(std::make_unique<Buffer>(std::move(option), std::move(path), limits)) {
  rdbuf(buffer_.get());
  exceptions(std::ios::badbit);  // This setting makes the stream rethrow the exceptions of its buffer.
}

InputFile::~InputFile() = default;

void refuse_fifo(const std::string& path) {
  struct stat found = {};
  struct statfs system = {};
  if (::stat(path.c_str(), &found) != 0 || !S_ISFIFO(found.st_mode)) return;
  if (::statfs(path.c_str(), &system) == 0 && system.f_type == PIPEFS_MAGIC) return;
  throw UsageError({.place = {path, 1, 1}, .reason = "this is a FIFO", .remedy = "give a file"});
}

std::string read_input_file(const std::string& option, const std::string& path, InputLimits limits) {
  InputFile file(option, path, limits);
  std::string text;
  std::array<char, 65'536> block;
  for (;;) {
    const std::streamsize count = file.rdbuf()->sgetn(block.data(), static_cast<std::streamsize>(block.size()));
    if (count <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace switchyard
