#include "algorithms/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

static_assert(std::string_view(SWITCHYARD_INTERFACE_VERSION) == SWITCHYARD_VERSION,
              "the version in library_interface.hpp is not that of the project");

std::string version_text_of(const LibraryInterface& interface) {
  return {interface.version.begin(), std::ranges::find(interface.version, '\0')};
}

/// Returns the reason why a user's shared library cannot be used with this program, such as a different version; empty
/// if it can be used.
std::string reason_library_unusable(void* library) {
  const auto* const theirs = static_cast<const LibraryInterface*>(dlsym(library, kLibraryInterfaceSymbol));
  if (theirs == nullptr) return fmt::format("does not say which version it was built for");
  const std::string built = version_text_of(*theirs), ours = version_text_of(switchyard_interface);
  if (built != ours) return fmt::format("was built for version {}, and this is {}", quoted(built), ours);
  if (theirs->hash_of_type_layouts != switchyard_interface.hash_of_type_layouts) {
    return fmt::format("was built with headers or a compiler that differ from those of this program, version {}", ours);
  }
  return {};
}

/// Opens the user's shared library `path`. A path without a slash gets "./" in front, because the loader would
/// otherwise look for the library only in the system's folders.
void* open_library(const UserInputPlace& place, const std::string& option, const std::string& path) {
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw UsageError(
        {.place = option, .value = path, .reason = fmt::format("cannot load {}: {}", quoted(path), dlerror())});
  if (dlsym(library, kRegisterFunctionName) == nullptr) {
    dlclose(library);
    throw UsageError(
        {.place = option,
         .value = path,
         .reason = fmt::format("{} exports no function {}", quoted(path), kRegisterFunctionName),
         .remedy = fmt::format("declare it extern \"C\" void {}(switchyard::Catalogue&)", kRegisterFunctionName)});
  }
  const std::string problem = reason_library_unusable(library);
  if (problem.empty()) return library;
  dlclose(library);
  throw UsageError({.place = place, .reason = problem, .remedy = "build it again with the headers of this program"});
}

/// Calls the registration function of a user's shared library. The library is never closed after this call, because
/// exceptions and catalogue entries refer to its code and data.
void call_library_registration_function(void* library, Catalogue& catalogue, const UserInputPlace& place) {
  try {
    reinterpret_cast<RegisterAlgorithms*>(dlsym(library, kRegisterFunctionName))(catalogue);
  } catch (const UsageError& error) {
    throw error.at(place);
  } catch (const std::exception& error) {
    throw UsageError({.place = place, .reason = fmt::format("{} threw: {}", kRegisterFunctionName, error.what())});
  } catch (...) {
    throw UsageError(
        {.place = place, .reason = fmt::format("{} threw what is no std::exception", kRegisterFunctionName)});
  }
}

}  // namespace

void add_library(Catalogue& catalogue, const std::string& option, const std::string& path) {
  const UserInputPlace place = UserInputPlace::file_given_by_option(option, path);
  void* library = open_library(place, option, path);
  const std::size_t before = catalogue.machines().size();
  call_library_registration_function(library, catalogue, place);
  for (const machines::MachineKind& kind : catalogue.machines().subspan(before)) {
    try {
      machines::add_machine(kind, library);
    } catch (const UsageError& error) {
      throw error.at(place);
    }
  }
}

}  // namespace switchyard
