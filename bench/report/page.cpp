#include "bench/report/page.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <thread>

#include "bench/report/svg_text.hpp"

namespace switchyard {
namespace {

constexpr const char* kPageStyle = R"css(
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;padding:16px;max-width:1180px;font:15px/1.45 system-ui,"Segoe UI",Helvetica,Arial,sans-serif;color:#222;background:#fff}
h1{font-size:1.6em;line-height:1.2;margin:.2em 0 .6em}
h2{font-size:1.25em;margin:2em 0 .2em;padding-top:.5em;border-top:2px solid #ddd;overflow-wrap:anywhere}
p{margin:.4em 0;max-width:75ch}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1em 1em;margin:.5em 0;font-size:.92em}
dt{color:#666}dd{margin:0;overflow-wrap:anywhere}
nav ul{columns:2 22em;padding-left:1.2em;margin:.5em 0}
a{color:#1a4fb4}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",Consolas,monospace;font-size:.86em}
pre{background:#f6f6f6;padding:.7em;overflow-x:auto;line-height:1.3}
p.command{max-width:none}
p.command code{background:#f6f6f6;padding:.15em .4em;overflow-wrap:anywhere;white-space:pre-wrap}
.source{color:#555}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:14px;margin:1em 0;align-items:start}
figure{margin:0;max-width:560px}
figure.wide{grid-column:1/-1;max-width:none;overflow-x:auto}
figure svg{display:block;width:100%;height:auto}
figure.wide svg{min-width:720px}
figcaption{font-size:.88em;color:#555}
.scroll{overflow-x:auto;margin:.8em 0;max-width:100%}
table{border-collapse:collapse;font-size:.86em;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding-bottom:.3em}
th,td{padding:.18em .6em;text-align:left;white-space:nowrap;border-bottom:1px solid #e6e6e6}
th{border-bottom:1.5px solid #888}
td.number{text-align:right}
td.best{font-weight:700}
.e0{background:#dff2e1}.e1{background:#fdf3c8}.e2{background:#fcd9b6}.e3{background:#f6b8b0}
.key span{padding:.1em .5em;margin-right:.3em}
details{margin:.8em 0}summary{cursor:pointer;font-weight:600;font-size:.9em}
.claim{border-left:5px solid #ccc;padding:.1em .8em;margin:.7em 0}
.claim p{margin:.15em 0}
.claim .verdict{font-weight:600}
.claim small{color:#555;display:block;overflow-wrap:anywhere}
.holds{border-color:#3ca951}.known{border-color:#b8860b}.broken{border-color:#c1121f}.undecided{border-color:#6b7280}
.holds .verdict{color:#1f7a33}.known .verdict{color:#8a6508}.broken .verdict{color:#c1121f}.undecided .verdict{color:#4b5563}
@media (max-width:520px){body{padding:10px;font-size:14px}h1{font-size:1.3em}dl.facts{grid-template-columns:1fr}dt{margin-top:.3em}}
@media print{
@page{size:A4;margin:14mm}
body{max-width:none;padding:0;font-size:10pt}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
nav{display:none}.scroll,figure.wide{overflow:visible}figure.wide svg{min-width:0}
.figures{grid-template-columns:1fr 1fr}
figure,.claim,tr{break-inside:avoid}h2{break-after:avoid}table{font-size:7pt}
details>*{display:block}details::details-content{content-visibility:visible;display:block}
pre{white-space:pre-wrap}}
)css";

class HtmlPageWriter {
 public:
  std::string write(const Report& report) {
    html_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        html_escaped(report.title), kPageStyle);
    write_fact_list(report);
    write_table_of_contents(report);
    for (const ReportSection& each : report.sections) write_section(each);
    return html_ + "</body>\n</html>\n";
  }

 private:
  void write_fact_list(const Report& report) {
    html_ += "<dl class=\"facts\">\n";
    for (const auto& [name, value] : report.report_header_facts)
      html_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_escaped(name), html_escaped(value));
    html_ += "</dl>\n";
  }

  void write_table_of_contents(const Report& report) {
    if (report.sections.size() < 2) return;
    html_ += "<nav aria-label=\"Contents\"><ul>\n";
    for (const ReportSection& section : report.sections) {
      html_ += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", html_escaped(section.id), html_escaped(section.title));
    }
    html_ += "</ul></nav>\n";
  }

  void write_section(const ReportSection& section) {
    html_ += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", html_escaped(section.id), html_escaped(section.title));
    if (!section.source.empty()) html_ += fmt::format("<p class=\"source\">{}</p>\n", html_escaped(section.source));
    if (!section.command.empty())
      html_ += fmt::format("<p class=\"command\"><code>{}</code></p>\n", html_escaped(section.command));
    for (const ReportBlock& block : section.blocks) {
      open_or_close_figure_row(std::holds_alternative<ReportPicture>(block));
      std::visit([this](const auto& each) { add(each); }, block);
    }
    open_or_close_figure_row(false);
    html_ += "</section>\n";
  }

  /// Opens the HTML element that holds a row of figures if `open` is true, else closes it. Does nothing if the element
  /// is already open or closed, respectively.
  void open_or_close_figure_row(bool open) {
    if (open == is_html_picture_row_open_) return;
    html_ += open ? "<div class=\"figures\">\n" : "</div>\n";
    is_html_picture_row_open_ = open;
  }

  void add(const ReportPicture& figure) {
    html_ += fmt::format("<figure id=\"{}\"{}>\n{}", html_escaped(figure.name),
                         figure.is_full_width ? " class=\"wide\"" : "", figure.svg);
    if (!figure.caption.empty()) html_ += fmt::format("<figcaption>{}</figcaption>\n", html_escaped(figure.caption));
    html_ += "</figure>\n";
  }

  void add(const ReportTable& table) {
    if (table.is_collapsed) html_ += fmt::format("<details><summary>{}</summary>\n", html_escaped(table.caption));
    html_ += "<div class=\"scroll\" tabindex=\"0\"><table>\n";
    if (!table.is_collapsed && !table.caption.empty())
      html_ += fmt::format("<caption>{}</caption>\n", html_escaped(table.caption));
    html_ += "<thead><tr>";
    for (const std::string& title : table.column_titles)
      html_ += fmt::format("<th scope=\"col\">{}</th>", html_escaped(title));
    html_ += "</tr></thead>\n<tbody>\n";
    for (const auto& row : table.rows) {
      html_ += "<tr>";
      for (const ReportCell& cell : row) {
        html_ += cell.css_classes.empty() ? "<td>" : fmt::format("<td class=\"{}\">", html_escaped(cell.css_classes));
        html_ += html_escaped(cell.text) + "</td>";
      }
      html_ += "</tr>\n";
    }
    html_ += table.is_collapsed ? "</tbody></table></div></details>\n" : "</tbody></table></div>\n";
  }

  void add(const ReportClaims& claims) {
    for (const ReportClaim& claim : claims.claims) {
      html_ += fmt::format("<div class=\"claim {}\"><p><span class=\"verdict\">{} {}</span> &#8211; {}</p>\n",
                           html_escaped(claim.css_class), html_escaped(claim.id), html_escaped(claim.verdict),
                           html_escaped(claim.statement));
      if (!claim.evidence.empty()) html_ += fmt::format("<small>numbers: {}</small>\n", html_escaped(claim.evidence));
      if (!claim.known_failure_reason.empty())
        html_ += fmt::format("<small>reason: {}</small>\n", html_escaped(claim.known_failure_reason));
      html_ += "</div>\n";
    }
  }

  void add(const ReportText& text) {
    if (!text.is_preformatted) {
      html_ += fmt::format("<p>{}</p>\n", html_escaped(text.text));
      return;
    }
    std::string lines;
    for (std::size_t at = 0; at < text.text.size();) {
      const std::size_t end = std::min(text.text.find('\n', at), text.text.size());
      lines += html_escaped(std::string_view(text.text).substr(at, end - at)) + '\n';
      at = end + 1;
    }
    html_ += fmt::format("<pre tabindex=\"0\">{}</pre>\n", lines);
  }

  std::string html_;
  bool is_html_picture_row_open_ = false;
};

/// Returns the name of the host's processor, such as "Intel(R) Xeon(R) ...", or "processor unknown".
std::string processor_model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "processor unknown";
}

}  // namespace

std::string html_page(const Report& report) { return HtmlPageWriter().write(report); }

std::vector<const ReportPicture*> report_figures(const Report& report) {
  std::vector<const ReportPicture*> figures;
  for (const ReportSection& section : report.sections) {
    for (const ReportBlock& block : section.blocks) {
      if (const auto* figure = std::get_if<ReportPicture>(&block)) figures.push_back(figure);
    }
  }
  return figures;
}

std::string host_system_text() {
  ::utsname names{};
  if (::uname(&names) != 0) return "unknown";
  return fmt::format("{} {} {}, {}, {} cores", names.sysname, names.release, names.machine, processor_model_name(),
                     std::thread::hardware_concurrency());
}

std::string quoted_shell_word(const std::string& text) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,:/=+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace switchyard
