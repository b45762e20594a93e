/// \file program_start.cpp
/// The entry point of a program that a user starts directly, as by "./heat". It executes the emulator, which then runs
/// the program as one node. This file is linked into programs, and is not part of the emulator.
///
/// A shared object that names the dynamic linker can be started like an executable. So the same file can be started
/// directly, and can be loaded by the emulator as an image (copy in memory), which does not use this code. When this
/// code runs, the C library is not ready, so that the code uses system calls only.

#include <elf.h>

extern "C" {
// The linker defines these two symbols: the dynamic section of the program, and the beginning of the program's file in
// memory.
extern const Elf64_Dyn switchyard_dynamic[] __asm__("_DYNAMIC") __attribute__((visibility("hidden")));
extern const char switchyard_file_begin[] __asm__("__ehdr_start") __attribute__((visibility("hidden")));
}

namespace {

// The layout of the stack when the kernel starts a program: the number of arguments, the
// arguments, a null pointer, the environment, a null pointer.
using StringArray = char* const*;

/// The path of the dynamic linker. The section .interp makes the linker name it in the header of the program's file.
__attribute__((section(".interp"), used)) const char kInterpreter[] = "/lib64/ld-linux-x86-64.so.2";

constexpr long kWriteCall = 1, kExecveCall = 59, kReadLinkCall = 89, kExitGroupCall = 231;

long system_call(long number, const void* first, const void* second, const void* third) {
  long result = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third)
                   : "rcx", "r11", "memory");
  return result;
}

const void* number_as_syscall_argument(long number) { return reinterpret_cast<const void*>(number); }

long length_of_text(const char* text) {
  long length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

const char* environment_value(StringArray environment, const char* name) {
  for (; *environment != nullptr; ++environment) {
    const char* text = *environment;
    long i = 0;
    while (name[i] != '\0' && text[i] == name[i]) ++i;
    if (name[i] == '\0' && text[i] == '=') return text + i + 1;
  }
  return nullptr;
}

void execute(const char* path, const char* const* words, StringArray environment) {
  system_call(kExecveCall, path, words, environment);
}

/// Tries to execute the command `name` from each of `folders`, a list separated by colons. Returns only if no folder
/// has the command.
void execute_command_from_folders(const char* folders, const char* name, const char* const* words,
                                  StringArray environment) {
  constexpr long kMost = 4000;
  char path[kMost + 100];
  while (*folders != '\0') {
    long length = 0;
    for (; *folders != '\0' && *folders != ':'; ++folders) {
      if (length < kMost) path[length++] = *folders;
    }
    if (*folders == ':') ++folders;
    path[length++] = '/';
    for (long i = 0; i <= length_of_text(name); ++i) path[length + i] = name[i];
    execute(path, words, environment);
  }
}

/// Returns the folders of the program's library search path, separated by colons, or null if it has none. Compiler
/// wrappers such as switchyard-cc put their own folder into this path. The command that runs programs is in the same
/// folder.
const char* library_search_path() {
  const char* texts = nullptr;
  unsigned long place = 0;
  bool is_found = false;
  for (const Elf64_Dyn* at = switchyard_dynamic; at->d_tag != DT_NULL; ++at) {
    if (at->d_tag == DT_STRTAB) texts = reinterpret_cast<const char*>(at->d_un.d_ptr);
    if (at->d_tag != DT_RUNPATH && at->d_tag != DT_RPATH) continue;
    place = at->d_un.d_val;
    is_found = true;
  }
  if (!is_found || texts == nullptr) return nullptr;
  // The dynamic section contains the offset of the string table in the file, but some dynamic linkers replace it by the
  // table's address.
  if (texts < switchyard_file_begin) texts = switchyard_file_begin + reinterpret_cast<unsigned long>(texts);
  return texts + place;
}

[[noreturn]] void exit_with_message(const char* why) {
  system_call(kWriteCall, number_as_syscall_argument(2), why, number_as_syscall_argument(length_of_text(why)));
  for (;;) system_call(kExitGroupCall, number_as_syscall_argument(127), nullptr, nullptr);
}

}  // namespace

extern "C" {

__attribute__((used, visibility("hidden"), noreturn)) void switchyard_start_as_node(const long* stack) {
  const long count = *stack;
  const auto given = reinterpret_cast<StringArray>(stack + 1);
  const StringArray environment = given + count + 1;
  char self[4096];
  const long length = system_call(kReadLinkCall, "/proc/self/exe", self, number_as_syscall_argument(sizeof(self) - 1));
  if (length <= 0) exit_with_message("switchyard: this program cannot find itself; /proc is needed\n");
  self[length] = '\0';
  // The list of arguments is on the stack, because static variables would be copied into each image (copy of the
  // program in memory) and reset in every run.
  const auto words =
      static_cast<const char**>(__builtin_alloca(sizeof(char*) * static_cast<unsigned long>(count + 10)));
  long at = 0;
  const auto add = [&](const char* word) { words[at++] = word; };
  add("switchyard");
  add("run");
  add("--bare");
  add("--nodes");
  add("1");
  add("--interface");
  add("any");
  add("--program");
  add(self);
  add("--");
  for (long i = 1; i < count; ++i) add(given[i]);
  words[at] = nullptr;
  const char* const chosen = environment_value(environment, "SWITCHYARD");
  if (chosen != nullptr) execute(chosen, words, environment);
  const char* const beside_wrapper = library_search_path();
  if (beside_wrapper != nullptr) execute_command_from_folders(beside_wrapper, "switchyard", words, environment);
  execute(SWITCHYARD_COMMAND, words, environment);
  const char* const folders = environment_value(environment, "PATH");
  if (folders != nullptr) execute_command_from_folders(folders, "switchyard", words, environment);
  exit_with_message("switchyard: the command is not found that runs this program as a node; add its folder to PATH\n");
}

}  // extern "C"

// Stores the address of main in a variable, so that the emulator finds main even if its symbol is hidden. The reference
// is weak, because shared libraries have no main.
__asm__(
    ".section .data.rel.ro,\"aw\"\n"
    ".balign 8\n"
    ".weak main\n"
    ".globl switchyard_program_main\n"
    ".type switchyard_program_main, @object\n"
    ".size switchyard_program_main, 8\n"
    "switchyard_program_main:\n"
    "  .quad main\n"
    ".text\n");

// The program's entry point. It aligns the stack as C++ needs, and passes the initial stack
// pointer to switchyard_start_as_node().
__asm__(
    ".text\n"
    ".globl switchyard_start\n"
    ".hidden switchyard_start\n"
    ".type switchyard_start, @function\n"
    "switchyard_start:\n"
    "  xorl %ebp, %ebp\n"
    "  movq %rsp, %rdi\n"
    "  andq $-16, %rsp\n"
    "  call switchyard_start_as_node\n"
    "  hlt\n");
