#include "runtime/error.hpp"

#include <fmt/format.h>

#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Joins two texts with `between` between them. If one of them is empty, returns the other one.
std::string join_with_separator(const std::string& first, std::string_view between, const std::string& second) {
  if (first.empty() || second.empty()) return first + second;
  return fmt::format("{}{}{}", first, between, second);
}

}  // namespace

UserInputPlace UserInputPlace::file_given_by_option(std::string option, std::string path) {
  UserInputPlace place(std::move(option));
  place.file = std::move(path);
  return place;
}

UserInputPlace UserInputPlace::place_with_key(std::string name) const {
  UserInputPlace place = *this;
  place.key = std::move(name);
  return place;
}

std::string UserInputPlace::text() const {
  if (line > 0) return join_with_separator(fmt::format("{}:{}:{}", file, line, column), ": ", key);
  if (!file.empty()) return join_with_separator(join_with_separator(option, ": ", quoted(file)), ": ", key);
  return join_with_separator(option, " ", key);
}

std::string Mistake::text() const {
  return join_with_separator(
      join_with_separator(join_with_separator(task_that_found_mistake, ": ", place.text()), ": ", reason), "; ",
      remedy);
}

UsageError::UsageError(Mistake mistake)
    : Error(mistake.text(), ExitCode::wrong_use),
      mistake_in_user_input_(std::make_shared<const Mistake>(std::move(mistake))) {}

UsageError::UsageError(std::string reason, std::string remedy)
    : UsageError(Mistake{.reason = std::move(reason), .remedy = std::move(remedy)}) {}

UsageError UsageError::at(const UserInputPlace& place) const {
  if (mistake_in_user_input_->place.has_option_or_file_name()) return error_found_during(place.text());
  Mistake mistake = *mistake_in_user_input_;
  mistake.place = place.place_with_key(join_with_separator(place.key, ": ", mistake.place.key));
  return UsageError(std::move(mistake));
}

UsageError UsageError::error_found_during(const std::string& what) const {
  Mistake mistake = *mistake_in_user_input_;
  mistake.task_that_found_mistake = join_with_separator(what, ": ", mistake.task_that_found_mistake);
  return UsageError(std::move(mistake));
}

}  // namespace switchyard
