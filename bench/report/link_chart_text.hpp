#pragma once
/// \file link_chart_text.hpp
/// Writes a link-usage chart (which message uses which link in which step) as plain text that looks like figs. 6 to 9
/// of Bokhari 1991.
///
/// In the following example, each row is a message, each column is a link of a node, and each digit is the step in
/// which the message uses the link:
/// ```text
///           000 001 010 011           100 101 110 111
///           --- --- --- ---           --- --- --- ---
/// 000->001  ..1 ... ... ...  100->001 ..2 2.. ... ...
/// ```

#include <string>

#include "algorithms/schedule/link_chart.hpp"

namespace switchyard {

/// Returns a link-usage chart as text. Steps are written as 1 to 9, then a to z (the paper's naive
/// schedule ends with step a), then A to Z.
///
/// Throws: UsageError if the schedule has more than 61 steps, because there are only 61 characters to write steps with.
std::string to_text(const LinkChart& chart);

/// Returns a text with one line for each rule that Bokhari's paper states for link-usage charts. The line says whether
/// the chart keeps the rule; if it does not, the line says how often the rule is broken and shows the first case.
std::string chart_rule_results_text(const LinkChart& chart);

}  // namespace switchyard
