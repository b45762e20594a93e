/// \file getopt.cpp
/// Provides getopt and getopt_long, which read the options of a command line, with the behaviour of the GNU library:
/// words that are not options are moved behind the options, unless the list of option letters begins with '+' or the
/// environment variable POSIXLY_CORRECT is set.

#include <getopt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/programs/binding.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

/// Carries out one call of getopt or getopt_long.
class OptionReader {
 public:
  OptionReader(int count, char* const* words, const char* letters, const option* names, int* which,
               bool takes_one_dash = false)
      : process_(*t_process),
        variables_(process_.variables()),
        argument_count_(count),
        argument_words_(const_cast<char**>(words)),
        option_letters_(letters),
        long_options_(names),
        long_option_index_(which),
        accepts_long_options_with_one_dash_(takes_one_dash) {
    stops_at_first_non_option_ = *option_letters_ == '+' || std::getenv("POSIXLY_CORRECT") != nullptr;
    returns_non_options_in_order_ = *option_letters_ == '-';
    if (*option_letters_ == '+' || *option_letters_ == '-') ++option_letters_;
    prints_no_errors_ = *option_letters_ == ':' || variables_.opterr == 0;
    if (variables_.optind == 0) {
      variables_.optind = process_.first_non_option_word_index = process_.end_of_skipped_non_options = 1;
      process_.next_option_letter = nullptr;
    }
  }

  int read_next_option() {
    variables_.optarg = nullptr;
    if (process_.next_option_letter != nullptr && *process_.next_option_letter != '\0') return read_short_option();
    int& at = variables_.optind;
    process_.end_of_skipped_non_options = std::min(process_.end_of_skipped_non_options, at);
    process_.first_non_option_word_index = std::min(process_.first_non_option_word_index, at);
    if (!stops_at_first_non_option_ && !returns_non_options_in_order_) skip_non_options();
    if (at < argument_count_ && std::strcmp(argument_words_[at], "--") == 0) {
      ++at;
      move_non_options_to_end();
      process_.end_of_skipped_non_options = at = argument_count_;
    }
    if (at >= argument_count_) {
      if (process_.first_non_option_word_index != process_.end_of_skipped_non_options)
        at = process_.first_non_option_word_index;
      return -1;
    }
    const char* const word = argument_words_[at];
    if (!is_option(word)) {
      if (stops_at_first_non_option_) return -1;
      variables_.optarg = argument_words_[at++];
      return 1;
    }
    if (long_options_ != nullptr && word[1] == '-') return read_long_option(word + 2);
    if (accepts_long_options_with_one_dash_ && is_name_of_long_option(word + 1)) return read_long_option(word + 1);
    process_.next_option_letter = word + 1;
    return read_short_option();
  }

 private:
  static bool is_option(const char* word) { return word[0] == '-' && word[1] != '\0'; }

  /// Returns, for getopt_long_only, whether the text after a single dash is the name of a long option. A text that
  /// begins with a known option letter, but is no such name, is taken for several option letters.
  bool is_name_of_long_option(const char* text) const {
    const bool is_letter = *text != ':' && *text != ';' && std::strchr(option_letters_, *text) != nullptr;
    if (!is_letter) return true;
    if (text[1] == '\0') return false;
    const std::size_t length = std::strcspn(text, "=");
    for (const option* each = long_options_; each->name != nullptr; ++each) {
      if (std::strncmp(each->name, text, length) == 0) return true;
    }
    return false;
  }

  /// Moves the words that are not options behind the options that were read after them. This happens only at the next
  /// call of getopt, because until then the argument of an option must remain the word that follows the option.
  void move_non_options_to_end() {
    int &first = process_.first_non_option_word_index, &last = process_.end_of_skipped_non_options;
    const int at = variables_.optind;
    if (first == last) {
      first = at;
    } else if (last != at) {
      std::rotate(argument_words_ + first, argument_words_ + last, argument_words_ + at);
      first += at - last;
      last = at;
    }
  }

  void skip_non_options() {
    int& at = variables_.optind;
    if (process_.end_of_skipped_non_options != at) move_non_options_to_end();
    while (at < argument_count_ && !is_option(argument_words_[at])) ++at;
    process_.end_of_skipped_non_options = at;
  }

  int read_short_option() {
    const char found = *process_.next_option_letter++;
    const bool is_last = *process_.next_option_letter == '\0';
    const int place = variables_.optind;
    if (is_last) {
      process_.next_option_letter = nullptr;
      ++variables_.optind;
    }
    const char* const known = found == ':' || found == ';' ? nullptr : std::strchr(option_letters_, found);
    if (known == nullptr) {
      variables_.optopt = found;
      return print_short_option_error("invalid option", found);
    }
    if (known[1] != ':') return found;
    return set_option_argument(found, known[2] == ':', is_last, place);
  }

