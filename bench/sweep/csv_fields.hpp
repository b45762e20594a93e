#pragma once
/// \file csv_fields.hpp
/// The fields of one line of CSV.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard::sweep {

/// Fields as RFC 4180 has them, quotes taken off; nothing if the quotes are not right. A field does not go on in the
/// next line.
std::optional<std::vector<std::string>> csv_fields(std::string_view line);

}  // namespace switchyard::sweep
