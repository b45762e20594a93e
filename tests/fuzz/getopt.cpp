#include <getopt.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"
#include "tests/fuzz/target.hpp"

namespace {

using namespace switchyard;

constexpr option kLongOptions[] = {{"size", required_argument, nullptr, 1},
                                   {"steps", optional_argument, nullptr, 2},
                                   {"verbose", no_argument, nullptr, 3},
                                   {"verify", no_argument, nullptr, 4},
                                   {nullptr, 0, nullptr, 0}};

/// What a program sees after getopt_long has read the options from the words of its command line.
struct OptionParseResult {
  std::vector<int> getopt_results;
  std::vector<std::string> arguments;
  std::vector<std::string> words;  ///< words of the command line, in the order into which getopt_long has put them
  int behind = 0;
  friend bool operator==(const OptionParseResult&, const OptionParseResult&) = default;
};

/// Reads the options from `words` by calls of `next`, which behaves like getopt_long. Each call sets `argument` and
/// `place`, as getopt_long sets optarg and optind.
template <class Next>
OptionParseResult parse_options_with(Next next, std::vector<std::string> words, char*& argument, int& place) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  OptionParseResult seen;
  const int count = static_cast<int>(words.size());
  for (int answer = 0; answer != -1;) {
    answer = next(count, pointers.data());
    seen.getopt_results.push_back(answer);
    seen.arguments.emplace_back(argument != nullptr ? argument : "");
  }
  seen.words.assign(pointers.begin(), std::prev(pointers.end()));
  seen.behind = place;
  return seen;
}

std::vector<std::string> lines_of(std::string_view input) {
  std::vector<std::string> lines;
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    lines.emplace_back(input.substr(0, end).substr(0, input.find('\0')));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return lines;
}

using GetoptLongFunction = int(int, char* const*, const char*, const option*, int*);

GetoptLongFunction* find_own_getopt_long() {
  const auto bindings = getopt_bindings();
  const auto found = std::ranges::find(bindings, "getopt_long", &SymbolBinding::name);
  return reinterpret_cast<GetoptLongFunction*>(found->function);
}

}  // namespace

/// Fuzzes the project's own getopt_long. The input's first line has the letters of the options, and each other line is
/// a word of a command line. The function must return the same as the GNU library's getopt_long.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  std::vector<std::string> words = lines_of(input);
  if (words.empty()) return;
  const std::string letters = words.front();
  // Only the GNU library has the extension "W;", so that the results would differ.
  if (letters.find("W;") != std::string::npos) return;
  words.front() = "program";

  Process process;
  t_process = &process;
  process.variables().opterr = 0;
  static GetoptLongFunction* const our_getopt_long = find_own_getopt_long();
  const OptionParseResult our = parse_options_with(
      [&](int count, char** list) { return our_getopt_long(count, list, letters.c_str(), kLongOptions, nullptr); },
      words, process.variables().optarg, process.variables().optind);
  t_process = nullptr;

  opterr = 0;
  optind = 0;
  const OptionParseResult gnu = parse_options_with(
      [&](int count, char** list) { return getopt_long(count, list, letters.c_str(), kLongOptions, nullptr); }, words,
      optarg, optind);
  abort_with_message_unless_true(our == gnu, "getopt_long does not answer what the GNU library does");
}
