/// \file window_calls.cpp
/// MPI's functions that make, free and query windows, and those on the attributes of windows.
///
/// Source: MPI 3.1, sec. 11.2, 6.7.3 and 6.8.

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

#include "runtime/programs/heap.hpp"
#include "runtime/programs/mpi/groups.hpp"
#include "runtime/programs/mpi/info.hpp"
#include "runtime/programs/mpi/making.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/text.hpp"
#include "runtime/programs/mpi/window.hpp"
#include "runtime/programs/mpi/window_epochs.hpp"

namespace switchyard::mpi {
namespace {

/// The memory of a program that it exposes in a window, so that the other members may access it.
struct ExposedMemory {
  void* base = nullptr;
  MPI_Aint size = 0;
  std::int64_t displacement_unit = 1;
  int window_flavor = MPI_WIN_FLAVOR_CREATE;
};

void check_exposed_memory(const ExposedMemory& shown) {
  if (shown.size < 0) fail(MPI_ERR_SIZE, "size {} is negative", shown.size);
  if (shown.displacement_unit <= 0) fail(MPI_ERR_DISP, "disp_unit {} is not positive", shown.displacement_unit);
}

void watch_window_memory(Call& call, Window& window, const ProgramWindowAccesses::WindowMemoryRange& part) {
  window.program_access_watches.push_back(
      std::make_unique<ProgramWindowAccesses>(call.process, call.state.history->windows, window, part));
  call.state.program_window_accesses.push_back(window.program_access_watches.back().get());
}

/// If the run looks for defects, watches the accesses that this node's program makes to the memory of the window
/// without one-sided calls of MPI.
void watch_memory(Call& call, Window& window) {
  if (!call.state.history) return;
  window.service->set_memory_change_listener([&window, &memory_watch = call.process.memory_watch](
                                                 NodeId source, const WindowRequest& request, ByteRanges ranges) {
    memory_watch.note_memory_change_by_another_node(ranges);
    for (const auto& own : window.program_access_watches) own->record_memory_change_by_request(source, request, ranges);
  });
  for (std::size_t rank = 0; rank < window.memory_shapes.size(); ++rank) {
    const bool is_own = static_cast<int>(rank) == window.comm->rank();
    if (window.memory_shapes[rank].bytes == 0 || (!is_own && !window.is_shared())) continue;
    watch_window_memory(call, window,
                        {.rank = static_cast<int>(rank),
                         .base_address = reinterpret_cast<std::uintptr_t>(window.memory_of_rank(rank)),
                         .bytes = window.memory_shapes[rank].bytes,
                         .address_in_access_history = kWindowBegin});
  }
}

/// Returns the value of the key `key` in the info object, or `otherwise` if the key is not there.
std::string_view info_value_or_default(const InfoObject& info, std::string_view key, std::string_view otherwise) {
  const auto found = std::ranges::find_if(info.entries, [&](const auto& each) { return each.first == key; });
  return found == info.entries.end() ? otherwise : std::string_view(found->second);
}

/// Makes the window report each atomic access to this node's memory to the run's call history when it is carried out.
/// Has no effect if the run does not look for defects.
void set_up_recording_of_atomic_accesses(Call& call, const Window& window) {
  if (!call.state.history) return;
  window.service->set_atomic_access_listener([history = call.state.history, name = name_of(window),
                                              rank = window.comm->rank()](NodeId source, const WindowRequest& request,
                                                                          WindowService::AtomicResult result) {
    using enum WindowHistory::AtomicEffect;
    if (result == WindowService::AtomicResult::memory_values_changed)
      history->memory_polls.note_change_of_window_memory();
    const bool only_stores =
        request.kind == WindowRequest::Kind::accumulate && request.operation == PredefinedReductionOperation::replace;
    history->windows.note_atomic_access_served(name, rank, source, request.access_number,
                                               result == WindowService::AtomicResult::memory_only_read ? reads
                                               : only_stores ? replaces_old_values
                                                             : reads_and_replaces);
  });
}

/// Tells the run's call history where this node's memory in the window lies. A dynamic window may have any memory of
/// the node. Has no effect if the run does not look for defects.
void note_place_of_memory(Call& call, const Window& window) {
  if (!call.state.history) return;
  WindowHistory::WindowMemoryLocation place{.node = call.node.id()};
  if (window.is_dynamic()) {
    place.end = std::numeric_limits<std::uintptr_t>::max();
    place.address_in_access_history = 0;
  } else {
    place.begin = reinterpret_cast<std::uintptr_t>(window.base);
    place.end = place.begin + static_cast<std::uintptr_t>(window.size);
  }
  call.state.history->windows.note_place_of_memory(name_of(window), window.comm->rank(), place);
}

/// Notes a defect if sizes or displacement units of the members' memory differ although the program has promised by the
/// window's info object that they are equal (MPI 3.1, sec. 11.2.1).
void check_hints_of_equal_window_memory(Call& call, const Window& window) {
  if (call.state.history == nullptr) return;
  const auto check = [&](std::string_view key, auto value_of_shape, const char* what) {
    if (info_value_or_default(window.info, key, "false") != "true") return;
    const auto& shapes = window.memory_shapes;
    const auto own = value_of_shape(shapes[static_cast<std::size_t>(window.comm->rank())]);
    const auto other = std::ranges::find_if(shapes, [&](const auto& each) { return value_of_shape(each) != own; });
    if (other == shapes.end()) return;
    call.process.defect_notes.note_defect(
        call.node, DefectClass::invalid_parameter, call.site,
        fmt::format(
            "the info {} promises that its {} is the same on all ranks, but it is {} on rank {}, and {} on rank {}",
            key, what, own, window.comm->rank(), value_of_shape(*other), other - shapes.begin()));
  };
  check(
      "same_size", [](const Window::WindowMemoryShape& shape) { return shape.bytes; }, "size");
  check(
      "same_disp_unit", [](const Window::WindowMemoryShape& shape) { return shape.displacement_unit; },
      "displacement unit");
}

/// Lets all members of a window know the size and the displacement unit of each other's memory. If calls wait only
/// where the standard requires it, a member waits for the others when it needs what they tell, and not here. The
/// members of a shared window need it at once.
void exchange_window_memory_sizes_and_units(Call& call, Window& window, Window::WindowMemoryShape own) {
  window.memory_shapes.resize(static_cast<std::size_t>(window.comm->size()));
  Window::WindowMemoryShape& own_place = window.memory_shapes[static_cast<std::size_t>(window.comm->rank())];
  own_place = own;
  GroupCall telling = GroupCall::all_gather(std::as_bytes(std::span(&own_place, 1)),
                                            std::as_writable_bytes(std::span(window.memory_shapes)));
  if (waits_only_where_required(call) && !window.is_shared()) {
    window.handle_of_memory_sizes_exchange = window.comm->group().post(std::move(telling), call.site);
  } else {
    window.comm->group().run(std::move(telling), call.site);
    check_hints_of_equal_window_memory(call, window);
  }
}

/// A member's part of the memory of a shared window. `page_block` is the block that contains it, if that has pages of
/// its own; otherwise it lies in a block of the heap of rank 0.
struct MemberPartOfSharedWindow {
  std::byte* begin = nullptr;
  PageGuardedMemoryBlock* page_block = nullptr;
};

/// Keeps in the window where the parts of all members lie, and makes their blocks known to this node.
void store_shared_window_parts(Call& call, Window& window, std::span<const MemberPartOfSharedWindow> parts) {
  for (const auto& [begin, block] : parts) {
    window.shared_part_addresses.push_back(begin);
    if (block == nullptr || std::ranges::find(window.shared_blocks, block) != window.shared_blocks.end()) continue;
    window.shared_blocks.push_back(block);
    if (window.comm->rank() != 0) call.process.page_blocks.share(*block, call.site);
  }
  if (window.comm->rank() == 0 && !parts.empty() && window.shared_blocks.empty())
    window.allocated_memory = parts.front().begin;
}

/// Makes a window. All members of the communicator must call this function. `shared_parts` are the parts of all members
/// in a shared window, and empty for other windows.
WindowPtr make_window(Call& call, const CommunicatorPtr& parent, const ExposedMemory& shown, InfoObject info,
                      std::span<const MemberPartOfSharedWindow> shared_parts = {}) {
  if (call.state.history) call.state.history->event_order.enable_vector_clocks();
  const Context context = agree_on_context(call, *parent);
  auto window = std::make_shared<Window>(make_communicator(call, *parent, parent->members(), context));
  window->base = shown.base;
  window->size = shown.size;
  IntOrLargeCountPointer(&window->displacement_unit).set(shown.displacement_unit);
  window->window_flavor = shown.window_flavor;
  window->site = call.site;
  window->info = std::move(info);
  store_shared_window_parts(call, *window, shared_parts);
  window->forbids_locks = info_value_or_default(window->info, "no_locks", "false") == "true";
  window->has_same_accumulate_operation_hint =
      info_value_or_default(window->info, "accumulate_ops", "same_op_no_op") == "same_op";
  window->orders_accumulates =
      info_value_or_default(window->info, "accumulate_ordering", "rar,raw,war,waw").find("waw") !=
      std::string_view::npos;
  WindowMemory memory{.base = static_cast<std::byte*>(shown.base),
                      .bytes = static_cast<std::uint64_t>(shown.size),
                      .displacement_unit = shown.displacement_unit,
                      .is_dynamic = window->is_dynamic(),
                      .attached_sizes = {}};
  window->service = std::make_shared<WindowService>(call.node, context, call.site, std::move(memory));
  set_up_recording_of_atomic_accesses(call, *window);
  window->service_request = Group::start_in_background(call.node, window->service);
  note_place_of_memory(call, *window);
  exchange_window_memory_sizes_and_units(call, *window,
                                         {static_cast<std::uint64_t>(shown.size), shown.displacement_unit});
  watch_memory(call, *window);
  note_window_synchronisation(call, *window);
  return window;
}

void store_window_handle(Call& call, WindowPtr window, MPI_Win* result) {
  *result = call.state.windows.add(std::move(window), call.site);
  if (*result == MPI_WIN_NULL) fail(MPI_ERR_OTHER, "there are too many windows");
}

void create_window(Call& call, void* base, MPI_Aint size, MPI_Count unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  const ExposedMemory shown{.base = base, .size = size, .displacement_unit = unit};
  check_pointer(result, "win");
  check_exposed_memory(shown);
  if (base == nullptr && size > 0) fail(MPI_ERR_BASE, "base is a null pointer");
  const Values memory{base, static_cast<std::uint64_t>(std::max<MPI_Aint>(size, 0)), layout_of(NamedType::byte)};
  check_memory_bounds(call, std::span(&memory, 1));
  store_window_handle(call, make_window(call, parent, shown, info_or_empty(call, info)), result);
}

void allocate_window(Call& call, MPI_Aint size, MPI_Count unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  ExposedMemory shown{.size = size, .displacement_unit = unit, .window_flavor = MPI_WIN_FLAVOR_ALLOCATE};
  check_pointer(base, "baseptr");
  check_pointer(result, "win");
  check_exposed_memory(shown);
  InfoObject given = info_or_empty(call, info);
  shown.base = call.process.allocate_for_communication_interface(static_cast<std::size_t>(size), call.site);
  if (shown.base == nullptr) fail(MPI_ERR_NO_MEM, "there is no memory for {} B", size);
  WindowPtr window = make_window(call, parent, shown, std::move(given));
  window->allocated_memory = shown.base;
  *static_cast<void**>(base) = shown.base;
  store_window_handle(call, std::move(window), result);
}

/// Lays out the parts of a shared window in one block of `bytes` bytes, in the order of ranks. Returns null pointers if
/// there is no memory.
std::vector<MemberPartOfSharedWindow> lay_out_contiguous_parts(Call& call, std::span<const MPI_Aint> sizes) {
  const auto bytes = static_cast<std::size_t>(std::accumulate(sizes.begin(), sizes.end(), MPI_Aint{0}));
  PageGuardedMemoryBlock* const block =
      call.process.is_run_checked_for_defects()
          ? call.process.page_blocks.allocate(bytes, call.site, PageBlocks::Placement::block_ends_at_page_end,
                                              static_cast<std::uint32_t>(sizes.size()))
          : nullptr;
  auto* at = block != nullptr
                 ? block->first_byte()
                 : static_cast<std::byte*>(call.process.heap.allocate_zeros(std::max<std::size_t>(bytes, 1)));
  std::vector<MemberPartOfSharedWindow> parts(sizes.size());
  if (at == nullptr) return parts;
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    parts[rank] = {at, block};
    at += sizes[rank];
  }
  return parts;
}

/// Lays out the parts of a shared window in pages of their own, as the info key alloc_shared_noncontig permits. The
/// parts of neighbours lie at different ends of their pages, so that an access that takes them to be contiguous misses
/// the parts in one of the two directions. Returns an empty list if there is no room for such pages.
std::vector<MemberPartOfSharedWindow> lay_out_window_parts_in_separate_pages(Call& call,
                                                                             std::span<const MPI_Aint> sizes) {
  std::vector<MemberPartOfSharedWindow> parts;
  for (const MPI_Aint size : sizes) {
    const auto placement = parts.size() % 2 == 0 ? PageBlocks::Placement::block_ends_at_page_end
                                                 : PageBlocks::Placement::block_begins_at_page_start;
    PageGuardedMemoryBlock* const block = call.process.page_blocks.allocate(
        static_cast<std::size_t>(size), call.site, placement, static_cast<std::uint32_t>(sizes.size()));
    if (block == nullptr) return {};
    parts.push_back({block->first_byte(), block});
  }
  return parts;
}

/// Allocates the memory of a shared window. All nodes can access it, as they are threads or fibers of one process of
/// the host. These loads and stores do not appear in the emulated machine.
std::vector<MemberPartOfSharedWindow> allocate_shared_parts(Call& call, Communicator& comm,
                                                            std::span<const MPI_Aint> sizes, const InfoObject& info) {
  std::vector<MemberPartOfSharedWindow> parts(sizes.size());
  if (comm.rank() == 0) {
    const bool are_separate = call.process.is_run_checked_for_defects() &&
                              info_value_or_default(info, "alloc_shared_noncontig", "false") == "true";
    parts =
        are_separate ? lay_out_window_parts_in_separate_pages(call, sizes) : std::vector<MemberPartOfSharedWindow>();
    if (parts.empty()) parts = lay_out_contiguous_parts(call, sizes);
  }
  comm.group().broadcast(0, std::span(parts), call.site);
  if (parts.front().begin == nullptr) {
    fail(MPI_ERR_NO_MEM, "there is no memory for {} B", std::accumulate(sizes.begin(), sizes.end(), MPI_Aint{0}));
  }
  return parts;
}

void allocate_shared(Call& call, MPI_Aint size, MPI_Count unit, MPI_Info info, MPI_Comm comm, void* base,
                     MPI_Win* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  ExposedMemory shown{.size = size, .displacement_unit = unit, .window_flavor = MPI_WIN_FLAVOR_SHARED};
  check_pointer(base, "baseptr");
  check_pointer(result, "win");
  check_exposed_memory(shown);
  InfoObject given = info_or_empty(call, info);
  note_collective_begin(call, *parent);
  std::vector<MPI_Aint> sizes(static_cast<std::size_t>(parent->size()));
  parent->group().all_gather(std::span<const MPI_Aint>(&size, 1), std::span(sizes), call.site);
  const std::vector<MemberPartOfSharedWindow> parts = allocate_shared_parts(call, *parent, sizes, given);
  note_collective_end(call, *parent, parent->last_collective_number());
  shown.base = parts[static_cast<std::size_t>(parent->rank())].begin;
  WindowPtr window = make_window(call, parent, shown, std::move(given), parts);
  *static_cast<void**>(base) = shown.base;
  store_window_handle(call, std::move(window), result);
}

/// Implements MPI_Win_shared_query: returns the size, displacement unit and address of a member's part of a shared
/// window. For MPI_PROC_NULL, returns those of the first part that is not empty.
void shared_query(Call& call, MPI_Win win, int rank, MPI_Aint* size, IntOrLargeCountPointer unit, void* base) {
  const Window& window = *window_of(call, win);
  if (window.window_flavor != MPI_WIN_FLAVOR_SHARED) fail(MPI_ERR_RMA_FLAVOR, "the window is not a shared one");
  check_target(window, rank);
  check_pointer(size, "size");
  check_pointer(unit, "disp_unit");
  check_pointer(base, "baseptr");
  const auto has_bytes = [](const Window::WindowMemoryShape& shape) { return shape.bytes > 0; };
  auto place = static_cast<std::size_t>(std::max(rank, 0));
  if (rank == MPI_PROC_NULL)
    place =
        static_cast<std::size_t>(std::ranges::find_if(window.memory_shapes, has_bytes) - window.memory_shapes.begin());
  if (place == window.memory_shapes.size()) place = 0;
  *size = static_cast<MPI_Aint>(window.memory_shapes[place].bytes);
  unit.set(window.memory_shapes[place].displacement_unit);
  *static_cast<void**>(base) = window.memory_of_rank(place);
}

void create_dynamic_window(Call& call, MPI_Info info, MPI_Comm comm, MPI_Win* result) {
  const CommunicatorPtr parent = intracommunicator_of(call, comm);
  check_pointer(result, "win");
  store_window_handle(
      call, make_window(call, parent, {.window_flavor = MPI_WIN_FLAVOR_DYNAMIC}, info_or_empty(call, info)), result);
}

Window& dynamic_window_of(Call& call, MPI_Win win) {
  Window& window = *window_of(call, win);
  if (!window.is_dynamic()) fail(MPI_ERR_RMA_FLAVOR, "the window is not a dynamic one");
  return window;
}

/// Records, for the checks of the run, that the node attaches or detaches memory of a dynamic window. Other nodes may
/// access the memory only after they know that it was attached, and before it is detached.
void note_attached_memory_changes(Call& call, const Window& window, const void* base, std::uint64_t size) {
  if (!call.state.history) return;
  WindowAccess noted{.kind = WindowAccess::Kind::attach_memory_to_window,
                     .originating_call = {call.node.id(), call.site},
                     .target_bytes = {}};
  noted.target_bytes = ByteRanges({static_cast<const std::byte*>(base), size});
  const auto other = call.state.history->windows.add_and_find_conflict(name_of(window), window.comm->rank(), noted);
  if (other) note_conflict(call.process, *other, noted, window.comm->rank());
}

void attach_memory(Call& call, MPI_Win win, void* base, MPI_Aint size) {
  Window& window = dynamic_window_of(call, win);
  if (size < 0) fail(MPI_ERR_SIZE, "size {} is negative", size);
  if (size == 0) {
    window.attached_empty_memory.insert(base);
    return;
  }
  if (base == nullptr) fail(MPI_ERR_RMA_ATTACH, "base is a null pointer");
  auto& attached = window.service->memory().attached_sizes;
  auto* const begin = static_cast<std::byte*>(base);
  const auto after = attached.lower_bound(begin);
  const bool meets_next = after != attached.end() && after->first < begin + size;
  const bool meets_last = after != attached.begin() && std::prev(after)->first + std::prev(after)->second > begin;
  if (meets_next || meets_last) fail(MPI_ERR_RMA_ATTACH, "a part of this memory is attached already");
  const Values exposed{begin, static_cast<std::uint64_t>(size), layout_of(NamedType::byte)};
  check_memory_bounds(call, std::span(&exposed, 1));
  attached.emplace(begin, static_cast<std::uint64_t>(size));
  note_attached_memory_changes(call, window, base, static_cast<std::uint64_t>(size));
  if (!call.state.history) return;
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  watch_window_memory(call, window,
                      {.rank = window.comm->rank(),
                       .base_address = address,
                       .bytes = static_cast<std::uint64_t>(size),
                       .address_in_access_history = address});
}

/// Stops watching the attached memory of a dynamic window that begins at `base`, if it is watched.
void stop_watching_window_memory(Call& call, Window& window, const void* base) {
  const auto watched = std::ranges::find_if(window.program_access_watches,
                                            [&](const auto& part) { return part->is_base_address(base); });
  if (watched == window.program_access_watches.end()) return;
  std::erase(call.state.program_window_accesses, watched->get());
  window.program_access_watches.erase(watched);
}

void detach_memory(Call& call, MPI_Win win, const void* base) {
  Window& window = dynamic_window_of(call, win);
  auto& attached = window.service->memory().attached_sizes;
  const auto with_bytes = attached.find(static_cast<std::byte*>(const_cast<void*>(base)));
  if (with_bytes != attached.end()) {
    note_attached_memory_changes(call, window, base, with_bytes->second);
    attached.erase(with_bytes);
    return stop_watching_window_memory(call, window, base);
  }
  const auto without_bytes = window.attached_empty_memory.find(base);
  if (without_bytes == window.attached_empty_memory.end()) fail(MPI_ERR_BASE, "no memory that begins here is attached");
  window.attached_empty_memory.erase(without_bytes);
}

/// Receives the messages by which other members permit this node to access their memory, as far as no access has waited
/// for them yet.
void await_all_epoch_openings(Call& call, Window& window) {
  std::vector<int> targets;
  for (const Window::AwaitedEpochOpening& each : window.awaited_epoch_openings) targets.push_back(each.target_rank);
  await_epoch_openings(call, window, targets);
}

/// Stops serving requests to this node's memory in a window, once all members make the same call. If the program has
/// set the info key no_locks, the call need not wait for the other members (MPI 3.1, sec. 11.2.5), because no epoch is
/// left in which they could access this node's memory.
void end_window_service_collectively(Call& call, Window& window) {
  const bool waits_for_members = !window.forbids_locks || !waits_only_where_required(call);
  await_window_memory_sizes_and_units(call, window);
  note_collective_begin(call, *window.comm);
  if (waits_for_members) window.comm->group().barrier(call.site);
  note_collective_end(call, *window.comm, window.comm->last_collective_number(),
                      waits_for_members ? EventKnowledgeAfterCollective::events_of_members_that_sent_values
                                        : EventKnowledgeAfterCollective::no_events);
  await_all_epoch_openings(call, window);
  if (call.state.history) {
    call.state.history->windows.record_member_freeing_window(name_of(window),
                                                             static_cast<std::uint32_t>(window.comm->size()));
  }
  stop_service(call.node, window, call.site);
  for (const auto& own : window.program_access_watches) std::erase(call.state.program_window_accesses, own.get());
  window.program_access_watches.clear();
}

void free_window(Call& call, MPI_Win* win) {
  check_pointer(win, "win");
  const WindowPtr window = window_of(call, *win);
  check_window_is_not_in_use(call, *window);
  window->attributes.remove_all_attributes(call, *win);
  for (PageGuardedMemoryBlock* const block : window->shared_blocks) call.process.prepare_page_block_for_freeing(*block);
  end_window_service_collectively(call, *window);
  for (PageGuardedMemoryBlock* const block : window->shared_blocks) call.process.release_page_block(*block, call.site);
  if (window->allocated_memory != nullptr)
    call.process.release_block_of_communication_interface(window->allocated_memory, call.site);
  call.state.windows.remove_and_return_object(*win);
  *win = MPI_WIN_NULL;
}

void get_group(Call& call, MPI_Win win, MPI_Group* result) {
  check_pointer(result, "group");
  *result = add_group(call, window_of(call, win)->comm->members());
}
void set_info(Call& call, MPI_Win win, MPI_Info info) {
  const InfoObject given = info_or_empty(call, info);
  update_hints(window_of(call, win)->info, given);
}
void get_info(Call& call, MPI_Win win, MPI_Info* result) {
  check_pointer(result, "info_used");
  *result = call.state.infos.add(window_of(call, win)->info, call.site);
}
void set_name(Call& call, MPI_Win win, const char* name) {
  const WindowPtr& window = window_of(call, win);
  check_pointer(name, "win_name");
  window->name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
}
void get_name(Call& call, MPI_Win win, char* name, int* length) {
  if (win == MPI_WIN_NULL) return copy_text_to_program(call, "MPI_WIN_NULL", MPI_MAX_OBJECT_NAME, name, length);
  copy_text_to_program(call, window_of(call, win)->name, MPI_MAX_OBJECT_NAME, name, length);
}

// --- attributes of windows ------------------------------------------------------------------------------------------

void create_keyval(Call& call, MPI_Win_copy_attr_function* copy, MPI_Win_delete_attr_function* remove, int* key,
                   void* extra) {
  call.state.keyvals.create_attribute_key(Keyval::AttributedObjectKind::window, copy, remove, key, extra, "win_keyval",
                                          call.site);
}
void free_keyval(Call& call, int* key) {
  call.state.keyvals.free_attribute_key(Keyval::AttributedObjectKind::window, key, "win_keyval");
}
void set_attribute(Call& call, MPI_Win win, int key, void* value) {
  window_of(call, win)->attributes.set(call, win, key, Keyval::AttributedObjectKind::window, value);
}

void* predefined_attribute(Window& window, int key) {
  switch (key) {
    case MPI_WIN_BASE:
      return window.base;
    case MPI_WIN_SIZE:
      return &window.size;
    case MPI_WIN_DISP_UNIT:
      return &window.displacement_unit;
    case MPI_WIN_CREATE_FLAVOR:
      return &window.window_flavor;
    default:
      return &window.model;
  }
}

void get_attribute(Call& call, MPI_Win win, int key, void* value, int* flag) {
  Window& window = *window_of(call, win);
  check_pointer(value, "attribute_val");
  check_pointer(flag, "flag");
  std::optional<void*> found;
  if (key >= MPI_WIN_BASE && key <= MPI_WIN_MODEL) {
    found = predefined_attribute(window, key);
  } else {
    call.state.keyvals.keyval_of_key(key, Keyval::AttributedObjectKind::window);
    found = window.attributes.find_attribute(key);
  }
  *flag = found ? 1 : 0;
  if (found) *static_cast<void**>(value) = *found;
}
void delete_attribute(Call& call, MPI_Win win, int key) {
  const WindowPtr& window = window_of(call, win);
  call.state.keyvals.keyval_of_key(key, Keyval::AttributedObjectKind::window);
  window->attributes.remove_attribute(call, win, key);
}

}  // namespace

