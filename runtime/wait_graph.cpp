#include "runtime/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "runtime/call_text.hpp"

namespace switchyard {
namespace {

using Json = nlohmann::ordered_json;

/// The largest number of calls, messages or blockers that the text lists for one waiting node.
constexpr std::size_t kMostShownItems = 4;
/// The largest number of cycles that the text lists, of nodes that it lists of one cycle, and of waiting nodes that it
/// lists of each RelationToWaitCycle.
constexpr std::size_t kMostShownNodes = 16;

std::string node_numbers_text(std::span<const NodeId> nodes) {
  std::string text;
  for (const NodeId node : nodes) text += fmt::format("{}{}", text.empty() ? "" : ", ", index(node));
  return text;
}

/// Returns a text that lists the first `shown` of the given nodes, and says how many more there are.
std::string shortened_node_list_text(const std::vector<NodeId>& nodes, std::size_t shown = kMostShownItems) {
  if (nodes.size() <= shown) return node_numbers_text(nodes);
  return fmt::format("{} and {} more", node_numbers_text(std::span(nodes).first(shown)), nodes.size() - shown);
}

/// Returns a text that lists the first kMostShownItems items and says how many more there are. `describe` makes the
/// text of one item, and the text `before` stands in front of each item.
template <class Item, class Describe>
std::string join_texts_of_first_items(const std::vector<Item>& items, const char* before, Describe describe) {
  std::string text;
  for (std::size_t i = 0; i < std::min(items.size(), kMostShownItems); ++i) text += before + describe(items[i]);
  if (items.size() > kMostShownItems) text += fmt::format("{}{} more", before, items.size() - kMostShownItems);
  return text;
}

std::string text_of_awaited_calls(const Waiter& waiter) {
  const std::string between = waiter.all ? " and " : " or ";
  return join_texts_of_first_items(waiter.awaited, between.c_str(),
                                   [](const DescribedCall& call) { return call_text(call); })
      .substr(waiter.awaited.empty() ? 0 : between.size());
}

std::string call_with_place_text(const Waiter& waiter) {
  if (waiter.site.line == 0) return waiter.verb;
  return fmt::format("{} ({})", waiter.verb, call_site_text(waiter.site));
}

std::string message_text(const OfferedMessage& message) {
  return fmt::format("{} B from {}, tag {}", message.bytes, index(message.source),
                     static_cast<std::uint32_t>(message.tag));
}

std::string lost_message_text(const LostMessage& lost) {
  return fmt::format("; discarded at {:.3f} us, as it came before its receive: {}, sent at {}", microseconds(lost.at),
                     message_text(lost.message), call_site_text(lost.message.sent));
}

std::string text_of_open_bulk_transfer_port(const OpenBulkPort& port) {
  return fmt::format("port {} has {} of its {} B", index(port.id), port.bytes - port.missing_bytes, port.bytes);
}

const char* name_of(DescribedCall::Kind kind) noexcept {
  constexpr std::array names{"send", "receive", "probe", "copy", "posted collective", "collective", "lock"};
  return names[static_cast<std::size_t>(kind)];
}

const char* name_of(RelationToWaitCycle place) noexcept {
  constexpr std::array names{"cycle", "behind", "for ever"};
  return names[static_cast<std::size_t>(place)];
}

Json node_list_json(const std::vector<NodeId>& nodes) {
  Json list = Json::array();
  for (const NodeId node : nodes) list.push_back(index(node));
  return list;
}

void add_call_place(Json& json, const CallPlace& place) {
  if (place.line == 0) return;
  json["file"] = place.file;
  json["line"] = place.line;
}

Json to_json(const DescribedCall& call) {
  Json json{{"kind", name_of(call.kind)}, {"verb", call.verb}};
  if (!call.collective.empty()) json["collective"] = call.collective;
  json["peer"] = call.peer ? Json(index(*call.peer)) : Json(nullptr);
  json["tag"] = static_cast<std::uint32_t>(call.tag);
  if (call.mask != TagSelector::kMaskOfAllTagBits) json["mask"] = call.mask;
  json["context"] = static_cast<std::uint16_t>(call.context);
  json["bytes"] = call.bytes;
  add_call_place(json, call.place);
  return json;
}

Json to_json(const OfferedMessage& message) {
  Json json{
      {"source", index(message.source)}, {"tag", static_cast<std::uint32_t>(message.tag)}, {"bytes", message.bytes}};
  add_call_place(json, message.sent);
  return json;
}

Json to_json(const LostMessage& lost) {
  Json json = to_json(lost.message);
  json["at_us"] = microseconds(lost.at);
  return json;
}

Json to_json(const OpenBulkPort& port) {
  return {{"port", index(port.id)}, {"missing_bytes", port.missing_bytes}, {"bytes", port.bytes}};
}

Json to_json(const ResourceUser& user) {
  Json json{{"carrier", user.message_carrier_name}, {"from", index(user.from)}, {"to", index(user.to)}};
  if (user.tag) json["tag"] = static_cast<std::uint32_t>(*user.tag);
  return json;
}

Json to_json(const ResourceAcquiringCall& call) {
  Json json{{"verb", call.verb}};
  add_call_place(json, call.place);
  return json;
}

/// Adds the fields of a resource to the JSON object `json`, which may have other members.
void add_resource(Json& json, const Resource& resource, const std::string& text) {
  json["resource"] = text;
  json["kind"] = name_of(resource.kind);
  if (resource.owner) json["owner"] = index(*resource.owner);
  if (resource.held_by) json["held_by"] = to_json(*resource.held_by);
  if (resource.wanted_by) json["wanted_by"] = to_json(*resource.wanted_by);
  if (resource.taken_by) json["taken_by"] = to_json(*resource.taken_by);
  if (resource.wanted) json["wanted"] = *resource.wanted;
  if (resource.bytes_in_use) json["in_use"] = *resource.bytes_in_use;
  if (resource.capacity) json["capacity"] = *resource.capacity;
}

template <class Item>
void add_list_if_not_empty(Json& json, const char* key, const std::vector<Item>& items) {
  if (items.empty()) return;
  json[key] = Json::array();
  for (const Item& item : items) json[key].push_back(to_json(item));
}

std::string escape_for_dot(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string Waiter::text() const {
  std::string text = awaited.empty() ? call_with_place_text(*this) : text_of_awaited_calls(*this);
  if (posted_elsewhere) text += ", in " + call_with_place_text(*this);
  if (!on_offer.empty()) text += "; on offer:" + join_texts_of_first_items(on_offer, "; ", message_text).substr(1);
  for (const LostMessage& message : lost) text += lost_message_text(message);
  if (!ports.empty()) text += join_texts_of_first_items(ports, "; ", text_of_open_bulk_transfer_port);
  return text;
}

WaitGraph::WaitGraph(std::vector<Waiter> waiters, std::vector<WaitGroup> groups, std::vector<bool> finished,
                     std::optional<VirtualTime> at, std::uint64_t seed)
    : waiters_(std::move(waiters)),
      wait_groups_(std::move(groups)),
      has_node_finished_(std::move(finished)),
      report_time_(at),
      seed_(seed) {
  find_cycles();
  find_nodes_behind_cycles();
}

template <class See>
void WaitGraph::for_each_blocker(const Waiter& waiter, See see) const {
  for (const BlockingResource& blocker : waiter.blockers) see(blocker.holder, blocker.resource);
  for (const std::uint32_t group : waiter.groups) {
    for (const NodeId node : wait_groups_[group].nodes) {
      if (node != waiter.node) see(node, wait_groups_[group].resource);
    }
  }
}

std::vector<BlockingResource> WaitGraph::blockers(const Waiter& waiter) const {
  std::vector<BlockingResource> all;
  for_each_blocker(waiter, [&](NodeId holder, const Resource& resource) { all.push_back({holder, resource}); });
  return all;
}

/// Returns the nodes that a waiting node waits for, each of them once, in ascending order.
std::vector<NodeId> WaitGraph::blocking_nodes_of(const Waiter& waiter) const {
  std::vector<NodeId> nodes;
  for_each_blocker(waiter, [&](NodeId holder, const Resource&) { nodes.push_back(holder); });
  if (!std::ranges::is_sorted(nodes)) std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// Finds the cycles of the wait-for graph: strongly connected components with more than one node, or with a node that
/// waits for itself. A WaitGroup (a set of nodes for which several nodes wait) is a vertex as well: nodes that wait for
/// the group have edges to it, and it has edges to its own nodes. A component of one node and one group is no cycle.
void WaitGraph::find_cycles() {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph graph(has_node_finished_.size() + wait_groups_.size());
  for (const Waiter& waiter : waiters_) {
    for (const BlockingResource& blocker : waiter.blockers)
      boost::add_edge(index(waiter.node), index(blocker.holder), graph);
    for (const std::uint32_t group : waiter.groups) {
      boost::add_edge(index(waiter.node), has_node_finished_.size() + group, graph);
    }
  }
  for (std::size_t group = 0; group < wait_groups_.size(); ++group) {
    for (const NodeId node : wait_groups_[group].nodes)
      boost::add_edge(has_node_finished_.size() + group, index(node), graph);
  }
  std::vector<std::size_t> component(has_node_finished_.size() + wait_groups_.size());
  const std::size_t count = boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph)));
  std::vector<std::vector<NodeId>> members(count);
  for (const Waiter& waiter : waiters_) members[component[index(waiter.node)]].push_back(waiter.node);
  for (Waiter& waiter : waiters_) {
    const bool waits_for_itself =
        std::ranges::find(waiter.blockers, waiter.node, &BlockingResource::holder) != waiter.blockers.end();
    if (members[component[index(waiter.node)]].size() > 1 || waits_for_itself)
      waiter.place = RelationToWaitCycle::cycle;
  }
  for (auto& cycle : members) {
    if (cycle.size() > 1) cycles_.push_back(std::move(cycle));
  }
  std::sort(cycles_.begin(), cycles_.end());
}

/// Finds the waiting nodes that are not in a cycle of the graph, but wait for a node of a cycle, perhaps through other
/// nodes. Sets Waiter::place of these nodes by following the edges back from the cycles.
void WaitGraph::find_nodes_behind_cycles() {
  std::vector<std::vector<Waiter*>> waits_for(has_node_finished_.size());
  std::vector<std::vector<Waiter*>> waits_for_group(wait_groups_.size());
  std::vector<std::vector<std::uint32_t>> groups_of(has_node_finished_.size());
  std::vector<NodeId> next;
  for (Waiter& waiter : waiters_) {
    for (const BlockingResource& blocker : waiter.blockers) waits_for[index(blocker.holder)].push_back(&waiter);
    for (const std::uint32_t group : waiter.groups) waits_for_group[group].push_back(&waiter);
    if (waiter.is_in_wait_cycle()) next.push_back(waiter.node);
  }
  for (std::uint32_t group = 0; group < wait_groups_.size(); ++group) {
    for (const NodeId node : wait_groups_[group].nodes) groups_of[index(node)].push_back(group);
  }
  const auto reach = [&](std::vector<Waiter*>& waiters) {
    for (Waiter* waiter : std::exchange(waiters, {})) {
      if (waiter->place != RelationToWaitCycle::for_ever) continue;
      waiter->place = RelationToWaitCycle::behind;
      next.push_back(waiter->node);
    }
  };
  while (!next.empty()) {
    const NodeId node = next.back();
    next.pop_back();
    reach(waits_for[index(node)]);
    for (const std::uint32_t group : groups_of[index(node)]) reach(waits_for_group[group]);
  }
}

/// Returns a text about those of the given nodes whose programs have ended with an exit code other than 0, such as "
/// with exit code 3". The text is empty if there are none.
std::string WaitGraph::exit_codes_text(const std::vector<NodeId>& nodes) const {
  std::vector<std::pair<NodeId, int>> failed;
  for (const NodeId node : nodes) {
    if (const auto found = exit_codes_.find(node); found != exit_codes_.end()) failed.emplace_back(*found);
  }
  if (failed.empty()) return "";
  if (nodes.size() == 1) return fmt::format(" with exit code {}", failed.front().second);
  return join_texts_of_first_items(failed, ", ", [](const std::pair<NodeId, int>& each) {
    return fmt::format("node {} with exit code {}", index(each.first), each.second);
  });
}

std::string WaitGraph::wait_graph_position_text(const Waiter& waiter) const {
  if (waiter.is_in_wait_cycle()) return "cycle";
  std::vector<NodeId> waiting;
  std::vector<NodeId> gone;
  for (const NodeId holder : blocking_nodes_of(waiter))
    (has_node_finished_[index(holder)] ? gone : waiting).push_back(holder);
  if (!waiting.empty()) return "behind " + shortened_node_list_text(waiting);
  if (has_node_finished_.size() == 1 && !waiter.groups.empty()) return "for ever: there is no other node";
  const bool all_others = gone.size() > 1 && gone.size() + 1 == has_node_finished_.size();
  if (all_others || (gone.empty() && !waiter.groups.empty()))
    return "for ever: all other nodes have finished" + exit_codes_text(gone);
  if (gone.empty()) return "for ever";
  return fmt::format("for ever: node{} {} ha{} finished{}", gone.size() == 1 ? "" : "s", shortened_node_list_text(gone),
                     gone.size() == 1 ? "s" : "ve", exit_codes_text(gone));
}

std::size_t WaitGraph::count_waiters_at(RelationToWaitCycle place) const noexcept {
  return static_cast<std::size_t>(std::ranges::count(waiters_, place, &Waiter::place));
}

std::string WaitGraph::headline_text() const {
  const std::size_t in_cycle = count_waiters_at(RelationToWaitCycle::cycle),
                    behind = count_waiters_at(RelationToWaitCycle::behind);
  const std::size_t for_ever = count_waiters_at(RelationToWaitCycle::for_ever);
  const auto waits = [](std::size_t nodes) { return nodes == 1 ? "waits" : "wait"; };
  if (in_cycle == 0) {
    return fmt::format("deadlock: {} of {} nodes {} for what cannot come", waiters_.size(), has_node_finished_.size(),
                       waits(waiters_.size()));
  }
  const char* how = !cycles_.empty() ? "wait for each other"
                    : in_cycle == 1  ? "waits for itself"
                                     : "wait for themselves";
  const char* whom = !cycles_.empty() || in_cycle > 1 ? "them" : "it";
  std::string text = fmt::format("deadlock: {} of {} nodes {}, {} more {} behind {}", in_cycle,
                                 has_node_finished_.size(), how, behind, waits(behind), whom);
  if (for_ever > 0) text += fmt::format(", {} more {} for what cannot come", for_ever, waits(for_ever));
  return text;
}

std::string WaitGraph::text() const {
  const std::string when = report_time_ ? fmt::format("virtual time {:.3f} us, ", microseconds(*report_time_)) : "";
  std::string text = fmt::format("{} ({}seed {})\n", headline_text(), when, seed_);
  append_cycles_text(text);
  for (const RelationToWaitCycle place :
       {RelationToWaitCycle::cycle, RelationToWaitCycle::behind, RelationToWaitCycle::for_ever})
    append_waiters_text(text, place);
  text.pop_back();
  return text;
}

void WaitGraph::append_cycles_text(std::string& text) const {
  for (std::size_t i = 0; i < std::min(cycles_.size(), kMostShownNodes); ++i) {
    text += fmt::format("  cycle of nodes {}\n", shortened_node_list_text(cycles_[i], kMostShownNodes));
  }
  if (cycles_.size() > kMostShownNodes) text += fmt::format("  and {} more cycles\n", cycles_.size() - kMostShownNodes);
}

void WaitGraph::append_waiters_text(std::string& text, RelationToWaitCycle which) const {
  std::size_t shown = 0;
  for (const Waiter& waiter : waiters_) {
    if (waiter.place != which || ++shown > kMostShownNodes) continue;
    text += fmt::format("  node {} in {}{}    [{}]\n", index(waiter.node), waiter.text(),
                        waiter.since ? fmt::format(", since {:.3f} us", microseconds(*waiter.since)) : "",
                        wait_graph_position_text(waiter));
    append_blockers_text(text, waiter);
  }
  if (shown <= kMostShownNodes) return;
  const std::size_t more = shown - kMostShownNodes;
  const char* const how = which == RelationToWaitCycle::cycle    ? "in a cycle"
                          : which == RelationToWaitCycle::behind ? "behind them"
                                                                 : "for what cannot come";
  text += fmt::format("  and {} more node{} {}\n", more, more == 1 ? " waits" : "s wait", how);
}

/// Returns a text that names the resource for which a node waits. If the node waits for room for active messages at
/// another node, the text also says that the other node has finished, or that it does not poll.
std::string WaitGraph::resource_text(const BlockingResource& blocker) const {
  const std::string text = blocker.resource.text();
  if (blocker.resource.kind != ResourceKind::network_room_for_packets) return text;
  return text + (has_node_finished_[index(blocker.holder)] ? ", which has finished" : ", which does not poll");
}

void WaitGraph::append_blockers_text(std::string& text, const Waiter& waiter) const {
  std::size_t count = 0;
  for_each_blocker(waiter, [&](NodeId holder, const Resource& resource) {
    if (count++ < kMostShownItems)
      text += fmt::format("    waits for node {}: {}\n", index(holder), resource_text({holder, resource}));
  });
  if (count > kMostShownItems) text += fmt::format("    and {} more\n", count - kMostShownItems);
}

std::string WaitGraph::dot() const {
  std::string text = "digraph deadlock {\n  node [shape=box];\n";
  for (std::size_t i = 0; i < wait_groups_.size(); ++i) {
    text += fmt::format("  g{} [label=\"{}\", shape=ellipse];\n", i, escape_for_dot(wait_groups_[i].resource.text()));
    for (const NodeId node : wait_groups_[i].nodes) text += fmt::format("  g{} -> n{};\n", i, index(node));
  }
  for (const Waiter& waiter : waiters_) {
    text += fmt::format("  n{} [label=\"node {}\\n{}\"{}];\n", index(waiter.node), index(waiter.node),
                        escape_for_dot(waiter.text()), waiter.is_in_wait_cycle() ? ", color=red" : "");
    for (const BlockingResource& blocker : waiter.blockers) {
      text += fmt::format("  n{} -> n{} [label=\"{}\"];\n", index(waiter.node), index(blocker.holder),
                          escape_for_dot(resource_text(blocker)));
    }
    for (const std::uint32_t group : waiter.groups) text += fmt::format("  n{} -> g{};\n", index(waiter.node), group);
  }
  return text + "}\n";
}

std::string WaitGraph::json() const {
  Json root;
  root["seed"] = seed_;
  root["nodes"] = has_node_finished_.size();
  if (report_time_) root["virtual_time_us"] = microseconds(*report_time_);
  root["waiters"] = Json::array();
  for (const Waiter& waiter : waiters_) {
    Json entry{{"node", index(waiter.node)},
               {"call", waiter.text()},
               {"verb", waiter.verb},
               {"in_cycle", waiter.is_in_wait_cycle()},
               {"place", name_of(waiter.place)},
               {"all", waiter.all}};
    add_call_place(entry, waiter.site);
    if (waiter.since) entry["since_us"] = microseconds(*waiter.since);
    add_list_if_not_empty(entry, "awaited", waiter.awaited);
    add_list_if_not_empty(entry, "on_offer", waiter.on_offer);
    add_list_if_not_empty(entry, "discarded", waiter.lost);
    add_list_if_not_empty(entry, "ports", waiter.ports);
    entry["waits_for"] = Json::array();
    for (const BlockingResource& blocker : waiter.blockers) {
      Json edge{{"node", index(blocker.holder)}};
      add_resource(edge, blocker.resource, resource_text(blocker));
      if (has_node_finished_[index(blocker.holder)]) edge["finished"] = true;
      entry["waits_for"].push_back(std::move(edge));
    }
    for (const std::uint32_t group : waiter.groups) entry["waits_for"].push_back({{"group", group}});
    root["waiters"].push_back(std::move(entry));
  }
  if (!wait_groups_.empty()) root["groups"] = Json::array();
  for (const WaitGroup& group : wait_groups_) {
    Json entry;
    add_resource(entry, group.resource, group.resource.text());
    entry["nodes"] = node_list_json(group.nodes);
    root["groups"].push_back(std::move(entry));
  }
  root["cycles"] = Json::array();
  for (const auto& cycle : cycles_) root["cycles"].push_back(node_list_json(cycle));
  return root.dump(2);
}

}  // namespace switchyard
