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

std::string version_of(const LibraryInterface& interface) {
  return {interface.version.begin(), std::ranges::find(interface.version, '\0')};
}

/// Why the library does not fit this program; empty if it does.
std::string misfit(void* library) {
  const auto* const theirs = static_cast<const LibraryInterface*>(dlsym(library, kLibraryInterface));
  if (theirs == nullptr) return fmt::format("does not say which version it was built for");
  const std::string built = version_of(*theirs), ours = version_of(switchyard_interface);
  if (built != ours) return fmt::format("was built for version {}, and this is {}", quoted(built), ours);
  if (theirs->layouts != switchyard_interface.layouts) {
    return fmt::format("was built with headers or a compiler that differ from those of this program, version {}", ours);
  }
  return {};
}

/// Opens it; a bare name would be looked for in the system's folders only.
void* open(const std::string& place, const std::string& option, const std::string& path) {
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw UsageError(fmt::format("{}: cannot load {}: {}", option, quoted(path), dlerror()));
  if (dlsym(library, kRegisterAlgorithms) == nullptr) {
    dlclose(library);
    throw UsageError(
        fmt::format("{}: {} exports no function {}; declare it extern \"C\" void {}(switchyard::Catalogue&)", option,
                    quoted(path), kRegisterAlgorithms, kRegisterAlgorithms));
  }
  const std::string problem = misfit(library);
  if (problem.empty()) return library;
  dlclose(library);
  throw UsageError(fmt::format("{}: {}; build it again with the headers of this program", place, problem));
}

/// Never closed after this: what was thrown, or has been added, is code and data of the library.
void let_register(void* library, Catalogue& catalogue, const std::string& place) {
  try {
    reinterpret_cast<RegisterAlgorithms*>(dlsym(library, kRegisterAlgorithms))(catalogue);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", place, error.what()));
  } catch (const std::exception& error) {
    throw UsageError(fmt::format("{}: {} threw: {}", place, kRegisterAlgorithms, error.what()));
  } catch (...) {
    throw UsageError(fmt::format("{}: {} threw what is no std::exception", place, kRegisterAlgorithms));
  }
}

}  // namespace

void add_library(Catalogue& catalogue, const std::string& option, const std::string& path) {
  const std::string place = fmt::format("{}: {}", option, quoted(path));
  void* library = open(place, option, path);
  const std::size_t before = catalogue.machines().size();
  let_register(library, catalogue, place);
  for (const machines::MachineKind& kind : catalogue.machines().subspan(before)) {
    try {
      machines::add_machine(kind, library);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", place, error.what()));
    }
  }
}

}  // namespace switchyard
