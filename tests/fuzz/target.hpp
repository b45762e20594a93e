#pragma once
/// \file target.hpp
/// What the fuzz targets have in common. Each target is a file that defines take(), and a program made of it and of
/// libFuzzer, which calls take() with inputs that it invents.

#include <string>
#include <string_view>

namespace switchyard::fuzz {

/// Gives the input to a parser. It may throw UsageError; whatever else it throws is a bug that has been found, as is an
/// error whose text is not one line.
void take(std::string_view input);

/// Ends the program as a bug that has been found, unless `holds`.
void require(bool holds, const char* what);

/// The path of a file with this content, for parsers that open their files themselves. The next call replaces it.
std::string path_of_file_with(std::string_view content);

}  // namespace switchyard::fuzz
