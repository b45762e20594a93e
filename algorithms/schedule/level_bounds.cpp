#include "algorithms/schedule/level_bounds.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace switchyard {
namespace {

/// the number of link sets from which a cut is grown: these are the links and pairs of links that raise the lower bound
/// on the level sum most
constexpr std::size_t kSeedsGrown = 8;
constexpr std::size_t kMaxCutLinks = 6;

/// The least level sum of `messages` messages if a level holds at most `capacity` of them.
std::uint64_t least_level_sum(std::uint64_t messages, std::uint64_t capacity) {
  const std::uint64_t full = messages / capacity;
  return capacity * full * (full + 1) / 2 + (messages % capacity) * (full + 1);
}

struct Cut {
  std::vector<LinkId> links;
  std::uint64_t messages = 0;
  /// Returns by how much this set of links (cut) raises the lower bound on the level sum of the schedule. Without the
  /// cut, each of its messages adds 1 to the bound.
  std::uint64_t gain() const { return least_level_sum(messages, links.size()) - messages; }
};

class CutFinder {
 public:
  explicit CutFinder(const MessagePaths& paths)
      : paths_(paths),
        unassigned_(paths.message_count()),
        in_cut_(paths.link_count(), 0),
        hits_(paths.link_count(), 0) {
    std::iota(unassigned_.begin(), unassigned_.end(), 0U);
  }

  std::vector<LinkCut> run() {
    std::vector<LinkCut> cuts;
    for (Cut best = best_cut(); best.gain() > 0; best = best_cut()) cuts.push_back(assign_messages_to_cut(best));
    return cuts;
  }

 private:
  Cut best_cut() {
    std::vector<Cut> seeds = all_seed_cuts();
    const std::size_t grown = std::min(kSeedsGrown, seeds.size());
    std::ranges::partial_sort(seeds, seeds.begin() + static_cast<std::ptrdiff_t>(grown), std::ranges::greater(),
                              [](const Cut& cut) { return std::pair(cut.gain(), cut.messages); });
    Cut best{{LinkId{0}}, 0};
    for (std::size_t i = 0; i < grown; ++i) {
      const Cut cut = grow_cut(seeds[i]);
      if (cut.gain() > best.gain()) best = cut;
    }
    return best;
  }

  /// Returns the sets of links with which the search for cuts begins: every single link that a message uses, and for
  /// each message with two paths the pair of their first links and the pair of their last links.
  std::vector<Cut> all_seed_cuts() {
    std::set<std::vector<LinkId>> sets;
    for (const std::uint32_t message : unassigned_) {
      const auto usual = paths_.links(PathId{message});
      for (const LinkId link : usual) sets.insert({link});
      const auto detour = paths_.detour(message);
      if (!detour || usual.empty() || paths_.links(*detour).empty()) continue;
      const auto other = paths_.links(*detour);
      insert_link_pair(sets, usual.front(), other.front());
      insert_link_pair(sets, usual.back(), other.back());
    }
    std::vector<Cut> seeds;
    for (const auto& links : sets) seeds.push_back(cut_of_links(links));
    return seeds;
  }

  static void insert_link_pair(std::set<std::vector<LinkId>>& sets, LinkId one, LinkId other) {
    if (one != other) sets.insert({std::min(one, other), std::max(one, other)});
  }

  Cut cut_of_links(std::vector<LinkId> links) {
    mark_links(links, 1);
    Cut cut{std::move(links), 0};
    for (const std::uint32_t message : unassigned_) cut.messages += is_in_cut(message) ? 1 : 0;
    mark_links(cut.links, 0);
    return cut;
  }

  /// Grows a cut link by link. Each time it adds the link that brings the most further messages
  /// into the cut, and it stops when no link brings any. Returns the best cut found on the way.
  Cut grow_cut(Cut cut) {
    Cut best = cut;
    while (cut.links.size() < kMaxCutLinks) {
      mark_links(cut.links, 1);
      const auto [link, further] = link_with_most_further_messages();
      mark_links(cut.links, 0);
      if (further == 0) break;
      cut.links.push_back(link);
      cut.messages += further;
      if (cut.gain() > best.gain()) best = cut;
    }
    return best;
  }

  /// Returns the link that, if it were added to the cut (a set of links), would bring the most further messages into
  /// the cut. Also returns the number of these messages.
  std::pair<LinkId, std::uint32_t> link_with_most_further_messages() {
    std::vector<LinkId> touched;
    for (const std::uint32_t message : unassigned_) count_links_that_extend_cut(message, touched);
    std::pair<LinkId, std::uint32_t> most{LinkId{0}, 0};
    for (const LinkId link : touched) {
      if (hits_[index(link)] > most.second) most = {link, hits_[index(link)]};
      hits_[index(link)] = 0;
    }
    return most;
  }

  void count_links_that_extend_cut(std::uint32_t message, std::vector<LinkId>& touched) {
    const auto detour = paths_.detour(message);
    const bool usual_open = avoids_cut(PathId{message});
    const bool detour_open = detour && avoids_cut(*detour);
    // A message belongs to the cut if the cut has a link of each of its paths. Skip a message that is in the cut
    // already, and one that could be brought into the cut only by two more links.
    if (usual_open == detour_open) return;
    for (const LinkId link : paths_.links(usual_open ? PathId{message} : *detour)) {
      if (hits_[index(link)]++ == 0) touched.push_back(link);
    }
  }

  bool avoids_cut(PathId path) const {
    return std::ranges::none_of(paths_.links(path), [&](LinkId link) { return in_cut_[index(link)] != 0; });
  }

  bool is_in_cut(std::uint32_t message) const {
    const auto detour = paths_.detour(message);
    return !avoids_cut(PathId{message}) && !(detour && avoids_cut(*detour));
  }

  void mark_links(const std::vector<LinkId>& links, std::uint8_t value) {
    for (const LinkId link : links) in_cut_[index(link)] = value;
  }

  LinkCut assign_messages_to_cut(const Cut& cut) {
    LinkCut result{static_cast<std::uint32_t>(cut.links.size()), {}};
    mark_links(cut.links, 1);
    std::erase_if(unassigned_, [&](std::uint32_t message) {
      if (!is_in_cut(message)) return false;
      result.messages.push_back(message);
      return true;
    });
    mark_links(cut.links, 0);
    return result;
  }

  const MessagePaths& paths_;
  std::vector<std::uint32_t> unassigned_;
  std::vector<std::uint8_t> in_cut_;
  std::vector<std::uint32_t> hits_;
};

}  // namespace

std::vector<LinkCut> disjoint_link_cuts(const MessagePaths& paths) { return CutFinder(paths).run(); }

LevelBounds level_bounds(const MessagePaths& paths) {
  LevelBounds bounds{paths.message_count() == 0 ? 0U : 1U, paths.message_count()};
  for (const LinkCut& cut : disjoint_link_cuts(paths)) {
    const std::uint64_t messages = cut.messages.size();
    bounds.levels = std::max(bounds.levels, static_cast<std::uint32_t>((messages + cut.capacity - 1) / cut.capacity));
    bounds.sum += least_level_sum(messages, cut.capacity) - messages;
  }
  return bounds;
}

}  // namespace switchyard
