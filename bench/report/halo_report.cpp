#include "bench/report/halo_report.hpp"

#include <fmt/format.h>

#include <array>
#include <ostream>
#include <string>

#include "algorithms/matrix/describe.hpp"
#include "bench/experiment/partition_file.hpp"

namespace switchyard {
namespace {

/// A row of table 12 in the paper of Ponnusamy, Thakur, Choudhary and Fox, which describes a halo exchange.
struct PublishedHaloExchangeFigures {
  const char* problem_name;
  unsigned density_percent;
  unsigned mean_bytes;
};
constexpr std::array<PublishedHaloExchangeFigures, 5> kPublishedHalos{{{"conj. grad. 16K", 9, 643},
                                                                       {"Euler 545", 37, 85},
                                                                       {"Euler 2K", 44, 226},
                                                                       {"Euler 3K", 29, 612},
                                                                       {"Euler 9K", 44, 505}}};

}  // namespace

void print_halo_exchange(std::ostream& out, const HaloExchange& exchange, const CommunicationMatrix& matrix,
                         PublishedHaloDisplay published) {
  const MatrixDescription d = describe(matrix);
  std::string text = fmt::format("source          {}\n", exchange.source_description);
  text += fmt::format("vertices        {}, {} on a node\n", exchange.graph.vertex_count(),
                      part_sizes_text(exchange.partition));
  text += fmt::format("edges           {}\n", exchange.graph.edge_count());
  text += fmt::format("messages        {}\n\n", d.messages);
  text += fmt::format("{:<16} {:>5}  {:>9}  {:>10}\n", "problem", "nodes", "density %", "mean bytes");
  text += fmt::format("{:<16} {:>5}  {:>9.1f}  {:>10.1f}\n", "this one", d.nodes, d.density_percent, d.mean_bytes);
  out << text;
  if (published == PublishedHaloDisplay::published_figures_hidden) return;
  for (const PublishedHaloExchangeFigures& row : kPublishedHalos) {
    out << fmt::format("{:<16} {:>5}  {:>9}  {:>10}  published\n", row.problem_name, kDefaultHaloNodes,
                       row.density_percent, row.mean_bytes);
  }
}

}  // namespace switchyard