  int set_option_argument(char found, bool is_optional, bool is_last, int place) {
    if (!is_last) {
      variables_.optarg = const_cast<char*>(process_.next_option_letter);
      variables_.optind = place + 1;
    } else if (!is_optional) {
      if (variables_.optind >= argument_count_) {
        variables_.optopt = found;
        const int answer = print_short_option_error("option requires an argument", found);
        return *option_letters_ == ':' ? ':' : answer;
      }
      variables_.optarg = argument_words_[variables_.optind++];
    }
    process_.next_option_letter = nullptr;
    return found;
  }

  int print_short_option_error(const char* what, char letter) {
    if (!prints_no_errors_)
      std::fprintf(variables_.stderr_stream, "%s: %s -- '%c'\n", argument_words_[0], what, letter);
    return '?';
  }
  int print_long_option_error(const char* what, const char* name) {
    if (!prints_no_errors_)
      std::fprintf(variables_.stderr_stream, "%s: option '--%s' %s\n", argument_words_[0], name, what);
    return '?';
  }

  static bool are_equivalent(const option& one, const option& other) {
    return one.has_arg == other.has_arg && one.flag == other.flag && one.val == other.val;
  }

  int read_long_option(const char* text) {
    ++variables_.optind;
    const std::size_t length = std::strcspn(text, "=");
    const option* found = nullptr;
    bool is_exact = false, is_ambiguous = false;
    for (const option* each = long_options_; each->name != nullptr; ++each) {
      if (std::strncmp(each->name, text, length) != 0) continue;
      is_exact = std::strlen(each->name) == length;
      is_ambiguous = is_ambiguous || (found != nullptr && !are_equivalent(*found, *each));
      if (found == nullptr || is_exact) found = each;
      if (is_exact) break;
    }
    variables_.optopt = 0;
    if (found == nullptr) return print_long_option_error("is unknown", text);
    if (is_ambiguous && !is_exact) return print_long_option_error("is ambiguous", text);
    variables_.optopt = found->val;
    if (text[length] == '=') {
      if (found->has_arg == no_argument) return print_long_option_error("doesn't allow an argument", found->name);
      variables_.optarg = const_cast<char*>(text + length + 1);
    } else if (found->has_arg == required_argument) {
      if (variables_.optind >= argument_count_) {
        const int answer = print_long_option_error("requires an argument", found->name);
        return *option_letters_ == ':' ? ':' : answer;
      }
      variables_.optarg = argument_words_[variables_.optind++];
    }
    if (long_option_index_ != nullptr) *long_option_index_ = static_cast<int>(found - long_options_);
    if (found->flag == nullptr) return found->val;
    *found->flag = found->val;
    return 0;
  }

  Process& process_;
  ProcessVariables& variables_;
  int argument_count_;
  char** argument_words_;
  const char* option_letters_;
  const option* long_options_;
  int* long_option_index_;
  bool accepts_long_options_with_one_dash_;
  bool stops_at_first_non_option_, returns_non_options_in_order_, prints_no_errors_;
};

int get_option(int count, char* const* words, const char* letters) {
  return OptionReader(count, words, letters, nullptr, nullptr).read_next_option();
}
int get_long_option(int count, char* const* words, const char* letters, const option* names, int* which) {
  return OptionReader(count, words, letters, names, which).read_next_option();
}
int get_long_option_with_one_dash(int count, char* const* words, const char* letters, const option* names, int* which) {
  return OptionReader(count, words, letters, names, which, names != nullptr).read_next_option();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
const SymbolBinding kOptionBindings[] = {
    SymbolBinding::make_variable_binding("optarg", offsetof(ProcessVariables, optarg)),
    SymbolBinding::make_variable_binding("optind", offsetof(ProcessVariables, optind)),
    SymbolBinding::make_variable_binding("opterr", offsetof(ProcessVariables, opterr)),
    SymbolBinding::make_variable_binding("optopt", offsetof(ProcessVariables, optopt)),
    SymbolBinding::make_function_binding("getopt", get_option),
    SymbolBinding::make_function_binding("__posix_getopt", get_option),
    SymbolBinding::make_function_binding("getopt_long", get_long_option),
    SymbolBinding::make_function_binding("getopt_long_only", get_long_option_with_one_dash),
};
#pragma GCC diagnostic pop

}  // namespace

SymbolBindings getopt_bindings() { return kOptionBindings; }

}  // namespace switchyard