void leave_unfreed_windows(Call& call) {
  std::vector<WindowPtr> windows;
  call.state.windows.for_each([&](MPI_Win, CallSite, const WindowPtr& window) { windows.push_back(window); });
  // Sorted by the contexts of their communicators, the windows are in the same order on all members, so that no two
  // nodes wait for each other at different windows.
  std::ranges::sort(windows, {}, [](const WindowPtr& window) { return window->comm->context(); });
  for (const WindowPtr& window : windows) end_window_service_collectively(call, *window);
  call.state.windows = decltype(call.state.windows){};
}

SymbolBindings window_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_COUNTED(list, Win_create, create_window);
    SWITCHYARD_MPI_BIND_COUNTED(list, Win_allocate, allocate_window);
    SWITCHYARD_MPI_BIND_COUNTED(list, Win_allocate_shared, allocate_shared);
    SWITCHYARD_MPI_BIND_COUNTED(list, Win_shared_query, shared_query);
    SWITCHYARD_MPI_BIND(list, Win_create_dynamic, create_dynamic_window);
    SWITCHYARD_MPI_BIND(list, Win_attach, attach_memory);
    SWITCHYARD_MPI_BIND(list, Win_detach, detach_memory);
    SWITCHYARD_MPI_BIND(list, Win_free, free_window);
    SWITCHYARD_MPI_BIND(list, Win_get_group, get_group);
    SWITCHYARD_MPI_BIND(list, Win_set_info, set_info);
    SWITCHYARD_MPI_BIND(list, Win_get_info, get_info);
    SWITCHYARD_MPI_BIND(list, Win_set_name, set_name);
    SWITCHYARD_MPI_BIND(list, Win_get_name, get_name);
    SWITCHYARD_MPI_BIND(list, Win_create_keyval, create_keyval);
    SWITCHYARD_MPI_BIND(list, Win_free_keyval, free_keyval);
    SWITCHYARD_MPI_BIND(list, Win_set_attr, set_attribute);
    SWITCHYARD_MPI_BIND(list, Win_get_attr, get_attribute);
    SWITCHYARD_MPI_BIND(list, Win_delete_attr, delete_attribute);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
