#include "runtime/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "runtime/build_info.hpp"
#include "runtime/values.hpp"

namespace switchyard {

std::ostream& operator<<(std::ostream& out, const RunReport& r) {
  const FabricStatistics& net = r.network;
  out << fmt::format("machine {}, {} nodes, clock {}, executor {}, seed {}, ", r.machine, r.nodes, r.clock, r.executor,
                     r.seed)
      << build_info() << '\n';
  out << fmt::format("makespan         {:.3f} us\n", microseconds(r.makespan));
  if (!r.finished.empty()) {
    const auto [first, last] = std::minmax_element(r.finished.begin(), r.finished.end());
    out << fmt::format("nodes finished   {:.3f} us to {:.3f} us\n", microseconds(*first), microseconds(*last));
  }
  out << fmt::format("messages         {} ({} B), {} discarded\n", net.messages, net.payload_bytes, net.discarded);
  out << fmt::format("circuits         {}, {} of them waited for a link\n", net.circuits, net.blocked);
  out << fmt::format("waits            {:.3f} us on links, {:.3f} us on ports\n", microseconds(net.link_wait),
                     microseconds(net.port_wait));
  if (r.pace) {
    out << fmt::format(
        "pace             dilation {:.4g}, {} of {} deadlines missed by more than {}; late {} (median), {} (99 %), {} "
        "(most)\n",
        r.pace->dilation, r.pace->missed, r.pace->deadlines, format_duration_rounded(r.pace->tolerance),
        format_duration_rounded(r.pace->late_median), format_duration_rounded(r.pace->late_99),
        format_duration_rounded(r.pace->late_max));
  }
  out << fmt::format("host time        {:.6f} s, {} events, trace {:016x}\n", r.host_seconds, r.events, r.trace_hash);
  return out;
}

}  // namespace switchyard
