#include "runtime/programs/mpi/own_memory.hpp"

#include <algorithm>
#include <utility>

#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

/// Joins accesses if their memory overlaps or is adjacent.
void merge_accesses(std::vector<OwnAccess>& accesses) {
  std::ranges::sort(accesses, {}, &OwnAccess::begin);
  std::size_t last = 0;
  for (std::size_t i = 1; i < accesses.size(); ++i) {
    if (accesses[i].begin <= accesses[last].end) {
      accesses[last].end = std::max(accesses[last].end, accesses[i].end);
    } else {
      accesses[++last] = accesses[i];
    }
  }
  if (!accesses.empty()) accesses.resize(last + 1);
}

}  // namespace

OwnMemory::OwnMemory(Process& process, WindowWitness& witness, const Window& window, Part part)
    : process_(process), witness_(witness), window_(window), part_(part) {
  process_.watch.add_area(part.base, part.base + part.bytes, *this);
}

OwnMemory::~OwnMemory() { process_.watch.remove_area(*this); }

/// Called while the program's own code runs. InHost makes sure that memory for the list of
/// accesses does not come from the program's heap.
void OwnMemory::on_program_access(const OwnAccess& access) {
  constexpr std::size_t kMany = 4096;
  Accesses& gathered = gathered_[access.writes ? 1 : 0];
  if (!gathered.empty() && access.begin >= gathered.back().begin && access.begin <= gathered.back().end) {
    gathered.back().end = std::max(gathered.back().end, access.end);
    return;
  }
  const InHost host(process_);
  if (gathered.size() >= kMany) merge_accesses(gathered);
  gathered.push_back(access);
}

void OwnMemory::on_memory_free() {
  process_.notes.note(process_.node(), DefectClass::memory, window_.site,
                      "the program frees the memory of the window before the window is freed");
}

void OwnMemory::note_conflicts_of_own_accesses() {
  for (Accesses& gathered : gathered_) {
    merge_accesses(gathered);
    for (const OwnAccess& access : gathered) note_conflicts_of_access(access);
    gathered.clear();
  }
}

void OwnMemory::note_conflicts_of_access(const OwnAccess& access) { add(window_access_of(access)); }

WindowAccess OwnMemory::window_access_of(const OwnAccess& access) const {
  const std::uintptr_t end = std::min(access.end, part_.base + part_.bytes);
  const std::uintptr_t begin = std::max(access.begin, part_.base);
  WindowAccess noted{.kind = access.writes ? WindowAccess::Kind::store : WindowAccess::Kind::load,
                     .caller = {process_.node().id(), {}},
                     .bytes = {}};
  noted.bytes.add(part_.known_as + (begin - part_.base), part_.known_as + (end - part_.base));
  noted.own = WindowAccess::Own{&process_, access};
  return noted;
}

namespace {

void note_conflicts_of_all_own_accesses(Process& process) {
  for (OwnMemory* const memory : process.interface_state<State>().own_memories)
    memory->note_conflicts_of_own_accesses();
}

}  // namespace

bool OwnMemory::has_found_same_value_again(const OwnAtomicAccess& access) {
  const auto [last, is_first] = found_.try_emplace(access.access.begin, access.found);
  return !is_first && std::exchange(last->second, access.found) == access.found;
}

void OwnMemory::on_atomic_access(const OwnAtomicAccess& access) {
  run_as_emulator_code(process_, [&](Process& process) {
    note_conflicts_of_all_own_accesses(process);
    WindowAccess noted = window_access_of(access.access);
    noted.is_atomic = true;
    add(noted);
    witness_.note_own_atomic_access(name_of(window_), part_.rank, process.node().id(), noted.bytes.address_range(),
                                    access);
    const bool reads = access.effect != OwnAtomicAccess::Effect::stores;
    if (window_.is_shared() && reads && has_found_same_value_again(access))
      process.node().compute(process.node().rates().poll, process.last_call);
  });
}

void OwnMemory::on_atomic_fence(OwnMemoryOrder order) {
  run_as_emulator_code(process_, [&](Process& process) {
    note_conflicts_of_all_own_accesses(process);
    witness_.note_fence_of_own_accesses(process.node().id(), order);
  });
}

void OwnMemory::on_buffer_call(CallSite site, const ByteRanges& ranges, Touch touch) {
  add({.kind = touch == Touch::writes ? WindowAccess::Kind::store : WindowAccess::Kind::load,
       .caller = {process_.node().id(), site},
       .bytes = ranges.part_moved_to(part_.base, part_.base + part_.bytes, part_.known_as)});
}

void OwnMemory::add(const WindowAccess& access) {
  const auto other = witness_.add(name_of(window_), part_.rank, access);
  if (other) note_conflict(process_, *other, access, part_.rank);
}

void note_conflict(Process& process, const WindowAccess& access, const WindowAccess& other, int target) {
  const DefectCall call = defect_call_of_access(access), second = defect_call_of_access(other);
  const auto text = [](const DefectCall& each) {
    const std::string place = each.place.line == 0 ? "" : fmt::format(" ({}:{})", each.place.file, each.place.line);
    return fmt::format("{}{} of node {}", each.name, place, index(each.node));
  };
  const auto attaches = [](const WindowAccess& each) { return each.kind == WindowAccess::Kind::attach; };
  const auto verb = [&](const WindowAccess& each) { return attaches(each) ? "attaches or detaches" : "accesses"; };
  process.notes.note_defect_of_own_code(
      process.node(), attaches(access) || attaches(other) ? DefectClass::memory : DefectClass::global_concurrency,
      fmt::format("{}: it {} memory of rank {} that a {} {}, too, and nothing orders both", text(call), verb(access),
                  target, text(second), verb(other)),
      {call, second});
}

}  // namespace switchyard::mpi
