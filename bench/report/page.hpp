#pragma once
/// \file page.hpp
/// A report as one self-contained HTML page: the page needs no network, no script and no other file. It is made for
/// screens from a width of 360 pixels on, and paper.

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace switchyard {

/// A picture of a report. Consecutive pictures stand side by side if there is room.
struct ReportPicture {
  std::string name;  ///< name of the picture's file, without ".svg"; it consists of small letters, digits, _, - and .
  std::string svg;
  std::string caption = {};
  bool is_full_width = false;  ///< whether the picture takes the whole width of the page
};

struct ReportCell {
  std::string text;
  /// CSS classes of the table cell: "e0" to "e3" by the size of a relative error, "best" for the best value, "number".
  std::string css_classes = {};
};

struct ReportTable {
  std::string caption;
  std::vector<std::string> column_titles;
  std::vector<std::vector<ReportCell>> rows;
  /// whether the table is collapsed on the screen until the reader opens it; on paper it is always shown
  bool is_collapsed = false;
};

/// A claim of a paper and the verdict on it, as texts for a report.
struct ReportClaim {
  std::string id, statement, verdict, evidence, known_failure_reason;
  std::string css_class;  ///< CSS class of the claim's verdict: "holds", "known", "broken" or "undecided"
};

struct ReportClaims {
  std::vector<ReportClaim> claims;
};

struct ReportText {
  std::string text;
  bool is_preformatted = false;
};

using ReportBlock = std::variant<ReportPicture, ReportTable, ReportClaims, ReportText>;

struct ReportSection {
  std::string id;  ///< the HTML id of the section, to which links in the page lead
  std::string title;
  std::string source = {};   ///< the publication whose results the section reproduces
  std::string command = {};  ///< the command line that computes the results of the section again
  std::vector<ReportBlock> blocks = {};
};

struct Report {
  std::string title;
  /// names and values of facts about the build, the host and the command, for the head of the report
  std::vector<std::pair<std::string, std::string>> report_header_facts;
  std::vector<ReportSection> sections;
};

/// Writes a report as an HTML page. All texts are escaped; pictures are inserted unchanged.
std::string html_page(const Report& report);

/// Returns the pictures of a report, in the order in which they stand in the page.
std::vector<const ReportPicture*> report_figures(const Report& report);

/// Returns a text about the computer on which this program runs: system, processor, cores.
std::string host_system_text();

/// Returns a text as one word of a shell command: in single quotes if it has characters that are special in a shell.
std::string quoted_shell_word(const std::string& text);

}  // namespace switchyard
