#include "runtime/programs/defect_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/call_text.hpp"
#include "runtime/stop_point.hpp"

namespace switchyard {
namespace {

std::string called_function_name(CallSite site) { return std::string(site.called_function_name_or_default("a call")); }

}  // namespace

CallInvolvedInDefect CallOfNode::to_defect_call() const {
  return {.node = node, .name = called_function_name(site), .place = site};
}

std::string CallOfNode::text() const {
  return fmt::format("{} of node {}", call_text(called_function_name(site), site), index(node));
}

void NodeDefectRecorder::note_defect(Node& node, DefectClass kind, CallSite site, const std::string& what,
                                     std::vector<CallOfNode> others, const std::vector<CallInvolvedInDefect>& more) {
  if (node.defects() == nullptr || has_noted_defect(kind, site)) return;
  noted_defects_of_calls_.emplace_back(kind, site);
  Defect defect{.kind = kind, .text = fmt::format("{}: {}", call_text(called_function_name(site), site), what)};
  defect.calls.push_back(CallOfNode{node.id(), site}.to_defect_call());
  for (const CallOfNode& other : others) defect.calls.push_back(other.to_defect_call());
  defect.calls.insert(defect.calls.end(), more.begin(), more.end());
  switchyard_stop_here(defect.text.c_str());
  node.defects()->add(std::move(defect));
}

bool NodeDefectRecorder::has_noted_defect(DefectClass kind, CallSite site) const noexcept {
  return std::ranges::find(noted_defects_of_calls_, std::pair(kind, site)) != noted_defects_of_calls_.end();
}

void NodeDefectRecorder::note_defect_of_own_code(Node& node, DefectClass kind, const std::string& text,
                                                 std::vector<CallInvolvedInDefect> calls) {
  if (node.defects() == nullptr || std::ranges::find(noted_texts_of_own_code_, text) != noted_texts_of_own_code_.end())
    return;
  noted_texts_of_own_code_.push_back(text);
  switchyard_stop_here(text.c_str());
  node.defects()->add({.kind = kind, .text = text, .calls = std::move(calls)});
}

}  // namespace switchyard
