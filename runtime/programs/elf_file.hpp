#pragma once
/// \file elf_file.hpp
/// Reads the file of a program, or of a library that it needs, which is a shared object for this
/// host, and changes it so that each copy in memory has its own functions and variables.

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace switchyard {

/// The contents of the file of a compiled program or library. The constructor reads them, and they
/// do not change afterwards.
///
/// The copy of the file that is loaded differs from the file as follows, so that programs can be
/// compiled and linked in any way:
/// - a file's own definitions take precedence over those of the emulator (DT_SYMBOLIC), and none is
///   unique in the process (STB_GNU_UNIQUE);
/// - it needs no library other than those that all nodes may share, because the image loads the others;
/// - undefined symbols are weak, because the image binds them itself, and reports all that are
///   missing;
/// - constructors and destructors are run by the image, on the node in each run;
/// - sections that are not loaded, such as debugging information, are left out.
class ElfFile {
 public:
  enum class Kind : std::uint8_t { program, library };

  /// Reads the file at `path`. Throws UsageError, without a place, if nodes cannot have copies of
  /// it: it does not exist, is for another machine, is an executable, is linked statically, needs
  /// another MPI, or is a program without main.
  explicit ElfFile(const std::string& path, Kind kind = Kind::program);
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  struct SymbolReference {
    std::uint64_t slot_for_address;  ///< where in the program's memory the address of the name is to be stored
    std::int64_t addend;
    std::string_view name;  ///< points into bytes(), as thousands of references may share a long name
    bool is_weak;           ///< whether the name may be missing
  };
  struct Range {
    std::uint64_t begin = 0, end = 0;
  };
  struct Definition {
    std::uint64_t address;
    bool is_resolver;  ///< whether a function at this address returns the address of the name (STT_GNU_IFUNC)
  };
  struct FunctionList {  ///< the constructors or the destructors of a program
    std::uint64_t single_function_address = 0;
    std::uint64_t function_array_address = 0;
    std::uint64_t function_array_count = 0;
  };

  const std::vector<char>& bytes() const noexcept { return bytes_; }
  const std::string& path() const noexcept { return path_; }
  /// Returns a hash of the original file, which is the same on every host.
  std::uint64_t hash() const noexcept { return hash_; }
  const std::vector<SymbolReference>& symbol_references() const noexcept { return symbol_references_; }
  /// Returns the references of a library to names that it defines itself, but that a file before it may define as well,
  /// which is then meant. A library that is linked with -Bsymbolic has none.
  const std::vector<SymbolReference>& references_to_own_symbols() const noexcept { return references_to_own_symbols_; }
  bool refers_to_symbol(std::string_view name) const noexcept;
  /// Returns where the file defines a name for other files; nothing if it does not. Only libraries, and programs that
  /// need some (needed_libraries()), have definitions for others.
  std::optional<Definition> definition_of(std::string_view name) const noexcept;
  /// Returns the libraries that the file needs, without those that all nodes may share.
  const std::vector<std::string>& needed_libraries() const noexcept { return needed_libraries_; }
  /// Returns the folders where the file says that its libraries may be (DT_RUNPATH and DT_RPATH), as it names them.
  const std::vector<std::string>& library_folders() const noexcept { return library_folders_; }
  std::uint64_t main_address() const noexcept { return main_address_; }
  /// Returns whether a function can be at offset `place` of the program in memory.
  bool is_code_at(std::uint64_t place) const noexcept;
  const FunctionList& constructors() const noexcept { return constructors_; }
  const FunctionList& destructors() const noexcept { return destructors_; }
  /// These functions return the ranges of a program's memory to which a run can write: first the ranges with initial
  /// contents from the file and perhaps a few zeros, and second the ranges that begin as zeros only.
  const std::vector<Range>& data_ranges() const noexcept { return data_ranges_; }
  const std::vector<Range>& zero_initialised_ranges() const noexcept { return zero_initialised_ranges_; }
  /// Returns the range of the variable that contains offset `place` of the program in memory; nothing if the table of
  /// symbols has no such variable.
  std::optional<Range> range_of_variable_at(std::uint64_t place) const noexcept;
  /// Returns where in the program's memory a variable is whose name begins with "switchyard_", which the header of an
  /// interface defines; nothing if the file has none of this name.
  std::optional<std::uint64_t> place_of_interface_variable(std::string_view name) const noexcept;
  const Range& read_only_after_relocation() const noexcept { return read_only_after_relocation_; }
  bool has_thread_locals() const noexcept { return thread_local_segment_.p_memsz > 0; }
  const Elf64_Phdr& thread_local_segment() const noexcept { return thread_local_segment_; }

 private:
  template <class T>
  T* at_offset(std::uint64_t offset, std::uint64_t count = 1);
  template <class T>
  T* at_address(std::uint64_t address, std::uint64_t count = 1);
  const Elf64_Phdr& segment_at(std::uint64_t address) const;
  std::string_view text_in_string_table(std::uint64_t offset_in_table);
  void read_file(const std::string& path);
  void check_elf_header();
  void check_elf_segments() const;
  void read_segments();
  void change_dynamic_section();
  void drop_needed_library(Elf64_Dyn& library);
  void drop_symbol_versions_of(std::string_view library);
  void note_dropped_versions(std::uint64_t at, const Elf64_Verneed& entry);
  void change_symbol_bindings();
  void read_definitions();
  void read_relocations(std::uint64_t address, std::uint64_t bytes);
  void add_data_ranges_of(const Elf64_Phdr& segment);
  void read_variables();

  const std::string path_;
  std::vector<char> bytes_;
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
  std::vector<Elf64_Phdr> segments_;
  std::vector<SymbolReference> symbol_references_, references_to_own_symbols_;
  std::unordered_map<std::string_view, Definition> definitions_;
  std::vector<std::string> needed_libraries_, library_folders_;
  std::uint64_t main_address_ = 0;
  std::uint64_t address_of_reference_to_main_ =
      0;  ///< address of the variable that refers to main (program_start.cpp), or 0
  FunctionList constructors_, destructors_;
  std::vector<Range> data_ranges_, zero_initialised_ranges_;
  std::vector<Range>
      variable_ranges_;  ///< sorted by their ends; a variable with several names occurs once for each name
  std::vector<std::pair<std::string, std::uint64_t>> interface_variables_;  ///< names and places
  Range read_only_after_relocation_;
  Elf64_Phdr thread_local_segment_{};
  std::uint64_t string_table_ = 0, symbol_table_ = 0, symbol_count_ = 0;
  Elf64_Dyn *needed_versions_ = nullptr, *version_numbers_ = nullptr;
  bool has_own_versions_ = false;
  bool may_names_be_of_other_files_ =
      false;  ///< whether names that the file defines may mean definitions of other files
  std::unordered_set<Elf64_Half>
      dropped_versions_;  ///< numbers of the versions of names of libraries that were dropped
  std::uint64_t relocations_ = 0, relocation_bytes_ = 0, plt_relocations_ = 0, plt_relocation_bytes_ = 0;
  std::vector<bool> was_reference_weak_;
};

}  // namespace switchyard
