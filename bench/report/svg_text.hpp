#pragma once
/// \file svg_text.hpp
/// The pieces that our pictures are put together from.

#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// Fit for text and attribute values of HTML and SVG. Control characters, which XML cannot hold, become spaces.
std::string escaped(std::string_view text);

/// The opening tag with its title for screen readers. The picture scales with the width that it is given.
std::string svg_start(double width, double height, const std::string& title);

/// One line of text; `anchor` is start, middle or end.
std::string svg_label(double x, double y, const std::string& text, const char* anchor,
                      const std::string& attributes = {});

/// Round numbers from `least` to `most`, about `count` of them. Needs: least < most.
std::vector<double> nice_ticks(double least, double most, unsigned count);
/// "0.25", "12", "1500"
std::string tick_text(double value);

/// "16 B", "1 KiB", "1.5 KiB"
std::string size_text(double bytes);

}  // namespace switchyard
