#include "bench/papers/ponnusamy.hpp"

#include <fmt/format.h>

#include "bench/papers/ponnusamy_irregular.hpp"
#include "bench/papers/ponnusamy_regular.hpp"

namespace switchyard::papers {

std::vector<PublishedExperiment> ponnusamy_experiments() {
  const auto source = [](const char* where) {
    return fmt::format("Ponnusamy, Thakur, Choudhary, Fox 1992, {}", where);
  };
  return {{.id = "ponnusamy.exchange",
           .summary = "complete exchange by LEX, PEX, REX and BEX, 0 B to 2 KiB on 8 to 256 nodes",
           .reproduced_source = source("sec. 3.5, Figures 5 to 8"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_complete_exchange},
          {.id = "ponnusamy.fft",
           .summary = "two-dimensional FFT with these exchanges, 256 x 256 to 2048 x 2048 on 32 and 256 nodes",
           .reproduced_source = source("sec. 3.5, Table 5"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_fft},
          {.id = "ponnusamy.broadcast",
           .summary = "linear and recursive broadcast beside that of the control network",
           .reproduced_source = source("sec. 3.6, Figures 10 and 11"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_broadcasts},
          {.id = "ponnusamy.patternP",
           .summary = "schedules of the pattern P for 8 nodes by LS, PS, BS and GS",
           .reproduced_source = source("sec. 4.1 to 4.4, Tables 6 to 10"),
           .experiment_function = reproduce_pattern_p},
          {.id = "ponnusamy.synthetic",
           .summary = "LS, PS, BS and GS on random patterns of 10 to 75 % of a complete exchange",
           .reproduced_source = source("sec. 4.5, Table 11"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_random_patterns},
          {.id = "ponnusamy.real",
           .summary = "LS, PS, BS and GS on the patterns of a conjugate gradient and an Euler solver",
           .reproduced_source = source("sec. 4.5, Table 12"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_real_patterns}};
}

}  // namespace switchyard::papers
