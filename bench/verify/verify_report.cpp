#include "bench/verify/verify_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

#include "runtime/build_info.hpp"
#include "runtime/verify/match_picture.hpp"

namespace switchyard {
namespace {

using Json = nlohmann::ordered_json;

std::string arguments_text(const VerifyPlan& plan) {
  return plan.program.arguments.empty() ? std::string("no arguments")
                                        : fmt::format("the arguments '{}'", plan.program.arguments);
}

std::string text_line_of_call_in_defect(const CallInvolvedInDefect& call) {
  if (call.place.line == 0) return fmt::format("  rank {}: {}\n", index(call.node), call.name);
  return fmt::format("  rank {}: {} ({}:{})\n", index(call.node), call.name, call.place.file, call.place.line);
}

std::string setting_line(const ExploredOrdersSummaryOfSetting& setting) {
  std::string line = fmt::format("  {}: {} order{}{}", setting.name, setting.orders, setting.orders == 1 ? "" : "s",
                                 setting.complete ? ", all" : "");
  if (!setting.reason.empty()) line += fmt::format(" ({})", setting.reason);
  return line + "\n";
}

std::string explored_order_counts_as_text(const Verdict& verdict) {
  const std::uint64_t orders = verdict.orders();
  return fmt::format("{} order{} in {} setting{}, {:.3g} s", orders, orders == 1 ? "" : "s", verdict.settings.size(),
                     verdict.settings.size() == 1 ? "" : "s", verdict.seconds);
}

std::string verdict_line(const VerifiedCase& one) {
  const Verdict& verdict = one.verdict;
  const std::string program =
      fmt::format("{} on {} node{}", one.verify_plan->program_path, one.node_count, one.node_count == 1 ? "" : "s");
  switch (verdict.kind) {
    case Verdict::Kind::right:
      return fmt::format("right: {}: proved for n = {} and {}{}: {}\n", program, one.node_count,
                         arguments_text(*one.verify_plan),
                         verdict.limits_polls ? ", if polls that find nothing change nothing (see the note)" : "",
                         explored_order_counts_as_text(verdict));
    case Verdict::Kind::wrong:
      return fmt::format("wrong: {}: {}{}{}\n", program, verdict.defect ? name_of(*verdict.defect) : "",
                         verdict.defect ? ": " : "", verdict.text);
    case Verdict::Kind::undecided:
      break;
  }
  return fmt::format("undecided: {}: {} ({})\n", program, verdict.text, explored_order_counts_as_text(verdict));
}

Json verified_case_json(const VerifiedCase& one) {
  const Json all = Json::parse(verdict_json(one.verdict));
  Json json{{"program", one.verify_plan->program_path},
            {"nodes", one.node_count},
            {"arguments", one.verify_plan->program.arguments}};
  for (const char* key : {"verdict", "class", "text", "ranks", "calls", "orders", "complete", "seconds"})
    json[key] = all.at(key);
  json["replay"] = one.replay_file.empty() ? Json(nullptr) : Json(one.replay_file);
  for (const char* key : {"settings", "matches", "stuck", "notes", "report"}) json[key] = all.at(key);
  return json;
}

// The classes of defects that are reported as SARIF rules. SARIF is a JSON format for the findings of programs that
// check code.

constexpr std::array kDefectClassesOfSarif{
    DefectClass::deadlock,           DefectClass::call_ordering,     DefectClass::invalid_parameter,
    DefectClass::parameter_matching, DefectClass::request_lifecycle, DefectClass::epoch_lifecycle,
    DefectClass::resource_leak,      DefectClass::message_race,      DefectClass::local_concurrency,
    DefectClass::global_concurrency, DefectClass::buffering_hazard,  DefectClass::memory};

/// The SARIF rule for a program that is wrong because it ends with an error of its own, and not because of a defect
/// that the verifier has found.
constexpr const char* kProgramErrorRule = "program_error";

std::string sarif_rule_id(const Verdict& verdict) {
  return verdict.defect ? std::string(name_of(*verdict.defect)) : std::string(kProgramErrorRule);
}

Json sarif_rules() {
  Json list = Json::array();
  for (const DefectClass each : kDefectClassesOfSarif) {
    list.push_back({{"id", name_of(each)},
                    {"shortDescription", {{"text", name_of(each)}}},
                    {"help", {{"text", remedy_of(each)}}}});
  }
  list.push_back({{"id", kProgramErrorRule}, {"shortDescription", {{"text", "the program ends with an error"}}}});
  return list;
}

Json sarif_location(const CallInvolvedInDefect& call) {
  Json location;
  if (call.place.line > 0) {
    location["physicalLocation"] = {{"artifactLocation", {{"uri", call.place.file}}},
                                    {"region", {{"startLine", call.place.line}}}};
  }
  location["message"] = {{"text", fmt::format("rank {}: {}", index(call.node), call.name)}};
  return location;
}

/// Returns one paragraph that says what is wrong with a program and, if nodes are stuck, for which requests the first
/// few of them wait.
std::string sarif_message(const VerifiedCase& one) {
  constexpr std::size_t kMost = 3;
  std::string text = fmt::format("{} on {} nodes: {}", one.verify_plan->program_path, one.node_count, one.verdict.text);
  std::size_t told = 0;
  for (const StuckCall& stuck : one.verdict.stuck) {
    if (!stuck.requests.empty() && told++ < kMost) text += "; " + text_of_stuck_call(stuck);
  }
  return text;
}

Json sarif_result(const VerifiedCase& one) {
  Json result{{"ruleId", sarif_rule_id(one.verdict)}, {"level", "error"}, {"message", {{"text", sarif_message(one)}}}};
  Json first = Json::array(), others = Json::array();
  for (const CallInvolvedInDefect& call : one.verdict.calls)
    (first.empty() ? first : others).push_back(sarif_location(call));
  if (!first.empty()) result["locations"] = first;
  if (!others.empty()) result["relatedLocations"] = others;
  return result;
}

/// Escapes the characters that have a special meaning in an annotation of GitHub Actions.
std::string escaped_annotation_text(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '%') {
      result += "%25";
    } else if (letter == '\n') {
      result += "%0A";
    } else if (letter == '\r') {
      result += "%0D";
    } else {
      result += letter;
    }
  }
  return result;
}

