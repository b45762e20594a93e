#include "runtime/verify/verdict.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

namespace switchyard {
namespace {

using Json = nlohmann::ordered_json;

/// Writes JSON as text. Bytes that are not valid UTF-8, which programs may have printed, are replaced.
std::string text_of_json(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json json_of(const CallInvolvedInDefect& call) {
  return {{"name", call.name}, {"file", call.place.file}, {"line", call.place.line}, {"rank", index(call.node)}};
}
CallInvolvedInDefect defect_call_from_json(const Json& json) {
  CallInvolvedInDefect call{NodeId{json.at("rank").get<std::uint32_t>()}, json.at("name").get<std::string>()};
  call.place.file = json.at("file").get<std::string>();
  call.place.line = json.at("line").get<std::uint32_t>();
  return call;
}

Json json_of(const std::vector<NodeId>& nodes) {
  Json list = Json::array();
  for (const NodeId node : nodes) list.push_back(index(node));
  return list;
}

Json json_of(const VerifiedMatch& match) {
  return {{"from", index(match.from)},
          {"to", index(match.to)},
          {"sent", json_of(match.sent)},
          {"received", json_of(match.received)},
          {"from_any", match.is_from_any_source},
          {"to_service", match.is_message_addressed_to_service},
          {"collective", match.collective},
          {"members", json_of(match.members)}};
}
std::vector<NodeId> nodes_from_json(const Json& json) {
  std::vector<NodeId> nodes;
  for (const Json& node : json) nodes.push_back(NodeId{node.get<std::uint32_t>()});
  return nodes;
}

VerifiedMatch verified_match_from_json(const Json& json) {
  return {NodeId{json.at("from").get<std::uint32_t>()},
          NodeId{json.at("to").get<std::uint32_t>()},
          defect_call_from_json(json.at("sent")),
          defect_call_from_json(json.at("received")),
          json.at("from_any").get<bool>(),
          json.at("to_service").get<bool>(),
          json.at("collective").get<std::string>(),
          nodes_from_json(json.at("members"))};
}

Json json_of(const StuckCall& stuck) {
  return {{"call", json_of(stuck.stuck_call)},
          {"waits_for", stuck.waits_for},
          {"requests", stuck.requests},
          {"holders", json_of(stuck.awaited_nodes)},
          {"in_cycle", stuck.is_in_wait_cycle}};
}
StuckCall stuck_call_from_json(const Json& json) {
  StuckCall stuck{defect_call_from_json(json.at("call")), json.at("waits_for").get<std::string>()};
  stuck.requests = json.at("requests").get<std::vector<std::string>>();
  stuck.awaited_nodes = nodes_from_json(json.at("holders"));
  stuck.is_in_wait_cycle = json.at("in_cycle").get<bool>();
  return stuck;
}

Json json_of(const ExploredOrdersSummaryOfSetting& setting) {
  return {
      {"name", setting.name}, {"orders", setting.orders}, {"complete", setting.complete}, {"reason", setting.reason}};
}
ExploredOrdersSummaryOfSetting explored_orders_summary_from_json(const Json& json) {
  return {json.at("name").get<std::string>(), json.at("orders").get<std::uint64_t>(), json.at("complete").get<bool>(),
          json.at("reason").get<std::string>()};
}

Json json_of(const VerifyReplay& replay) {
  Json choices = Json::array(), decisions = Json::array();
  for (const auto& [name, taken] : replay.choices) choices.push_back({index(name.node), name.number, taken});
  for (const ArbiterDecision& each : replay.arbiter_decisions) decisions.push_back({each.step, each.choice});
  return {{"setting", replay.setting}, {"choices", choices}, {"decisions", decisions}, {"seed", replay.seed}};
}
VerifyReplay replay_of(const Json& json) {
  VerifyReplay replay{.setting = json.at("setting").get<std::string>(), .seed = json.at("seed").get<std::uint64_t>()};
  for (const Json& each : json.at("choices")) {
    replay.choices.push_back(
        {{NodeId{each.at(0).get<std::uint32_t>()}, each.at(1).get<std::uint64_t>()}, each.at(2).get<std::uint32_t>()});
  }
  for (const Json& each : json.at("decisions"))
    replay.arbiter_decisions.push_back({each.at(0).get<std::uint64_t>(), each.at(1).get<std::uint64_t>()});
  return replay;
}

template <class Item>
Json json_array_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

}  // namespace

std::vector<NodeId> Verdict::ranks() const {
  std::set<NodeId> all;
  for (const CallInvolvedInDefect& call : calls) all.insert(call.node);
  for (const StuckCall& each : stuck) all.insert(each.stuck_call.node);
  return {all.begin(), all.end()};
}

std::string_view name_of(Verdict::Kind kind) noexcept {
  constexpr std::array<std::string_view, 3> names{"right", "wrong", "undecided"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view remedy_of(DefectClass kind) noexcept {
  switch (kind) {
    case DefectClass::deadlock:
      return "let one of these nodes make its calls in another order, or give each message both a send and a receive";
    case DefectClass::call_ordering:
      return "make the calls in an order that fits: each collective in the same order on all members, a receive for "
             "each "
             "message, and no call before the interface is started or after it is ended";
    case DefectClass::invalid_parameter:
      return "give the argument a value that the call takes";
    case DefectClass::parameter_matching:
      return "give the calls that meet arguments that fit: the same root, operation, type and size";
    case DefectClass::request_lifecycle:
      return "start each request once, and wait for it once, before it is freed or started again";
    case DefectClass::epoch_lifecycle:
      return "open the epoch that the access needs, close it once, and give no assertion that does not hold";
    case DefectClass::resource_leak:
      return "free what the call has made, before the program ends";
    case DefectClass::message_race:
      return "fix the order, such as by a source or a tag in the receive, or let the result not depend on the order";
    case DefectClass::local_concurrency:
      return "leave the buffer alone until the request is done, or give each request a buffer of its own";
    case DefectClass::global_concurrency:
      return "put a synchronisation between the two accesses";
    case DefectClass::buffering_hazard:
      return "receive before the partner has to send, or use MPI_Sendrecv or a nonblocking call: the standard promises "
             "no buffer";
    case DefectClass::memory:
      return "keep accesses within the memory that the program has";
  }
  return "";
}

std::string_view remedy_of(const Verdict& verdict) {
  const auto is_stuck_in = [&](auto is_meant) {
    return std::ranges::any_of(verdict.stuck, [&](const StuckCall& each) { return is_meant(each.stuck_call.name); });
  };
  if (verdict.defect == DefectClass::deadlock) {
    if (is_stuck_in([](std::string_view name) { return name.starts_with("MPI_Win_lock"); }))
      return "let all nodes ask for locks in the same order, and give back each lock for which others wait";
    if (is_stuck_in([](std::string_view name) {
          return name == "MPI_Win_start" || name == "MPI_Win_complete" || name == "MPI_Win_wait";
        }))
      return "let each MPI_Win_post meet MPI_Win_start and MPI_Win_complete of the nodes in its group, in an order in "
             "which none waits for calls that come later";
  }
  return remedy_of(*verdict.defect);
}

std::string verdict_json(const Verdict& verdict) {
  Json json{{"verdict", name_of(verdict.kind)},
            {"class", verdict.defect ? Json(name_of(*verdict.defect)) : Json(nullptr)},
            {"text", verdict.text},
            {"ranks", json_of(verdict.ranks())},
            {"calls", json_array_of(verdict.calls)},
            {"orders", verdict.orders()},
            {"complete", verdict.complete},
            {"limits_polls", verdict.limits_polls},
            {"seconds", verdict.seconds},
            {"settings", json_array_of(verdict.settings)},
            {"matches", json_array_of(verdict.matches)},
            {"left_out", verdict.match_count_omitted_from_report},
            {"stuck", json_array_of(verdict.stuck)},
            {"notes", verdict.notes},
            {"report", verdict.report},
            {"exit_code", static_cast<int>(verdict.code)},
            {"replay", verdict.replay ? json_of(*verdict.replay) : Json(nullptr)}};
  return text_of_json(json);
}

Verdict read_verdict(std::string_view text) {
  const Json json = Json::parse(text);
  Verdict verdict;
  const auto kind = json.at("verdict").get<std::string>();
  for (const auto each : {Verdict::Kind::right, Verdict::Kind::wrong, Verdict::Kind::undecided}) {
    if (kind == name_of(each)) verdict.kind = each;
  }
  if (!json.at("class").is_null()) verdict.defect = parse_defect_class(json.at("class").get<std::string>());
  verdict.text = json.at("text").get<std::string>();
  verdict.report = json.at("report").get<std::string>();
  for (const Json& each : json.at("calls")) verdict.calls.push_back(defect_call_from_json(each));
  for (const Json& each : json.at("matches")) verdict.matches.push_back(verified_match_from_json(each));
  for (const Json& each : json.at("stuck")) verdict.stuck.push_back(stuck_call_from_json(each));
  for (const Json& each : json.at("settings")) verdict.settings.push_back(explored_orders_summary_from_json(each));
  verdict.match_count_omitted_from_report = json.at("left_out").get<std::uint64_t>();
  verdict.notes = json.at("notes").get<std::vector<std::string>>();
  verdict.complete = json.at("complete").get<bool>();
  verdict.limits_polls = json.at("limits_polls").get<bool>();
  verdict.seconds = json.at("seconds").get<double>();
  verdict.code = static_cast<ExitCode>(json.at("exit_code").get<int>());
  if (!json.at("replay").is_null()) verdict.replay = replay_of(json.at("replay"));
  return verdict;
}

}  // namespace switchyard
