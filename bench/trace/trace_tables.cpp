#include "bench/trace/trace_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/values.hpp"

namespace switchyard {
namespace {

std::string exact_microseconds_text(Duration time) { return format_fixed(time, std::chrono::microseconds{1}, 3); }

template <class Key, class Total>
std::vector<Total> values_in_key_order(std::map<Key, Total> totals) {
  std::vector<Total> values;
  for (auto& [key, total] : totals) values.push_back(std::move(total));
  return values;
}

void add_transfer(PhaseTotal& total, const RecordedTransfer& transfer) {
  if (total.transfers++ == 0) total.first = transfer.from;
  total.first = std::min(total.first, transfer.from);
  total.last = std::max(total.last, transfer.to);
  const Duration link_wait = transfer.time_in_state(TransferState::waits_for_link);
  total.moving_time += transfer.time_in_state(TransferState::moves);
  total.link_wait += link_wait;
  total.other_wait_time += transfer.total_waiting_time() - link_wait;
  if (transfer.info.kind != TransferKind::data) return;
  ++total.messages;
  total.bytes += transfer.info.bytes;
}

}  // namespace

std::vector<LinkTotals> link_totals(const Timeline& timeline) {
  std::map<std::uint32_t, LinkTotals> totals;
  for (const LinkUseByTransfer& used : timeline.links) {
    LinkTotals& total = totals[index(used.use.link)];
    total.link = used.use.link;
    ++total.transfers;
    total.bytes += timeline.transfers[used.transfer].info.bytes;
    total.busy += used.use.busy;
  }
  return values_in_key_order(std::move(totals));
}

std::vector<PhaseTotal> phase_totals(const Timeline& timeline) {
  std::map<std::int64_t, PhaseTotal> totals;
  for (const RecordedTransfer& transfer : timeline.transfers) {
    PhaseTotal& total = totals[transfer.phase ? static_cast<std::int64_t>(index(*transfer.phase)) : -1];
    total.phase = transfer.phase;
    add_transfer(total, transfer);
  }
  return values_in_key_order(std::move(totals));
}

std::string links_csv(const Timeline& timeline, const Routes& routes) {
  std::string text = "link,name,transfers,bytes,busy_us,utilisation\n";
  const double length = microseconds(timeline.end);
  for (const LinkTotals& total : link_totals(timeline)) {
    text += fmt::format("{},{},{},{},{},{:.6f}\n", index(total.link), routes.link_name(total.link), total.transfers,
                        total.bytes, exact_microseconds_text(total.busy),
                        length > 0 ? microseconds(total.busy) / length : 0);
  }
  return text;
}

std::string phases_csv(const Timeline& timeline) {
  std::string text = "phase,messages,bytes,transfers,first_us,last_us,data_us,link_wait_us,other_wait_us\n";
  for (const PhaseTotal& total : phase_totals(timeline)) {
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{}\n", total.phase ? fmt::format("{}", index(*total.phase) + 1) : "", total.messages,
        total.bytes, total.transfers, exact_microseconds_text(total.first.time_since_epoch()),
        exact_microseconds_text(total.last.time_since_epoch()), exact_microseconds_text(total.moving_time),
        exact_microseconds_text(total.link_wait), exact_microseconds_text(total.other_wait_time));
  }
  return text;
}

}  // namespace switchyard
