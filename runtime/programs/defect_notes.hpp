#pragma once
/// \file defect_notes.hpp
/// Notes the defects of a program, such as a request that is never waited for, in runs that collect defects
/// (Node::defects).

#include <string>
#include <utility>
#include <vector>

#include "runtime/call_site.hpp"
#include "runtime/defect.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// A call of one of the run's nodes. It is cheap to copy, and refers to memory of the program that has made the call.
struct Caller {
  NodeId node{};
  CallSite site;

  /// Returns a description of the call that may outlive the program.
  DefectCall described() const;
  /// Returns a text such as "MPI_Send (a.c:7) of node 3".
  std::string text() const;
};

/// The notes of one node. The same defect of the same call is noted once, however often the program makes it.
class DefectNotes {
 public:
  /// Notes a defect of the call at `site`. `what` says what is wrong, and follows the call's name in the report;
  /// `others` and `more` are further calls that have part in the defect. Has no effect if the run collects no defects.
  void note(Node& node, DefectClass kind, CallSite site, const std::string& what, std::vector<Caller> others = {},
            const std::vector<DefectCall>& more = {});
  /// Notes a defect of the program's own code, rather than of a call. The same text is noted only once.
  void note_own(Node& node, DefectClass kind, const std::string& text, std::vector<DefectCall> calls);
  bool call_has_place(DefectClass kind, CallSite site) const noexcept;
  /// Makes later notes of a defect of this class in this call have no effect, because it has been noted in other words.
  void pass_over(DefectClass kind, CallSite site) { noted_.emplace_back(kind, site); }

 private:
  std::vector<std::pair<DefectClass, CallSite>> noted_;
  std::vector<std::string> own_;
};

}  // namespace switchyard
