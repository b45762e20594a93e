#include "runtime/engine/guarded_fabric.hpp"

#include <fmt/format.h>

#include <new>

namespace switchyard {

void FabricWithErrorContext::note_touched_by_event(NodeId node) noexcept {
  agenda_.note_touched_by_event(node);
  note_all_state_touched_unless_reported();
}

[[gnu::cold]] void FabricWithErrorContext::rethrow_as_machine_error(const char* call, NodeId node) const {
  const auto named = [&](std::string_view what) {
    return MachineError(fmt::format("machine {}: {} for node {} threw {} (virtual time {:.3f} us, seed {})",
                                    agenda_.machine_name(), call, index(node), what, microseconds(agenda_.now()),
                                    agenda_.options().seed));
  };
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const NodeError&) {
    throw;
  } catch (const std::exception& error) {
    throw named(error.what());
  } catch (...) {
    throw named("something that is not a std::exception");
  }
}

}  // namespace switchyard
