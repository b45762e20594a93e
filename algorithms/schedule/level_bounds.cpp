#include "algorithms/schedule/level_bounds.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace switchyard {
namespace {

/// The number of starting sets of links that are grown in each search for a cut: those that raise the lower bound on
/// the level sum most.
constexpr std::size_t kMostLinkSetsToGrow = 8;
constexpr std::size_t kMostLinksOfCut = 6;

/// Returns the lowest possible level sum (sum of the levels of all messages) of `messages` messages if a level holds at
/// most `capacity` messages.
std::uint64_t least_level_sum_at_capacity(std::uint64_t messages, std::uint64_t capacity) {
  const std::uint64_t full = messages / capacity;
  return capacity * full * (full + 1) / 2 + (messages % capacity) * (full + 1);
}

struct LinkSetCut {
  std::vector<LinkId> links;
  std::uint64_t messages = 0;
  /// Returns by how much the lower bound on the level sum rises if this set of links (a cut) is taken into account.
  /// Without it, each of its messages adds 1 to the bound.
  std::uint64_t lower_bound_gain() const { return least_level_sum_at_capacity(messages, links.size()) - messages; }
};

class CutFinder {
 public:
  explicit CutFinder(const MessagePaths& paths)
      : paths_(paths),
        unassigned_messages_(paths.message_count()),
        is_link_in_cut_(paths.link_count(), 0),
        messages_gained_by_link_(paths.link_count(), 0) {
    std::iota(unassigned_messages_.begin(), unassigned_messages_.end(), 0U);
  }

  std::vector<LinkCutSetWithMessages> find_disjoint_cuts() {
    std::vector<LinkCutSetWithMessages> cuts;
    for (LinkSetCut best = find_best_cut(); best.lower_bound_gain() > 0; best = find_best_cut())
      cuts.push_back(assign_messages_to_cut(best));
    return cuts;
  }

 private:
  LinkSetCut find_best_cut() {
    std::vector<LinkSetCut> seeds = initial_link_sets_of_cut_search();
    const std::size_t grown = std::min(kMostLinkSetsToGrow, seeds.size());
    std::ranges::partial_sort(seeds, seeds.begin() + static_cast<std::ptrdiff_t>(grown), std::ranges::greater(),
                              [](const LinkSetCut& cut) { return std::pair(cut.lower_bound_gain(), cut.messages); });
    LinkSetCut best{{LinkId{0}}, 0};
    for (std::size_t i = 0; i < grown; ++i) {
      const LinkSetCut cut = grow_cut(seeds[i]);
      if (cut.lower_bound_gain() > best.lower_bound_gain()) best = cut;
    }
    return best;
  }

  /// Returns the sets of links with which the search for cuts begins: every single link that the usual path of a
  /// message takes, and for each message with a detour two pairs: the first links of its two paths, and the last links.
  std::vector<LinkSetCut> initial_link_sets_of_cut_search() {
    std::set<std::vector<LinkId>> sets;
    for (const std::uint32_t message : unassigned_messages_) {
      const auto usual = paths_.links_of_path(PathId{message});
      for (const LinkId link : usual) sets.insert({link});
      const auto detour = paths_.detour_of_message(message);
      if (!detour || usual.empty() || paths_.links_of_path(*detour).empty()) continue;
      const auto other = paths_.links_of_path(*detour);
      insert_link_pair(sets, usual.front(), other.front());
      insert_link_pair(sets, usual.back(), other.back());
    }
    std::vector<LinkSetCut> seeds;
    for (const auto& links : sets) seeds.push_back(cut_of_links(links));
    return seeds;
  }

  static void insert_link_pair(std::set<std::vector<LinkId>>& sets, LinkId one, LinkId other) {
    if (one != other) sets.insert({std::min(one, other), std::max(one, other)});
  }

  LinkSetCut cut_of_links(std::vector<LinkId> links) {
    set_link_marks(links, 1);
    LinkSetCut cut{std::move(links), 0};
    for (const std::uint32_t message : unassigned_messages_) cut.messages += is_message_in_cut(message) ? 1 : 0;
    set_link_marks(cut.links, 0);
    return cut;
  }