int severity_of_exit_code(ExitCode code) {
  constexpr std::array order{ExitCode::done, ExitCode::unfinished, ExitCode::failed, ExitCode::data_lost,
                             ExitCode::deadlock};
  return static_cast<int>(std::ranges::find(order, code) - order.begin());
}

}  // namespace

void print_verdict(std::ostream& out, const VerifiedCase& one) {
  const Verdict& verdict = one.verdict;
  out << verdict_line(one);
  for (const CallInvolvedInDefect& call : verdict.calls) out << text_line_of_call_in_defect(call);
  if (const std::string picture = text_of_message_sequence_chart(verdict); !picture.empty())
    out << '\n' << picture << '\n';
  if (verdict.defect) out << "  to mend it: " << remedy_of(verdict) << '\n';
  for (const std::string& note : verdict.notes) out << "  note: " << note << '\n';
  for (const ExploredOrdersSummaryOfSetting& setting : verdict.settings) out << setting_line(setting);
  if (!one.replay_file.empty()) out << fmt::format("  again: switchyard verify --replay {}\n", one.replay_file);
}

void print_verdict_counts(std::ostream& out, std::span<const VerifiedCase> all) {
  const auto count = [&](Verdict::Kind kind) {
    return std::ranges::count(all, kind, [](const VerifiedCase& one) { return one.verdict.kind; });
  };
  out << fmt::format("{} verdicts: {} right, {} wrong, {} undecided\n", all.size(), count(Verdict::Kind::right),
                     count(Verdict::Kind::wrong), count(Verdict::Kind::undecided));
}

std::string verification_json(std::span<const VerifiedCase> all) {
  Json json = Json::array();
  for (const VerifiedCase& one : all) json.push_back(verified_case_json(one));
  return (all.size() == 1 ? json.front() : json).dump(2) + "\n";
}

std::string verification_sarif(std::span<const VerifiedCase> all) {
  Json results = Json::array();
  for (const VerifiedCase& one : all) {
    if (one.verdict.kind == Verdict::Kind::wrong) results.push_back(sarif_result(one));
  }
  const Json driver{{"name", "switchyard verify"}, {"version", build_info().version}, {"rules", sarif_rules()}};
  const Json run{{"tool", {{"driver", driver}}}, {"results", results}};
  const Json json{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string verification_svg(std::span<const VerifiedCase> all) {
  const auto wrong =
      std::ranges::find(all, Verdict::Kind::wrong, [](const VerifiedCase& one) { return one.verdict.kind; });
  return svg_of_message_sequence_chart(wrong == all.end() ? all.front().verdict : wrong->verdict);
}

void print_github_annotations(std::ostream& out, std::span<const VerifiedCase> all) {
  for (const VerifiedCase& one : all) {
    const Verdict& verdict = one.verdict;
    if (verdict.kind == Verdict::Kind::right) continue;
    const bool is_wrong = verdict.kind == Verdict::Kind::wrong;
    std::string place;
    if (!verdict.calls.empty() && verdict.calls.front().place.line > 0)
      place = fmt::format("file={},line={},", verdict.calls.front().place.file, verdict.calls.front().place.line);
    out << fmt::format("::{} {}title={}::{}\n", is_wrong ? "error" : "warning", place,
                       is_wrong ? sarif_rule_id(verdict) : "undecided",
                       escaped_annotation_text(fmt::format("{} on {} nodes: {}", one.verify_plan->program_path,
                                                           one.node_count, verdict.text)));
  }
}

ExitCode exit_code_of(std::span<const VerifiedCase> all) {
  ExitCode gravest = ExitCode::done;
  for (const VerifiedCase& one : all) {
    if (severity_of_exit_code(one.verdict.code) > severity_of_exit_code(gravest)) gravest = one.verdict.code;
  }
  return gravest;
}

}  // namespace switchyard
