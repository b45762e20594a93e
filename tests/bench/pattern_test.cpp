#include "bench/experiment/pattern.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "algorithms/matrix/generators.hpp"

namespace switchyard::cli {
namespace {

std::vector<Pattern> patterns_of_each_kind() {
  std::vector<Pattern> patterns{dense_pattern(1), dense_pattern(7)};
  for (const char* text : {"complete", "percent:0", "percent:33.3", "percent:100", "bounded:k=4,l=1/4,t=4KiB",
                           "bounded:k=8,l=1/4,t=4KiB"}) {
    patterns.push_back(parse_pattern("--pattern", text));
  }
  Rng rng(3);
  patterns.push_back({.kind = Pattern::Kind::file,
                      .file_matrix = std::make_shared<CommunicationMatrix>(random_percent_matrix(8, 40, 12, rng))});
  return patterns;
}

TEST(Pattern, MessagesAndBytesAreKnownBeforeItsMatricesAreMade) {
  for (const Pattern& pattern : patterns_of_each_kind()) {
    for (const std::optional<std::uint64_t> bytes :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(24)}) {
      if (!bytes && !pattern.determines_message_sizes()) continue;
      for (const std::uint64_t sample : {0U, 1U}) {
        const CommunicationMatrix matrix = make_matrix_of_sample(pattern, 8, bytes, 5, sample);
        EXPECT_EQ(message_count_of_pattern(pattern, 8), matrix.message_count())
            << pattern.name() << ' ' << pattern.parameter_text;
        EXPECT_EQ(payload_bytes(pattern, 8, bytes), static_cast<double>(matrix.total_bytes()))
            << pattern.name() << ' ' << pattern.parameter_text;
      }
    }
  }
}

TEST(Pattern, MemoryForMessagesHasAPartForEachMessageAndCountsPiecesOfACompleteExchange) {
  const Pattern complete{.kind = Pattern::Kind::complete};
  const double messages = 16384.0 * 16383.0;
  const double all = memory_for_messages(complete, 16384, 16, false);
  EXPECT_GT(all, 2 * 16 * messages + 100 * messages);
  EXPECT_EQ(memory_for_messages(complete, 16384, 16, true), all / 1024);
  EXPECT_EQ(memory_for_messages(complete, 8, 16, true), memory_for_messages(complete, 8, 16, false));
  const Pattern dense{.kind = Pattern::Kind::dense, .density = 16};
  EXPECT_EQ(memory_for_messages(dense, 64, 1024, true), memory_for_messages(dense, 64, 1024, false));
}

}  // namespace
}  // namespace switchyard::cli
