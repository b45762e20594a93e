#include "algorithms/schedule/collision_graph.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr std::uint32_t kWordBits = 64;
constexpr std::uint32_t kPathsPerTask = 64;  // number of paths that one task of the parallel loop handles

/// A set of numbers, stored as an array of bits, which can be visited in ascending order and emptied quickly. Each bit
/// of `summary_bits_` tells whether a word of `bits_` may be nonzero.
class IntegerBitSet {
 public:
  explicit IntegerBitSet(std::uint32_t size)
      : bits_(size / kWordBits + 1), summary_bits_(bits_.size() / kWordBits + 1) {}

  void insert_integer(std::uint32_t number) noexcept {
    insert_bits_of_one_word(number / kWordBits, std::uint64_t{1} << (number % kWordBits));
  }
  void insert_all_bits_of_words(std::span<const std::uint64_t> words) noexcept {
    for (std::uint32_t word = 0; word < words.size(); ++word) {
      if (words[word] != 0) insert_bits_of_one_word(word, words[word]);
    }
  }
  void remove_integer(std::uint32_t number) noexcept {
    bits_[number / kWordBits] &= ~(std::uint64_t{1} << (number % kWordBits));
  }
  /// Calls visit(position of the word, bits of the word) for each nonzero word of the set's bits, in ascending order,
  /// and empties the set.
  template <class Visit>
  void visit_and_clear_nonzero_bit_words(Visit visit) noexcept {
    for (std::uint32_t s = 0; s < summary_bits_.size(); ++s) {
      for (; summary_bits_[s] != 0; summary_bits_[s] &= summary_bits_[s] - 1) {
        const std::uint32_t word = s * kWordBits + static_cast<std::uint32_t>(std::countr_zero(summary_bits_[s]));
        visit(word, bits_[word]);
        bits_[word] = 0;
      }
    }
  }

 private:
  void insert_bits_of_one_word(std::uint32_t word, std::uint64_t bits) noexcept {
    bits_[word] |= bits;
    summary_bits_[word / kWordBits] |= std::uint64_t{1} << (word % kWordBits);
  }

  std::vector<std::uint64_t> bits_;
  std::vector<std::uint64_t> summary_bits_;
};

/// For each link, the list of the paths that take the link. If many paths take a link, they are also stored as a row of
/// bits, one for each path, because a row can be added to a set faster than a list.
class PathsOverLinks {
 public:
  explicit PathsOverLinks(const MessagePaths& paths)
      : path_list_starts_by_link_(std::size_t{paths.link_count()} + 1, 0),
        words_per_row_(paths.path_count() / kWordBits + 1) {
    for_each_link_use(paths, [&](PathId, LinkId link) { ++path_list_starts_by_link_[index(link) + std::size_t{1}]; });
    for (std::size_t i = 1; i < path_list_starts_by_link_.size(); ++i)
      path_list_starts_by_link_[i] += path_list_starts_by_link_[i - 1];
    paths_of_links_.resize(path_list_starts_by_link_.back());
    std::vector<std::uint64_t> next(path_list_starts_by_link_.begin(), path_list_starts_by_link_.end() - 1);
    for_each_link_use(paths, [&](PathId path, LinkId link) { paths_of_links_[next[index(link)]++] = path; });
    for (std::uint32_t link = 0; link < paths.link_count(); ++link) store_paths_of_link_as_bit_row(LinkId{link});
  }

  void mark_paths_over_link(LinkId link, IntegerBitSet& marks) const noexcept {
    const std::uint32_t row = row_of_link_[index(link)];
    if (row != kNoBitRow)
      return marks.insert_all_bits_of_words({row_bits_.data() + row * words_per_row_, words_per_row_});
    for (const PathId path : paths_over_link(link)) marks.insert_integer(index(path));
  }

  /// Returns the number of basic operations (the unit of scheduling cost) for marking all paths that take a link.
  std::uint64_t operations_to_mark_link(LinkId link) const noexcept {
    return row_of_link_[index(link)] != kNoBitRow ? words_per_row_ : paths_over_link(link).size();
  }

 private:
  template <class Visit>
  static void for_each_link_use(const MessagePaths& paths, Visit visit) {
    for (std::uint32_t p = 0; p < paths.path_count(); ++p) {
      for (const LinkId link : paths.links_of_path(PathId{p})) visit(PathId{p}, link);
    }
  }

  std::span<const PathId> paths_over_link(LinkId link) const noexcept {
    return {paths_of_links_.data() + path_list_starts_by_link_[index(link)],
            paths_of_links_.data() + path_list_starts_by_link_[index(link) + std::size_t{1}]};
  }

  /// Stores the paths that take a link as a row of bits, if there are more of them than the row has words. So all rows
  /// together take at most eight bytes for each link of each path.
  void store_paths_of_link_as_bit_row(LinkId link) {
    if (paths_over_link(link).size() <= words_per_row_) return row_of_link_.push_back(kNoBitRow);
    row_of_link_.push_back(static_cast<std::uint32_t>(row_bits_.size() / words_per_row_));
    row_bits_.resize(row_bits_.size() + words_per_row_, 0);
    std::uint64_t* bits = row_bits_.data() + row_of_link_.back() * words_per_row_;
    for (const PathId path : paths_over_link(link))
      bits[index(path) / kWordBits] |= std::uint64_t{1} << (index(path) % kWordBits);
  }

  static constexpr std::uint32_t kNoBitRow = ~std::uint32_t{0};

