#include "bench/experiment/other_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace switchyard {

AnonymousFile::AnonymousFile() {
  std::array<char, 32> name{"/tmp/switchyard-XXXXXX"};
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ >= 0) ::unlink(name.data());
}

AnonymousFile::~AnonymousFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool AnonymousFile::write_and_rewind(std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::lseek(descriptor_, 0, SEEK_SET) == 0;
}

std::string AnonymousFile::read_all_text() {
  std::string all;
  std::array<char, 65536> piece;
  if (::lseek(descriptor_, 0, SEEK_SET) != 0) return all;
  for (::ssize_t n = 0; (n = ::read(descriptor_, piece.data(), piece.size())) > 0;)
    all.append(piece.data(), static_cast<std::size_t>(n));
  return all;
}

std::optional<::pid_t> start_program(std::vector<std::string> arguments, int input, int output) {
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, 0);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  ::pid_t process = 0;
  const int error = ::posix_spawnp(&process, words.front(), &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return error == 0 ? std::optional(process) : std::nullopt;
}

bool wait_for_successful_exit(::pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::optional<std::string> output_of_program(std::vector<std::string> arguments, std::string_view input) {
  AnonymousFile in, out;
  if (in.descriptor() < 0 || out.descriptor() < 0 || !in.write_and_rewind(input)) return std::nullopt;
  const auto process = start_program(std::move(arguments), in.descriptor(), out.descriptor());
  if (!process || !wait_for_successful_exit(*process)) return std::nullopt;
  return out.read_all_text();
}

}  // namespace switchyard
