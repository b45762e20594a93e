#include "runtime/programs/program_files.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <filesystem>
#include <system_error>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/executor.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

/// Returns the path at which the dynamic linker finds the library `name`; an empty text if it finds none.
std::string library_path_found_by_dynamic_linker(const std::string& name) {
  void* const library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return {};
  link_map* map = nullptr;
  const bool is_known = dlinfo(library, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0;
  std::string path = is_known ? map->l_name : "";
  dlclose(library);
  return path;
}

/// Returns the path of the library `name`, which the file at `path` needs. Throws UsageError if the library is not
/// found.
std::string find_library(const std::string& name, const ElfFile& file, const std::string& path) {
  std::error_code error;
  if (name.find('/') != std::string::npos) return name;
  const std::string own_folder = fs::absolute(path, error).parent_path().string();
  for (std::string folder : file.library_folders()) {
    boost::replace_all(folder, "$ORIGIN", own_folder);
    boost::replace_all(folder, "${ORIGIN}", own_folder);
    if (const fs::path found = fs::path(folder) / name; fs::exists(found, error)) return found.string();
  }
  if (std::string found = library_path_found_by_dynamic_linker(name); !found.empty()) return found;
  throw UsageError(fmt::format("needs the library {}, which is not found", switchyard::quoted(name)),
                   "link with -Wl,-rpath,FOLDER, or have its folder in LD_LIBRARY_PATH");
}

std::unique_ptr<const ElfFile> read_library(const std::string& path) {
  try {
    return std::make_unique<const ElfFile>(path, ElfFile::Kind::library);
  } catch (const UsageError& error) {
    throw ProgramFiles::make_unusable_library_error(path, error);
  }
}

}  // namespace

ProgramFiles::ProgramFiles(const std::string& path) {
  std::set<std::string> names_seen;
  add_file_and_needed_libraries({{}, std::make_unique<const ElfFile>(path)}, path, names_seen);
  std::ranges::reverse(files_);
  // The C library does the same for the stacks of threads when it loads such a file.
  if (std::ranges::any_of(files_, [](const File& file) { return file.contents->needs_executable_stack(); }))
    make_stacks_of_fibers_executable();
}

/// Adds a file to the files of the program, after the libraries that it needs and that were not added yet.
void ProgramFiles::add_file_and_needed_libraries(File file, const std::string& path,
                                                 std::set<std::string>& names_seen) {
  for (const std::string& name : file.contents->needed_libraries()) {
    if (!names_seen.insert(name).second) continue;
    const std::string path_of_library = find_library(name, *file.contents, path);
    add_file_and_needed_libraries({name, read_library(path_of_library)}, path_of_library, names_seen);
  }
  files_.push_back(std::move(file));
}

UsageError ProgramFiles::make_unusable_library_error(std::string_view library, const UsageError& error) {
  return UsageError(fmt::format("needs the library {}, which {}", switchyard::quoted(library), error.mistake().reason),
                    error.mistake().remedy);
}

std::uint64_t ProgramFiles::hash() const noexcept {
  std::uint64_t hash = program().hash();
  for (std::size_t i = 1; i < count(); ++i) hash = (hash ^ files_[i].contents->hash()) * 0x100000001b3ULL;
  return hash;
}

}  // namespace switchyard
