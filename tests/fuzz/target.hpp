#pragma once
/// \file target.hpp
/// What the fuzz targets have in common. Each target is a file that defines take(), and a program made of it and of
/// libFuzzer, which calls take() with inputs that it invents.

#include <string>
#include <string_view>

namespace switchyard::fuzz {

/// Gives the fuzzer's input to the function that the target tests, which may throw UsageError. If it throws anything
/// else, or an error whose text is not one line, the fuzzer has found a bug.
void run_target_on_fuzzer_input(std::string_view input);

/// Ends the program with the message `what` if `holds` is false, so that libFuzzer reports a bug.
void abort_with_message_unless_true(bool holds, const char* what);

/// Returns the path of a temporary file with this content, for parsers that open their files themselves. The next call
/// replaces the file's content.
std::string path_of_temporary_file_with_content(std::string_view content);

}  // namespace switchyard::fuzz
