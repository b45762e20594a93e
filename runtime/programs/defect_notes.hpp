#pragma once
/// \file defect_notes.hpp
/// Records the defects of a program, such as a request that is never waited for, in runs that
/// collect defects (Node::defects).

#include <string>
#include <utility>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/defect.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// A call that a node of the run has made. Copying this object is cheap, as it only refers to the name and file of the
/// call in the program's memory.
struct CallOfNode {
  NodeId node{};
  CallSite site;

  /// Returns a description of the call that does not refer to the program's memory, and so may
  /// outlive the program.
  CallInvolvedInDefect to_defect_call() const;
  /// Returns a text such as "MPI_Send (a.c:7) of node 3".
  std::string text() const;
};

/// The defects recorded for one node. The same defect of the same call is recorded only once,
/// however often the program makes the call.
class NodeDefectRecorder {
 public:
  /// Records a defect of the program in its call at `site`. `what` says what is wrong, and follows the call's name in
  /// the report; `others` and `more` are further calls involved in the defect, of nodes and as text that is already
  /// complete. Has no effect if the run collects no defects.
  void note_defect(Node& node, DefectClass kind, CallSite site, const std::string& what,
                   std::vector<CallOfNode> others = {}, const std::vector<CallInvolvedInDefect>& more = {});
  /// Records a defect of the program's own code, such as a load or store, rather than of a call. The same text is
  /// recorded only once.
  void note_defect_of_own_code(Node& node, DefectClass kind, const std::string& text,
                               std::vector<CallInvolvedInDefect> calls);
  bool has_noted_defect(DefectClass kind, CallSite site) const noexcept;
  /// Marks a defect of class `kind` of the call at `site` as already recorded in other words, so that later calls of
  /// note_defect() for it have no effect.
  void mark_defect_as_noted(DefectClass kind, CallSite site) { noted_defects_of_calls_.emplace_back(kind, site); }

 private:
  std::vector<std::pair<DefectClass, CallSite>> noted_defects_of_calls_;
  std::vector<std::string> noted_texts_of_own_code_;
};

}  // namespace switchyard
