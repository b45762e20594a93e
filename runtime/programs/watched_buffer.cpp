#include "runtime/programs/watched_buffer.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "runtime/misuse.hpp"

namespace switchyard {

void check_memory_of_call(Process& process, const char* call, CallSite site, std::span<const std::byte> memory,
                          ReadOrWrite touch) {
  if (!process.is_run_checked_for_defects() || memory.empty()) return;
  const std::string fault = process.text_of_memory_misuse(memory);
  if (!fault.empty()) throw error_with_defect_class(misuse_error(call, site, fault), DefectClass::memory);
  process.memory_watch.check_memory_used_by_call_at_site(process.node(), process.defect_notes, site, ByteRanges(memory),
                                                         touch);
}

WatchedBuffer WatchedBuffer::buffer_to_send(Process& process, const char* call, CallSite site,
                                            std::span<const std::byte> data) {
  WatchedBuffer buffer;
  if (!process.is_run_checked_for_defects() || data.empty()) return buffer;
  check_memory_of_call(process, call, site, data, ReadOrWrite::reads);
  buffer.watched_call_id_ = process.memory_watch.begin_watching(process.node(), process.defect_notes, site,
                                                                ByteRanges(data), ReadOrWrite::reads);
  return buffer;
}

WatchedBuffer WatchedBuffer::buffer_to_receive(Process& process, const char* call, CallSite site,
                                               std::span<std::byte> memory) {
  WatchedBuffer buffer;
  buffer.program_memory_ = memory;
  if (!process.is_run_checked_for_defects() || memory.empty()) return buffer;
  check_memory_of_call(process, call, site, memory, ReadOrWrite::writes);
  buffer.watched_call_id_ = process.memory_watch.begin_watching(process.node(), process.defect_notes, site,
                                                                ByteRanges(memory), ReadOrWrite::writes);
  buffer.receive_copy_.resize(memory.size());
  return buffer;
}

void WatchedBuffer::complete_call(Process& process, CallSite site, std::uint64_t bytes) {
  process.memory_watch.check_and_stop_watching_call(process.node(), process.defect_notes, site,
                                                    std::exchange(watched_call_id_, 0));
  const std::size_t come = std::min<std::size_t>(bytes, receive_copy_.size());
  if (come > 0) std::memcpy(program_memory_.data(), receive_copy_.data(), come);
  receive_copy_.clear();
}

void WatchedBuffer::stop_watching_buffer(Process& process) {
  process.memory_watch.stop_watching_call(std::exchange(watched_call_id_, 0));
}

}  // namespace switchyard
