#pragma once
/// \file svg_text.hpp
/// The building blocks of the SVG pictures in reports.

#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// Escapes a text for use as text or attribute value in HTML and SVG. Control characters, which XML cannot hold, become
/// spaces.
std::string html_escaped(std::string_view text);

/// Returns the opening tag of an SVG picture, with the picture's title for screen readers. The
/// picture scales to the available width.
std::string svg_opening_tag(double width, double height, const std::string& title);

/// Returns an SVG element with one line of text; `anchor` (start, middle or end) is the part of
/// the text that lies at x.
std::string svg_label(double x, double y, const std::string& text, const char* anchor,
                      const std::string& attributes = {});

/// Returns about `count` round numbers between `least` and `most`, for the ticks of an axis. Needs: least < most.
std::vector<double> round_tick_values(double least, double most, unsigned count);
/// Returns the label of a tick of an axis, such as "0.25", "12" or "1500".
std::string tick_label(double value);

/// Returns a size in bytes as text, such as "16 B", "1 KiB" or "1.5 KiB".
std::string byte_size_text(double bytes);

}  // namespace switchyard
