#include "runtime/nearest.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace switchyard {
namespace {

const std::vector<std::string> kAlgorithmNames = {"ac", "lp", "rs_n", "rs_nl", "pairwise_exchange", "two_stage"};

std::optional<std::string> nearest_algorithm(std::string_view wrong) { return nearest_name(wrong, kAlgorithmNames); }

TEST(NearestName, IsOneInsertionDeletionReplacementOrSwapAway) {
  EXPECT_EQ(nearest_algorithm("rsnl"), "rs_nl");
  EXPECT_EQ(nearest_algorithm("rs__nl"), "rs_nl");
  EXPECT_EQ(nearest_algorithm("rs-nl"), "rs_nl");
  EXPECT_EQ(nearest_algorithm("two_satge"), "two_stage");
  EXPECT_EQ(nearest_algorithm("pl"), "lp");  // One swap of neighbouring letters is allowed, two replacements are not.
}

TEST(NearestName, IgnoresCase) {
  EXPECT_EQ(nearest_algorithm("LP"), "lp");
  EXPECT_EQ(nearest_name("IPSC860", std::vector<std::string>{"iPSC860"}), "iPSC860");
}

TEST(NearestName, IsAKnownNameItself) { EXPECT_EQ(nearest_algorithm("rs_nl"), "rs_nl"); }

TEST(NearestName, PrefersFewerEditsAndThenTheFirst) {
  EXPECT_EQ(nearest_name("rs_mn", std::vector<std::string>{"rs_nl", "rs_n"}), "rs_n");
  EXPECT_EQ(nearest_name("cad", std::vector<std::string>{"cab", "cat"}), "cab");
}

TEST(NearestName, AllowsMoreEditsInLongerNames) {
  EXPECT_EQ(nearest_algorithm("pairwize_exchagne"), "pairwise_exchange");
}

TEST(NearestName, IsTheFirstThatBeginsSoWhenAllAreTooFarAway) {
  EXPECT_EQ(nearest_algorithm("Pairwise"), "pairwise_exchange");
  EXPECT_EQ(nearest_name("ipsc", std::vector<std::string>{"mesh", "ipsc860", "ipsc2000"}), "ipsc860");
  EXPECT_EQ(nearest_algorithm("pa"), std::nullopt);
}

TEST(NearestName, IsNothingWhenAllAreTooFarAway) {
  EXPECT_EQ(nearest_algorithm("quicksort"), std::nullopt);
  EXPECT_EQ(nearest_algorithm("gs"), std::nullopt);
  EXPECT_EQ(nearest_algorithm(""), std::nullopt);
  EXPECT_EQ(nearest_algorithm("x"), std::nullopt);
  EXPECT_EQ(nearest_algorithm(std::string(100'000, 'l')), std::nullopt);
  EXPECT_EQ(nearest_name("lp", {}), std::nullopt);
}

TEST(UnknownName, SuggestsTheNearestAndListsAll) {
  EXPECT_EQ(mistake_for_unknown_name("--algorithm", "rsnl", kAlgorithmNames).text(),
            "--algorithm: unknown algorithm 'rsnl'; did you mean 'rs_nl'? "
            "known: ac, lp, rs_n, rs_nl, pairwise_exchange, two_stage");
}

TEST(UnknownName, ListsAllWhenNothingIsNear) {
  EXPECT_EQ(mistake_for_unknown_name("--clock", "sundial", std::vector<std::string>{"virtual", "wall", "off"}).text(),
            "--clock: unknown clock 'sundial'; known: virtual, wall, off");
}

TEST(UnknownName, CanNameAnotherKindOfThing) {
  EXPECT_EQ(mistake_for_unknown_name("--set", "port", std::vector<std::string>{"ports"}, "constant").text(),
            "--set: unknown constant 'port'; did you mean 'ports'? known: ports");
}

TEST(UnknownName, SaysSoWhenThereIsNone) {
  EXPECT_EQ(mistake_for_unknown_name("--load", "a\nb", {}).text(), "--load: unknown load 'a\\x0ab'; none is known");
}

enum class SpellingMistake { inserted_letter, deleted_letter, replaced_letter, swapped_letters };

std::string name_with_spelling_mistake(std::string name, SpellingMistake spelling_mistake, std::size_t at) {
  switch (spelling_mistake) {
    case SpellingMistake::inserted_letter:
      return name.insert(at, 1, '#');
    case SpellingMistake::deleted_letter:
      return name.erase(at, 1);
    case SpellingMistake::replaced_letter:
      return name.replace(at, 1, 1, '#');
    case SpellingMistake::swapped_letters:
      std::swap(name[at], name[at == 0 ? 1 : at - 1]);
  }
  return name;
}

RC_GTEST_PROP(NearestName, UndoesAnySingleSlipInANameOfTwoOrMoreLetters, ()) {
  auto name = *rc::gen::container<std::string>(rc::gen::inRange('a', 'z'));
  name += "ab";
  const auto spelling_mistake = *rc::gen::element(SpellingMistake::inserted_letter, SpellingMistake::deleted_letter,
                                                  SpellingMistake::replaced_letter, SpellingMistake::swapped_letters);
  const auto at = *rc::gen::inRange<std::size_t>(0, name.size());
  RC_ASSERT(nearest_name(name_with_spelling_mistake(name, spelling_mistake, at), std::vector<std::string>{name}) ==
            name);
}

RC_GTEST_PROP(NearestName, IsOneOfTheKnownNamesOrNothing,
              (const std::string& wrong, const std::vector<std::string>& known)) {
  const auto suggested_name = nearest_name(wrong, known);
  RC_ASSERT((!suggested_name || std::find(known.begin(), known.end(), *suggested_name) != known.end()));
}

}  // namespace
}  // namespace switchyard
