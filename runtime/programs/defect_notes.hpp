#pragma once
/// \file defect_notes.hpp
/// Notes that the calls of a program make of its defects, if the run collects defects (Node::defects).

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

  /// Returns the call in fields that outlive the program.
  DefectCall described() const;
  /// Returns a text such as "MPI_Send (a.c:7) of node 3".
  std::string text() const;
};

/// The notes of one node. The same defect of the same call is noted once, however often the program makes it.
class DefectNotes {
 public:
  /// `what`: what is wrong, behind the call's name. `others`, `more`: calls that have part in it. No effect if
  /// nobody looks.
  void note(Node& node, DefectClass kind, CallSite site, const std::string& what, std::vector<Caller> others = {},
            const std::vector<DefectCall>& more = {});
  /// The same for a defect of the program itself: the text says where. Once for each text.
  void note_own(Node& node, DefectClass kind, const std::string& text, std::vector<DefectCall> calls);
  bool is_noted(DefectClass kind, CallSite site) const noexcept;
  /// Makes later notes of this defect of this call have no effect, because it has been noted in other words.
  void pass_over(DefectClass kind, CallSite site) { noted_.emplace_back(kind, site); }

 private:
  std::vector<std::pair<DefectClass, CallSite>> noted_;
  std::vector<std::string> own_;
};

}  // namespace switchyard
