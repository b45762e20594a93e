#include "bench/experiment/files_in_use.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

#include "bench/experiment/output_file.hpp"
#include "bench/experiment/result_rows.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr std::string_view kSweepIdentityFileSuffix = ".sweep";

[[noreturn]] void throw_file_error(const std::string& option, const std::string& path, const std::string& problem) {
  throw UsageError({.place = option, .value = path, .reason = fmt::format("{} {}", switchyard::quoted(path), problem)});
}

bool is_regular_file_at(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

bool is_file_empty(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::file_size(path, ignored) == 0;
}

void refuse_to_overwrite_files_of_sweep(const std::string& option, const std::string& path) {
  const std::string identity = path_of_sweep_identity_file(path);
  if (is_regular_file_at(path) && !is_file_empty(path) && is_regular_file_at(identity)) {
    throw_file_error(
        option, path,
        fmt::format("is the table of a sweep, as {} says; name another file", switchyard::quoted(identity)));
  }
  if (!path.ends_with(kSweepIdentityFileSuffix) || !is_regular_file_at(path)) return;
  const std::string table = path.substr(0, path.size() - kSweepIdentityFileSuffix.size());
  if (is_regular_file_at(table)) {
    throw_file_error(
        option, path,
        fmt::format("says of which sweep the rows in {} are; name another file", switchyard::quoted(table)));
  }
}

/// Returns the beginning of the file's first line, up to 4096 bytes, which is enough for the heading of a result table.
std::string first_line_of_file(const std::string& path) {
  constexpr std::streamsize kMost = 4096;
  std::string text(kMost, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), kMost);
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text.substr(0, text.find_first_of("\r\n"));
}

}  // namespace

std::string path_of_sweep_identity_file(const std::string& csv) { return csv + std::string(kSweepIdentityFileSuffix); }

void FilesUsedByCommand::declare_input_file(const std::string& option, const std::string& path) {
  add_declared_file({option, path, false, identity_of_file(path, false)});
}

void FilesUsedByCommand::declare_file_that_command_replaces(const std::string& option, const std::string& path) {
  declare_appended_file(option, path);
  if (!descriptor_named_by(path)) refuse_to_overwrite_files_of_sweep(option, path);
}

void FilesUsedByCommand::declare_result_table(const std::string& option, const std::string& path) {
  declare_file_that_command_replaces(option, path);
  if (descriptor_named_by(path) || !is_regular_file_at(path) || is_file_empty(path) ||
      ::access(path.c_str(), R_OK) != 0)
    return;
  if (is_heading_of_result_table(first_line_of_file(path))) return;
  throw_file_error(option, path, "is there and is no table of 'switchyard run'; name another file");
}

void FilesUsedByCommand::declare_appended_file(const std::string& option, const std::string& path) {
  FileNamedByOption file{option, path, true, identity_of_file(path, true)};
  refuse_standard_streams(file);
  add_declared_file(std::move(file));
}

bool FilesUsedByCommand::is_declared_for_writing(const std::string& path) const {
  const FileIdentity identity = identity_of_file(path, true);
  for (const FileNamedByOption& file : declared_files_) {
    if (file.is_written && is_same_file_identity(file.identity, identity)) return true;
  }
  return false;
}

FilesUsedByCommand::FileIdentity FilesUsedByCommand::identity_of_file(const std::string& path, bool written) {
  FileIdentity identity;
  std::error_code failed;
  identity.resolved_path = std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  if (failed) identity.resolved_path = std::filesystem::path(path).lexically_normal();
  const std::optional<int> descriptor = written ? descriptor_named_by(path) : std::nullopt;
  identity.is_path_of_open_descriptor = descriptor.has_value();
  struct stat found = {};
  if ((descriptor ? ::fstat(*descriptor, &found) : ::stat(path.c_str(), &found)) != 0) return identity;
  identity.device_and_inode = {found.st_dev, found.st_ino};
  identity.has_contents = S_ISREG(found.st_mode);
  return identity;
}

bool FilesUsedByCommand::is_same_file_identity(const FileIdentity& one, const FileIdentity& other) {
  if (!one.has_contents || !other.has_contents) return false;
  // Two open descriptors may name the same file: the outputs do not overwrite each other, as each is appended to what
  // has been written through the other descriptor.
  if (one.is_path_of_open_descriptor && other.is_path_of_open_descriptor) return false;
  if (one.device_and_inode && other.device_and_inode) return one.device_and_inode == other.device_and_inode;
  return !one.is_path_of_open_descriptor && !other.is_path_of_open_descriptor &&
         one.resolved_path == other.resolved_path;
}

/// Throws UsageError if `file` would replace the file to which standard output or standard error is redirected: what
/// the command has printed would be lost with the old file.
void FilesUsedByCommand::refuse_standard_streams(const FileNamedByOption& file) {
  static constexpr std::array<std::pair<int, const char*>, 2> kStreams{
      {{STDOUT_FILENO, "standard output"}, {STDERR_FILENO, "standard error"}}};
  if (file.identity.is_path_of_open_descriptor || !file.identity.has_contents || !file.identity.device_and_inode)
    return;
  for (const auto& [descriptor, name] : kStreams) {
    struct stat found = {};
    if (::fstat(descriptor, &found) != 0 || file.identity.device_and_inode != std::pair(found.st_dev, found.st_ino))
      continue;
    throw_file_error(file.option, file.path, fmt::format("is where {} goes; name another file", name));
  }
}

void FilesUsedByCommand::add_declared_file(FileNamedByOption file) {
  // Nothing is checked for an empty path, as the code that opens the file has a better error message for it.
  if (file.path.empty()) return;
  for (const FileNamedByOption& other : declared_files_) {
    if (!(file.is_written || other.is_written) || !is_same_file_identity(file.identity, other.identity)) continue;
    const FileNamedByOption& output = file.is_written ? file : other;
    const FileNamedByOption& there = file.is_written ? other : file;
    throw_file_error(output.option, output.path,
                     there.is_written ? fmt::format("is the file of {} too; name another file", there.option)
                                      : fmt::format("is what {} reads; name another file", there.option));
  }
  declared_files_.push_back(std::move(file));
}

}  // namespace switchyard