  /// Grows a cut (a set of links) link by link. Each time, adds the link that brings the most further messages into the
  /// cut. Stops when no link brings further messages, or at the limit of links. Returns the best of all cuts on the
  /// way.
  LinkSetCut grow_cut(LinkSetCut cut) {
    LinkSetCut best = cut;
    while (cut.links.size() < kMostLinksOfCut) {
      set_link_marks(cut.links, 1);
      const auto [link, further] = link_with_most_further_messages();
      set_link_marks(cut.links, 0);
      if (further == 0) break;
      cut.links.push_back(link);
      cut.messages += further;
      if (cut.lower_bound_gain() > best.lower_bound_gain()) best = cut;
    }
    return best;
  }

  /// Returns the link that, if it were added to the cut (a set of links), would bring the most further messages into
  /// the cut. Also returns the number of these messages.
  std::pair<LinkId, std::uint32_t> link_with_most_further_messages() {
    std::vector<LinkId> touched;
    for (const std::uint32_t message : unassigned_messages_) count_links_that_extend_cut(message, touched);
    std::pair<LinkId, std::uint32_t> most{LinkId{0}, 0};
    for (const LinkId link : touched) {
      if (messages_gained_by_link_[index(link)] > most.second) most = {link, messages_gained_by_link_[index(link)]};
      messages_gained_by_link_[index(link)] = 0;
    }
    return most;
  }

  void count_links_that_extend_cut(std::uint32_t message, std::vector<LinkId>& touched) {
    const auto detour = paths_.detour_of_message(message);
    const bool usual_open = path_avoids_cut(PathId{message});
    const bool detour_open = detour && path_avoids_cut(*detour);
    // A message belongs to the cut if the cut has a link of each of its paths. Skip a message that belongs to the cut
    // already, and one that would need two more links in the cut.
    if (usual_open == detour_open) return;
    for (const LinkId link : paths_.links_of_path(usual_open ? PathId{message} : *detour)) {
      if (messages_gained_by_link_[index(link)]++ == 0) touched.push_back(link);
    }
  }

  bool path_avoids_cut(PathId path) const {
    return std::ranges::none_of(paths_.links_of_path(path),
                                [&](LinkId link) { return is_link_in_cut_[index(link)] != 0; });
  }

  bool is_message_in_cut(std::uint32_t message) const {
    const auto detour = paths_.detour_of_message(message);
    return !path_avoids_cut(PathId{message}) && !(detour && path_avoids_cut(*detour));
  }

  void set_link_marks(const std::vector<LinkId>& links, std::uint8_t value) {
    for (const LinkId link : links) is_link_in_cut_[index(link)] = value;
  }

  LinkCutSetWithMessages assign_messages_to_cut(const LinkSetCut& cut) {
    LinkCutSetWithMessages result{static_cast<std::uint32_t>(cut.links.size()), {}};
    set_link_marks(cut.links, 1);
    std::erase_if(unassigned_messages_, [&](std::uint32_t message) {
      if (!is_message_in_cut(message)) return false;
      result.messages.push_back(message);
      return true;
    });
    set_link_marks(cut.links, 0);
    return result;
  }

  const MessagePaths& paths_;
  std::vector<std::uint32_t> unassigned_messages_;
  std::vector<std::uint8_t> is_link_in_cut_;
  std::vector<std::uint32_t> messages_gained_by_link_;
};

}  // namespace

std::vector<LinkCutSetWithMessages> disjoint_link_cuts(const MessagePaths& paths) {
  return CutFinder(paths).find_disjoint_cuts();
}

LevelBounds level_bounds(const MessagePaths& paths) {
  LevelBounds bounds{paths.message_count() == 0 ? 0U : 1U, paths.message_count()};
  for (const LinkCutSetWithMessages& cut : disjoint_link_cuts(paths)) {
    const std::uint64_t messages = cut.messages.size();
    bounds.levels = std::max(bounds.levels, static_cast<std::uint32_t>((messages + cut.capacity - 1) / cut.capacity));
    bounds.sum += least_level_sum_at_capacity(messages, cut.capacity) - messages;
  }
  return bounds;
}

}  // namespace switchyard
