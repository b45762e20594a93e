#pragma once
/// \file link_chart_text.hpp
/// A link-usage chart in plain text, in the look of Bokhari 1991, figs. 6 to 9:
///
/// An example. Each row is a message, each column is a link of a node, and each digit is the step in which the message
/// uses the link:
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

/// Returns a text with one line for each rule of the paper for link-usage charts. The line says
/// whether the chart keeps the rule, and if not, how often the rule is broken, and the first case.
std::string chart_rule_results_text(const LinkChart& chart);

}  // namespace switchyard
