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

/// The contents of the file of a compiled program or library, a shared object. The constructor reads and changes them,
/// and they stay the same afterwards.
///
/// The contents that are loaded into memory differ from the file as follows, so that programs can be compiled and
/// linked in any way:
/// - a file's own definitions take precedence over those of the emulator (DT_SYMBOLIC), and none is unique in the
///   process (STB_GNU_UNIQUE);
/// - the file needs no library other than those that all nodes may share, because the emulator's class
///   ProgramImage loads the others;
/// - undefined symbols are weak, because ProgramImage binds them itself, and reports all that are missing;
/// - constructors and destructors are run by ProgramImage, on the node in each run;
/// - sections that are not loaded, such as debugging information, are left out.
class ElfFile {
 public:
  enum class Kind : std::uint8_t { program, library };

  /// Reads the file at `path`. Throws a UsageError that does not name the file if nodes cannot have copies of it: it
  /// does not exist, is for another machine, is an executable, is linked statically, needs another MPI, or is a program
  /// without main.
  explicit ElfFile(const std::string& path, Kind kind = Kind::program);
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  struct SymbolReference {
    std::uint64_t slot_for_address;  ///< the place in the program's memory where the symbol's address is to be stored
    std::int64_t addend;
    /// Name of the symbol; points into bytes(), because thousands of references may share a long name.
    std::string_view name;
    bool is_weak;  ///< whether the symbol may stay undefined (weak)
  };
  struct Range {
    std::uint64_t begin = 0, end = 0;
  };
  struct SymbolDefinition {
    std::uint64_t address;
    bool is_resolver;  ///< whether `address` is that of a function which returns the symbol's address (STT_GNU_IFUNC)
  };
  /// The constructors or the destructors of a program or library, as its dynamic section lists them.
  struct ConstructorOrDestructorList {
    std::uint64_t single_function_address = 0;
    std::uint64_t function_array_address = 0;
    std::uint64_t function_array_count = 0;
  };

  const std::vector<char>& bytes() const noexcept { return bytes_; }
  const std::string& path() const noexcept { return path_; }
  /// Returns a hash of the unchanged file, which is the same on every host.
  std::uint64_t hash() const noexcept { return hash_; }
  const std::vector<SymbolReference>& symbol_references() const noexcept { return symbol_references_; }
  /// Returns the references of a library to symbols that the library defines itself, but that the program or a library
  /// loaded before may define, too; the earlier definition is then the one meant. A library that is linked with
  /// -Bsymbolic has none.
  const std::vector<SymbolReference>& references_to_own_symbols() const noexcept { return references_to_own_symbols_; }
  bool refers_to_symbol(std::string_view name) const noexcept;
  /// Returns the definition that the file has of a symbol for use by other files; nothing if it has none. Only
  /// libraries, and programs that need a library of needed_libraries(), have definitions for other files.
  std::optional<SymbolDefinition> definition_of(std::string_view name) const noexcept;
  /// Returns the names of the libraries that the file needs, except those of which all nodes may share one copy.
  const std::vector<std::string>& needed_libraries() const noexcept { return needed_libraries_; }
  /// Returns the folders that the file names for the search for its libraries (DT_RUNPATH and DT_RPATH), unchanged.
  const std::vector<std::string>& library_folders() const noexcept { return library_folders_; }
  std::uint64_t main_address() const noexcept { return main_address_; }
  /// Returns whether offset `place` in the loaded program is in an executable segment, so that a function can be there.
  bool is_code_at(std::uint64_t place) const noexcept;
  const ConstructorOrDestructorList& constructors() const noexcept { return constructors_; }
  const ConstructorOrDestructorList& destructors() const noexcept { return destructors_; }
  /// The ranges of a program's memory to which a run can write: data_ranges() have initial contents from the file, and
  /// perhaps a few zeros behind them; zero_initialised_ranges() begin as zeros only.
  const std::vector<Range>& data_ranges() const noexcept { return data_ranges_; }
  const std::vector<Range>& zero_initialised_ranges() const noexcept { return zero_initialised_ranges_; }
  /// Returns the offsets of the variable of the program that contains offset `place` of the program in memory; nothing
  /// if the symbol table has no such variable.
  std::optional<Range> range_of_variable_at(std::uint64_t place) const noexcept;
  /// Returns the offset in the program's memory of the variable `name`. It is defined by the header of an interface
  /// such as MPI, and its name begins with "switchyard_". Returns nothing if the file has no such variable.
  std::optional<std::uint64_t> offset_of_interface_variable(std::string_view name) const noexcept;
  const Range& read_only_after_relocation() const noexcept { return read_only_after_relocation_; }
  /// Returns whether the file has code that runs on the stack, such as nested functions of GNU C, or internal
  /// procedures of Fortran that are passed on.
  bool needs_executable_stack() const noexcept { return needs_executable_stack_; }
  bool has_thread_locals() const noexcept { return thread_local_segment_.p_memsz > 0; }
  const Elf64_Phdr& thread_local_segment() const noexcept { return thread_local_segment_; }

 private:
  template <class T>
  T* checked_pointer_at_file_offset(std::uint64_t offset, std::uint64_t count = 1);
  template <class T>
  T* checked_pointer_at_virtual_address(std::uint64_t address, std::uint64_t count = 1);
  const Elf64_Phdr& segment_at(std::uint64_t address) const;
  std::string_view text_in_string_table(std::uint64_t offset_in_table);
  void read_file(const std::string& path);
  void check_elf_header();
  void check_elf_segments() const;
  void read_segments();
  void change_dynamic_section();
  void remove_library_from_needed_list(Elf64_Dyn& library);
  void drop_symbol_versions_of(std::string_view library);
  void note_symbol_versions_of_removed_library(std::uint64_t at, const Elf64_Verneed& entry);
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
  std::unordered_map<std::string_view, SymbolDefinition> definitions_;
  std::vector<std::string> needed_libraries_, library_folders_;
  std::uint64_t main_address_ = 0;
  /// Address of the variable that holds the address of main (program_start.cpp); 0 if there is none.
  std::uint64_t address_of_reference_to_main_ = 0;
  ConstructorOrDestructorList constructors_, destructors_;
  std::vector<Range> data_ranges_, zero_initialised_ranges_;
  /// Address ranges of the program's variables, sorted by their ends. A variable with several names occurs once for
  /// each name.
  std::vector<Range> variable_ranges_;
  std::vector<std::pair<std::string, std::uint64_t>> interface_variables_;  ///< names and places
  Range read_only_after_relocation_;
  bool needs_executable_stack_ = false;
  Elf64_Phdr thread_local_segment_{};
  std::uint64_t string_table_ = 0, symbol_table_ = 0, symbol_count_ = 0;
  Elf64_Dyn *needed_symbol_versions_entry_ = nullptr, *version_numbers_ = nullptr;
  bool has_symbol_version_definitions_ = false;
  /// Whether a symbol that the file itself defines may mean a definition in another file.
  bool may_own_symbols_be_overridden_ = false;
  /// Numbers of the symbol versions that belong to libraries which were removed from the list of needed libraries.
  std::unordered_set<Elf64_Half> symbol_versions_of_removed_libraries_;
  std::uint64_t relocations_ = 0, relocation_bytes_ = 0, plt_relocations_ = 0, plt_relocation_bytes_ = 0;
  std::vector<bool> was_reference_weak_;
};

}  // namespace switchyard