  std::vector<std::uint64_t> path_list_starts_by_link_;
  std::vector<PathId> paths_of_links_;
  std::size_t words_per_row_;
  /// for each link, the number of its row of bits; kNoBitRow if the link has none
  std::vector<std::uint32_t> row_of_link_;
  std::vector<std::uint64_t> row_bits_;
};

/// Calls row(path, marks) for every path of every message, in parallel on all cores. During a call, `marks` contains
/// the paths that share a link with `path`.
template <class Row>
void for_each_collision_row(const MessagePaths& paths, const PathsOverLinks& users, Row row) {
  tbb::enumerable_thread_specific<IntegerBitSet> marks_of_thread(paths.path_count());
  tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, paths.path_count(), kPathsPerTask), [&](const auto& range) {
    IntegerBitSet& marks = marks_of_thread.local();
    for (std::uint32_t p = range.begin(); p != range.end(); ++p) {
      for (const LinkId link : paths.links_of_path(PathId{p})) users.mark_paths_over_link(link, marks);
      marks.remove_integer(p);
      row(p, marks);
    }
  });
}

/// Returns the number of basic operations (the unit of scheduling cost) for finding the collisions of all paths twice:
/// once to count the edges of the graph and once to write them.
std::uint64_t operations_to_find_collisions(const MessagePaths& paths, const PathsOverLinks& users) {
  std::uint64_t steps =
      paths.link_use_count();  // making the lists of PathsOverLinks takes one operation for each link of each path
  for (std::uint32_t p = 0; p < paths.path_count(); ++p) {
    for (const LinkId link : paths.links_of_path(PathId{p})) steps += 2 * users.operations_to_mark_link(link);
  }
  return steps;
}

}  // namespace

CollisionGraph::CollisionGraph(const MessagePaths& paths)
    : neighbour_list_starts_(std::size_t{paths.path_count()} + 1, 0) {
  const PathsOverLinks users(paths);
  for_each_collision_row(paths, users, [&](std::uint32_t path, IntegerBitSet& marks) {
    std::uint64_t degree = 0;
    marks.visit_and_clear_nonzero_bit_words(
        [&](std::uint32_t, std::uint64_t bits) { degree += static_cast<unsigned>(std::popcount(bits)); });
    neighbour_list_starts_[path + std::size_t{1}] = degree;
  });
  for (std::size_t i = 1; i < neighbour_list_starts_.size(); ++i)
    neighbour_list_starts_[i] += neighbour_list_starts_[i - 1];
  neighbours_.resize(neighbour_list_starts_.back());
  for_each_collision_row(paths, users, [&](std::uint32_t path, IntegerBitSet& marks) {
    PathId* next = neighbours_.data() + neighbour_list_starts_[path];
    marks.visit_and_clear_nonzero_bit_words([&](std::uint32_t word, std::uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        *next++ = PathId{word * kWordBits + static_cast<std::uint32_t>(std::countr_zero(bits))};
      }
    });
  });
  operations_ = operations_to_find_collisions(paths, users) + neighbours_.size();
}

bool CollisionGraph::paths_collide(PathId one, PathId other) const noexcept {
  return std::ranges::binary_search(neighbours(one), other);
}

OrderedCollisionGraph::OrderedCollisionGraph(const CollisionGraph& graph, std::span<const std::uint32_t> ranks) {
  if (ranks.size() != graph.size()) throw std::invalid_argument("ordered collision graph: one rank for each path");
  successors_.reserve(graph.edge_count());
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    for (const PathId other : graph.neighbours(PathId{p})) {
      const std::uint32_t there = ranks[index(other)];
      if (ranks[p] < there || (ranks[p] == there && p < index(other))) successors_.push_back(other);
    }
    successor_list_starts_.push_back(successors_.size());
  }
}

std::vector<std::uint32_t> OrderedCollisionGraph::levels() const {
  std::vector<std::uint32_t> level(size(), 1);
  std::vector<std::uint32_t> incoming(size(), 0);
  for (const PathId path : successors_) ++incoming[index(path)];
  std::vector<std::uint32_t> removable;
  for (std::uint32_t p = 0; p < size(); ++p) {
    if (incoming[p] == 0) removable.push_back(p);
  }
  while (!removable.empty()) {
    const std::uint32_t path = removable.back();
    removable.pop_back();
    for (const PathId next : successors(PathId{path})) {
      level[index(next)] = std::max(level[index(next)], level[path] + 1);
      if (--incoming[index(next)] == 0) removable.push_back(index(next));
    }
  }
  return level;
}

void write_dot(std::ostream& out, const CollisionGraph& graph) {
  out << "graph collisions {\n";
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    fmt::print(out, "  {};\n", p + 1);
    for (const PathId other : graph.neighbours(PathId{p})) {
      if (index(other) > p) fmt::print(out, "  {} -- {};\n", p + 1, index(other) + 1);
    }
  }
  out << "}\n";
}

void write_dot(std::ostream& out, const OrderedCollisionGraph& graph) {
  const std::vector<std::uint32_t> levels = graph.levels();
  const std::uint32_t last = levels.empty() ? 0 : *std::ranges::max_element(levels);
  out << "digraph ordered_collisions {\n";
  for (std::uint32_t level = 1; level <= last; ++level) {
    out << "  { rank=same;";
    for (std::uint32_t p = 0; p < graph.size(); ++p) {
      if (levels[p] == level) fmt::print(out, " {};", p + 1);
    }
    out << " }\n";
  }
  for (std::uint32_t p = 0; p < graph.size(); ++p) {
    for (const PathId next : graph.successors(PathId{p})) fmt::print(out, "  {} -> {};\n", p + 1, index(next) + 1);
  }
  out << "}\n";
}

}  // namespace switchyard
