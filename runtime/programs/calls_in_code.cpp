#include "runtime/programs/calls_in_code.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

#include "runtime/call_text.hpp"
#include "runtime/programs/image.hpp"
#include "runtime/programs/own_accesses.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

/// A call of a function such as MPI_Send, known by the offset of its return address in the program's file. Its source
/// line is looked up when a report first asks for it.
struct LocatedCall : NamedCallWithLazySourceLine {
  LocatedCall(const char* its_name, const std::string& its_path, std::uint64_t its_offset)
      : NamedCallWithLazySourceLine{{its_name, nullptr, 0}, look_up}, path(its_path), offset(its_offset) {}

  static const NamedCall& look_up(const NamedCallWithLazySourceLine& call) {
    const auto& self = static_cast<const LocatedCall&>(call);
    std::call_once(self.source_line_lookup_once_flag, [&self] {
      // The offset minus 1, because a return address is that of the instruction behind the call.
      self.place = source_line_of(self.path, self.offset - 1);
      self.call_with_looked_up_source_line = {self.name, self.place.file.c_str(), self.place.line};
    });
    return self.call_with_looked_up_source_line;
  }

  std::string path;
  std::uint64_t offset;
  mutable std::once_flag source_line_lookup_once_flag;
  mutable CallPlace place;
  mutable NamedCall call_with_looked_up_source_line{};
};

/// Returns the object that stands for the calls of the function `name` at one offset in the code of a program. All
/// images (copies in memory) of the program share this object, so that calls from the same place compare as equal on
/// all nodes and in all runs.
const NamedCall* shared_call_object_for_code_offset(const char* name, const std::string& path, std::uint64_t offset) {
  static std::mutex mutex;  // guards `calls`
  static std::map<std::tuple<std::string, std::uint64_t, std::string_view>, LocatedCall> calls;
  const std::lock_guard lock(mutex);
  return &calls
              .try_emplace(std::tuple<std::string, std::uint64_t, std::string_view>(path, offset, name), name, path,
                           offset)
              .first->second;
}

/// Returns the object that stands for the calls of the function `name` whose place in the code is not known.
const NamedCall* shared_call_object_without_code_offset(const char* name) {
  static std::mutex mutex;  // guards `calls`
  static std::map<std::string_view, NamedCall> calls;
  const std::lock_guard lock(mutex);
  return &calls.try_emplace(name, NamedCall{name, "", 0}).first->second;
}

}  // namespace

const NamedCall* CallsByReturnAddress::call_at(const Process& process, const char* name, const void* return_address) {
  const NamedCall*& known = calls_[return_address];
  if (known != nullptr && known->name == name) return known;
  const auto place = process.image() == nullptr ? std::nullopt : process.image()->code_place_of(return_address);
  known = place ? shared_call_object_for_code_offset(name, *place->path, place->offset)
                : shared_call_object_without_code_offset(name);
  return known;
}

const NamedCall* call_of_running_program(const char* name, const void* return_address) {
  Process& process = *t_process;
  const EmulatorCodeScope host(process);
  return process.calls_in_code.call_at(process, name, return_address);
}

}  // namespace switchyard
