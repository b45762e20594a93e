#pragma once
/// \file page.hpp
/// A report as one self-contained HTML page: it needs no network, no script and no other file. It suits screens from a
/// width of 360 pixels on, and paper.

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace switchyard {

/// A picture of a report. Consecutive pictures stand side by side if there is room.
struct ReportFigure {
  std::string name;  ///< name of the picture's own file, without ".svg"; small letters, digits, _, - and .
  std::string svg;
  std::string caption = {};
  bool is_full_width = false;  ///< true if the picture takes the whole width of the page
};

struct ReportCell {
  std::string text;
  std::string look = {};  ///< CSS classes of the cell: "e0" to "e3" by the size of an error, "best", "number"
};

struct ReportTable {
  std::string caption;
  std::vector<std::string> column_titles;
  std::vector<std::vector<ReportCell>> rows;
  bool is_folded = false;  ///< true for a long table: it is shown when opened, and on paper
};

/// A claim of a paper, and whether it holds.
struct ReportClaim {
  std::string id, statement, verdict, evidence, reason;
  std::string look;  ///< CSS class: "holds", "known", "broken", "undecided"
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
  std::string id;  ///< name of the section's anchor in the page
  std::string title;
  std::string source = {};   ///< the publication that the section reproduces
  std::string command = {};  ///< the command that makes the section again
  std::vector<ReportBlock> blocks = {};
};

struct Report {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;  ///< facts on build, host and command
  std::vector<ReportSection> sections;
};

/// Writes a report as an HTML page. All texts are escaped; pictures are inserted unchanged.
std::string html_page(const Report& report);

/// Returns the pictures of a report, in the order of the page.
std::vector<const ReportFigure*> figures_of(const Report& report);

/// Returns a text about the computer on which this program runs: system, processor, cores.
std::string host_text();

/// Returns an argument in the form that a shell reads back as the same text: in single quotes if
/// needed.
std::string quoted_shell_word(const std::string& text);

}  // namespace switchyard
