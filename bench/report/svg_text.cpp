#include "bench/report/svg_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace switchyard {

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

std::string svg_opening_tag(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\" role=\"img\">\n"
      "<title>{2}</title>\n",
      width, height, html_escaped(title));
}

std::string svg_label(double x, double y, const std::string& text, const char* anchor, const std::string& attributes) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor, attributes,
                     html_escaped(text));
}

std::vector<double> round_tick_values(double least, double most, unsigned count) {
  const double rough = (most - least) / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power < rough) continue;
    step = factor * power;
    break;
  }
  const double first = std::ceil(least / step - 1e-9);
  const double slack = 1e-6 * step;
  std::vector<double> ticks;
  for (unsigned i = 0; i <= 4 * count; ++i) {
    const double tick = (first + i) * step;
    if (!(tick <= most + slack)) break;
    // With very large numbers, adding the distance between ticks may not change the value, because of rounding. A tick
    // that is equal to the previous tick is skipped.
    const bool is_new = ticks.empty() || tick > ticks.back();
    if (is_new && tick >= least - slack) ticks.push_back(tick);
  }
  return ticks;
}

std::string tick_label(double value) { return fmt::format("{:.6g}", std::abs(value) < 1e-12 ? 0.0 : value); }

std::string byte_size_text(double bytes) {
  if (bytes >= 1024.0 * 1024) return fmt::format("{:.4g} MiB", bytes / (1024.0 * 1024));
  if (bytes >= 1024) return fmt::format("{:.4g} KiB", bytes / 1024);
  return fmt::format("{:.4g} B", bytes);
}

}  // namespace switchyard
