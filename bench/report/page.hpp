#pragma once
/// \file page.hpp
/// A report as one HTML page that needs nothing else: no network, no script, no other file. Made for screens from 360
/// pixels of width on, and for paper.

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace switchyard {

/// A picture. Figures in a row stand side by side where there is room.
struct ReportFigure {
  std::string name;  ///< of its own file, without ".svg"; small letters, digits, _, - and .
  std::string svg;
  std::string caption = {};
  bool wide = false;  ///< takes the whole width
};

struct ReportCell {
  std::string text;
  std::string look = {};  ///< class names: "e0" to "e3" by the size of an error, "best", "number"
};

struct ReportTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<ReportCell>> rows;
  bool folded = false;  ///< long: shown when asked for, and on paper
};

/// A claim of a paper.
struct ReportClaim {
  std::string id, statement, verdict, evidence, reason;
  std::string look;  ///< "holds", "known", "broken"
};

struct ReportClaims {
  std::vector<ReportClaim> claims;
};

struct ReportText {
  std::string text;
  bool preformatted = false;
};

using ReportBlock = std::variant<ReportFigure, ReportTable, ReportClaims, ReportText>;

struct ReportSection {
  std::string id;  ///< of the anchor
  std::string title;
  std::string source = {};   ///< what it reproduces
  std::string command = {};  ///< makes it again
  std::vector<ReportBlock> blocks = {};
};

struct Report {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;  ///< build, host, command
  std::vector<ReportSection> sections;
};

/// All texts are escaped; the pictures are taken as they are.
std::string html_page(const Report& report);

/// Its pictures, in the order of the page.
std::vector<const ReportFigure*> figures_of(const Report& report);

/// The computer that this runs on: system, processor, cores.
std::string host_text();

/// An argument as a shell reads it back: in single quotes where it has to be.
std::string shell_word(const std::string& text);

}  // namespace switchyard
