#include "runtime/programs/program_files.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

/// Replaces `placeholder` in a folder that a file names, which stands for the folder of the file itself.
void replace_all(std::string& text, std::string_view placeholder, const std::string& by) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at + by.size()))
    text.replace(at, placeholder.size(), by);
}

/// Returns the path of a library that the dynamic linker finds; an empty text if it finds none.
std::string path_by_dynamic_linker(const std::string& name) {
  void* const library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return {};
  link_map* map = nullptr;
  const bool is_known = dlinfo(library, RTLD_DI_LINKMAP, static_cast<void*>(&map)) == 0;
  std::string path = is_known ? map->l_name : "";
  dlclose(library);
  return path;
}

/// Returns the path of a library that the file at `path` needs.
std::string find_library(const std::string& name, const ElfFile& file, const std::string& path) {
  std::error_code error;
  if (name.find('/') != std::string::npos) return name;
  const std::string own_folder = fs::absolute(path, error).parent_path().string();
  for (std::string folder : file.library_folders()) {
    replace_all(folder, "$ORIGIN", own_folder);
    replace_all(folder, "${ORIGIN}", own_folder);
    if (std::string found = folder + "/" + name; fs::exists(found, error)) return found;
  }
  if (std::string found = path_by_dynamic_linker(name); !found.empty()) return found;
  throw UsageError(fmt::format("needs the library {}, which is not found", switchyard::quoted(name)),
                   "link with -Wl,-rpath,FOLDER, or have its folder in LD_LIBRARY_PATH");
}

std::unique_ptr<const ElfFile> read_library(const std::string& path) {
  try {
    return std::make_unique<const ElfFile>(path, ElfFile::Kind::library);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("needs the library {}, which {}", switchyard::quoted(path), error.mistake().reason),
                     error.mistake().remedy);
  }
}

}  // namespace

ProgramFiles::ProgramFiles(const std::string& path) {
  files_.push_back(std::make_unique<const ElfFile>(path));
  names_.emplace_back();
  std::vector<std::size_t> in_order;  // each library behind those that it needs
  read_libraries_of(*files_.front(), path, in_order);
  std::vector<std::unique_ptr<const ElfFile>> files(1);
  std::vector<std::string> names(1);
  files.front() = std::move(files_.front());
  for (auto number = in_order.rbegin(); number != in_order.rend(); ++number) {
    files.push_back(std::move(files_[*number]));
    names.push_back(std::move(names_[*number]));
  }
  files_ = std::move(files);
  names_ = std::move(names);
}

void ProgramFiles::read_libraries_of(const ElfFile& file, const std::string& path, std::vector<std::size_t>& in_order) {
  for (const std::string& name : file.needed_libraries()) {
    if (std::ranges::find(names_, name) != names_.end()) continue;
    const std::string its_path = find_library(name, file, path);
    const std::size_t number = files_.size();
    files_.push_back(read_library(its_path));
    names_.push_back(name);
    read_libraries_of(*files_[number], its_path, in_order);
    in_order.push_back(number);
  }
}

std::uint64_t ProgramFiles::hash() const noexcept {
  std::uint64_t hash = program().hash();
  for (std::size_t i = 1; i < count(); ++i) hash = (hash ^ files_[i]->hash()) * 0x100000001b3ULL;
  return hash;
}

}  // namespace switchyard
