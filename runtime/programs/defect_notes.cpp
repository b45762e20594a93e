#include "runtime/programs/defect_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/call_text.hpp"
#include "runtime/stop_point.hpp"

namespace switchyard {
namespace {

std::string name_in(CallSite site) { return std::string(site.call_name_or("a call")); }

}  // namespace

DefectCall Caller::described() const { return {.node = node, .name = name_in(site), .place = site}; }

std::string Caller::text() const { return fmt::format("{} of node {}", call_text(name_in(site), site), index(node)); }

void DefectNotes::note(Node& node, DefectClass kind, CallSite site, const std::string& what, std::vector<Caller> others,
                       const std::vector<DefectCall>& more) {
  if (node.defects() == nullptr || call_has_place(kind, site)) return;
  noted_.emplace_back(kind, site);
  Defect defect{.kind = kind, .text = fmt::format("{}: {}", call_text(name_in(site), site), what)};
  defect.calls.push_back(Caller{node.id(), site}.described());
  for (const Caller& other : others) defect.calls.push_back(other.described());
  defect.calls.insert(defect.calls.end(), more.begin(), more.end());
  switchyard_stop_here(defect.text.c_str());
  node.defects()->add(std::move(defect));
}

bool DefectNotes::call_has_place(DefectClass kind, CallSite site) const noexcept {
  return std::ranges::find(noted_, std::pair(kind, site)) != noted_.end();
}

void DefectNotes::note_own(Node& node, DefectClass kind, const std::string& text, std::vector<DefectCall> calls) {
  if (node.defects() == nullptr || std::ranges::find(own_, text) != own_.end()) return;
  own_.push_back(text);
  switchyard_stop_here(text.c_str());
  node.defects()->add({.kind = kind, .text = text, .calls = std::move(calls)});
}

}  // namespace switchyard
