/// \file mpi_datatype_test.cpp
/// Tests that compare the layouts of MPI's datatypes with the definition of the standard, which is a list of basic
/// types and their displacements.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"

namespace switchyard::mpi {
namespace {

/// A type map as the MPI standard defines it (sec. 4.1): basic types with their displacements, and the markers of the
/// lower and upper bound, if there are any.
struct TypeMap {
  struct Entry {
    NamedType type;
    std::int64_t place;
  };
  std::vector<Entry> entries;
  std::optional<std::int64_t> explicit_lower_bound, explicit_upper_bound;

  std::int64_t true_lower_bound() const {
    std::int64_t lowest = entries.empty() ? 0 : entries.front().place;
    for (const Entry& entry : entries) lowest = std::min(lowest, entry.place);
    return lowest;
  }
  std::int64_t true_upper_bound() const {
    std::int64_t highest = entries.empty() ? 0 : entries.front().place;
    for (const Entry& entry : entries) highest = std::max(highest, entry.place + named_type_facts_of(entry.type).size);
    return highest;
  }
  std::int64_t lower_bound() const { return explicit_lower_bound.value_or(true_lower_bound()); }
  std::int64_t extent() const {
    if (explicit_upper_bound) return *explicit_upper_bound - lower_bound();
    std::int64_t strictest = 1, extent = true_upper_bound() - lower_bound();
    for (const Entry& entry : entries)
      strictest = std::max<std::int64_t>(strictest, named_type_facts_of(entry.type).alignment);
    while (extent > 0 && extent % strictest != 0) ++extent;
    return extent;
  }
  std::size_t size() const {
    std::size_t bytes = 0;
    for (const Entry& entry : entries) bytes += named_type_facts_of(entry.type).size;
    return bytes;
  }
  void append(const TypeMap& other, std::int64_t displacement) {
    for (const Entry& entry : other.entries) entries.push_back({entry.type, entry.place + displacement});
    if (other.explicit_lower_bound) {
      const std::int64_t mark = *other.explicit_lower_bound + displacement;
      explicit_lower_bound = std::min(explicit_lower_bound.value_or(mark), mark);
    }
    if (other.explicit_upper_bound) {
      const std::int64_t mark = *other.explicit_upper_bound + displacement;
      explicit_upper_bound = std::max(explicit_upper_bound.value_or(mark), mark);
    }
  }
  void append_type_map_copies(const TypeMap& other, std::uint64_t count, std::int64_t displacement) {
    for (std::uint64_t i = 0; i < count; ++i) {
      append(other, displacement + static_cast<std::int64_t>(i) * other.extent());
    }
  }
};

struct LayoutWithTypeMap {
  LayoutPtr layout;
  TypeMap type_map;
};

class RandomTypes {
 public:
  explicit RandomTypes(std::uint32_t seed) : generator_(seed) {}

  std::int64_t random_number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(generator_);
  }
  LayoutWithTypeMap random_type(int depth) {
    if (depth == 0) return random_basic_type();
    switch (random_number(0, 5)) {
      case 0:
        return random_basic_type();
      case 1:
        return random_row_of(random_type(depth - 1));
      case 2:
        return vector(random_type(depth - 1));
      case 3:
        return random_indexed_rows_of(random_type(depth - 1));
      case 4:
        return random_struct_type(depth);
      default:
        return random_resized_type(random_type(depth - 1));
    }
  }

 private:
  std::uint64_t random_count() { return static_cast<std::uint64_t>(random_number(0, 3)); }

  LayoutWithTypeMap random_basic_type() {
    constexpr NamedType kSome[] = {NamedType::character, NamedType::short_,    NamedType::int_, NamedType::int_,
                                   NamedType::double_,   NamedType::double_,   NamedType::byte, NamedType::long_double,
                                   NamedType::short_int, NamedType::double_int};
    const NamedType type = kSome[random_number(0, std::ssize(kSome) - 1)];
    if (type == NamedType::short_int)
      return {layout_of(type), {{{NamedType::short_, 0}, {NamedType::int_, 4}}, {}, {}}};
    if (type == NamedType::double_int) {
      return {layout_of(type), {{{NamedType::double_, 0}, {NamedType::int_, 8}}, {}, {}}};
    }
    return {layout_of(type), {{{type, 0}}, {}, {}}};
  }
  LayoutWithTypeMap random_row_of(const LayoutWithTypeMap& of) {
    const std::uint64_t n = random_count();
    LayoutWithTypeMap made{row_layout(n, of.layout), {}};
    made.type_map.append_type_map_copies(of.type_map, n, 0);
    return made;
  }
  LayoutWithTypeMap vector(const LayoutWithTypeMap& of) {
    const std::uint64_t n = random_count(), length = random_count();
    const std::int64_t stride =
        random_number(0, 1) == 0 ? random_number(-40, 40) : random_number(-3, 3) * of.type_map.extent();
    LayoutWithTypeMap made{strided_rows_layout(n, length, stride, of.layout), {}};
    for (std::uint64_t i = 0; i < n; ++i) {
      made.type_map.append_type_map_copies(of.type_map, length, static_cast<std::int64_t>(i) * stride);
    }
    return made;
  }
  LayoutWithTypeMap random_indexed_rows_of(const LayoutWithTypeMap& of) {
    std::vector<std::uint64_t> lengths(random_count());
    std::vector<std::int64_t> places(lengths.size());
    LayoutWithTypeMap made;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      lengths[i] = random_count();
      places[i] = random_number(-3, 3) * of.type_map.extent();
      made.type_map.append_type_map_copies(of.type_map, lengths[i], places[i]);
    }
    made.layout = indexed_rows_layout(lengths, places, of.layout);
    return made;
  }
  LayoutWithTypeMap random_struct_type(int depth) {
    std::vector<std::uint64_t> lengths(random_count());
    std::vector<std::int64_t> places(lengths.size());
    std::vector<LayoutPtr> layouts(lengths.size());
    LayoutWithTypeMap made;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const LayoutWithTypeMap part = random_type(depth - 1);
      lengths[i] = random_count();
      places[i] = random_number(-64, 64);
      layouts[i] = part.layout;
      made.type_map.append_type_map_copies(part.type_map, lengths[i], places[i]);
    }
    made.layout = struct_layout(lengths, places, layouts);
    return made;
  }
  LayoutWithTypeMap random_resized_type(const LayoutWithTypeMap& of) {
    const std::int64_t lower = random_number(-20, 20), extent = random_number(-8, 64);
    LayoutWithTypeMap made{resized_layout(of.layout, lower, extent), of.type_map};
    made.type_map.explicit_lower_bound = lower;
    made.type_map.explicit_upper_bound = lower + extent;
    return made;
  }

  std::mt19937 generator_;
};

/// Memory that is filled with a byte pattern. Tests use the middle of it as a buffer for values of a datatype.
class PatternFilledMemory {
 public:
  static constexpr std::int64_t kBytes = 1 << 15;

  explicit PatternFilledMemory(unsigned char first) : bytes_(kBytes) {
    for (std::byte& byte : bytes_) byte = static_cast<std::byte>(first = static_cast<unsigned char>(first * 5 + 17));
  }
  std::byte* middle_of_buffer() { return bytes_.data() + kBytes / 2; }
  static bool has_room_for(const TypeMap& map, std::uint64_t count) {
    const std::int64_t last = static_cast<std::int64_t>(count) * map.extent();
    const std::int64_t low = std::min(map.true_lower_bound(), map.true_lower_bound() + last);
    const std::int64_t high = std::max(map.true_upper_bound(), map.true_upper_bound() + last);
    return low > -kBytes / 2 && high < kBytes / 2;
  }
  friend bool operator==(const PatternFilledMemory&, const PatternFilledMemory&) = default;

 private:
  std::vector<std::byte> bytes_;
};

TypeMap type_map_of_values(const TypeMap& map, std::uint64_t count) {
  TypeMap values;
  values.append_type_map_copies(map, count, 0);
  return values;
}

std::vector<std::byte> packed_bytes(std::byte* buffer, const TypeMap& values) {
  std::vector<std::byte> out;
  for (const TypeMap::Entry& entry : values.entries) {
    out.insert(out.end(), buffer + entry.place, buffer + entry.place + named_type_facts_of(entry.type).size);
  }
  return out;
}

void unpack_by_type_map(std::span<const std::byte> in, std::byte* buffer, const TypeMap& values) {
  for (const TypeMap::Entry& entry : values.entries) {
    const std::size_t bytes = std::min<std::size_t>(in.size(), named_type_facts_of(entry.type).size);
    std::copy_n(in.begin(), bytes, buffer + entry.place);
    in = in.subspan(bytes);
  }
}

std::optional<std::uint64_t> count_elements_by_type_map(std::uint64_t bytes, const TypeMap& values) {
  std::uint64_t element_count = 0;
  for (const TypeMap::Entry& entry : values.entries) {
    if (bytes < named_type_facts_of(entry.type).size) break;
    bytes -= named_type_facts_of(entry.type).size;
    ++element_count;
  }
  return bytes == 0 ? std::optional(element_count) : std::nullopt;
}

TypeSignature::SignatureDifference first_difference_of_type_maps(const TypeMap& a, const TypeMap& b) {
  std::size_t i = 0;
  const auto at = [](const TypeMap& map, std::size_t place) {
    return place < map.entries.size() ? std::optional(map.entries[place].type) : std::nullopt;
  };
  while (at(a, i) && at(a, i) == at(b, i)) ++i;
  return {i, at(a, i), at(b, i)};
}

RC_GTEST_PROP(MpiLayout, IsWhatTheTypeMapSays, (std::uint32_t seed)) {
  RandomTypes random(seed);
  const auto [layout, map] = random.random_type(3);
  RC_ASSERT(layout->size() == map.size());
  RC_ASSERT(layout->element_count() == map.entries.size());
  RC_ASSERT(layout->lower_bound() == map.lower_bound());
  RC_ASSERT(layout->extent() == map.extent());
  RC_ASSERT(layout->true_lower_bound() == map.true_lower_bound());
  RC_ASSERT(layout->true_extent() == map.true_upper_bound() - map.true_lower_bound());
}

RC_GTEST_PROP(MpiLayout, PacksInTheOrderOfTheTypeMap, (std::uint32_t seed)) {
  RandomTypes random(seed);
  const auto [layout, map] = random.random_type(3);
  const auto count = static_cast<std::uint64_t>(random.random_number(0, 4));
  RC_PRE(PatternFilledMemory::has_room_for(map, count));
  PatternFilledMemory memory(3);
  const std::vector<std::byte> expected = packed_bytes(memory.middle_of_buffer(), type_map_of_values(map, count));
  std::vector<std::byte> out(count * layout->size());
  pack(memory.middle_of_buffer(), count, *layout, out);
  RC_ASSERT(out == expected);
  if (layout->is_dense(count)) {
    const std::byte* begin = begin_of_dense_values(memory.middle_of_buffer(), *layout);
    RC_ASSERT(std::equal(out.begin(), out.end(), begin));
  }
}

RC_GTEST_PROP(MpiLayout, UnpacksMessagesThatAreShorter, (std::uint32_t seed)) {
  RandomTypes random(seed);
  const auto [layout, map] = random.random_type(3);
  const auto count = static_cast<std::uint64_t>(random.random_number(0, 4));
  RC_PRE(PatternFilledMemory::has_room_for(map, count));
  const auto room = static_cast<std::int64_t>(count * layout->size());
  std::vector<std::byte> message(static_cast<std::size_t>(random.random_number(0, room)));
  for (std::size_t i = 0; i < message.size(); ++i) message[i] = static_cast<std::byte>(i * 7);
  PatternFilledMemory expected(1), memory(1);
  unpack_by_type_map(message, expected.middle_of_buffer(), type_map_of_values(map, count));
  RC_ASSERT(unpack(message, memory.middle_of_buffer(), count, *layout) == message.size());
  RC_ASSERT(memory == expected);
}

RC_GTEST_PROP(MpiLayout, CountsTheElementsOfAnyNumberOfBytes, (std::uint32_t seed)) {
  RandomTypes random(seed);
  const auto [layout, map] = random.random_type(3);
  const TypeMap values = type_map_of_values(map, 3);
  for (std::uint64_t bytes = 0; bytes <= 3 * layout->size(); ++bytes) {
    RC_ASSERT(count_of_elements_in_bytes(bytes, *layout) == count_elements_by_type_map(bytes, values));
  }
}

RC_GTEST_PROP(MpiSignature, DiffersWhereTheListsDiffer, (std::uint32_t seed)) {
  RandomTypes random(seed);
  const auto [a, map_a] = random.random_type(2);
  const auto [b, map_b] = random.random_number(0, 3) == 0 ? LayoutWithTypeMap{a, map_a} : random.random_type(2);
  const auto m = static_cast<std::uint64_t>(random.random_number(0, 3)),
             n = static_cast<std::uint64_t>(random.random_number(0, 3));
  const auto expected = first_difference_of_type_maps(type_map_of_values(map_a, m), type_map_of_values(map_b, n));
  const auto signature_difference = TypeSignature(a, m).first_difference(TypeSignature(b, n));
  RC_ASSERT(signature_difference.has_value() ==
            (expected.type_in_first_signature || expected.type_in_second_signature));
  if (signature_difference) {
    RC_ASSERT(signature_difference->element_index == expected.element_index);
    RC_ASSERT(signature_difference->type_in_first_signature == expected.type_in_first_signature);
    RC_ASSERT(signature_difference->type_in_second_signature == expected.type_in_second_signature);
  }
  const auto prefix_difference = TypeSignature(a, m).first_difference_with_longer_signature(TypeSignature(b, n));
  RC_ASSERT(prefix_difference.has_value() == expected.type_in_first_signature.has_value());
}

TEST(MpiLayout, OfManyBlocksIsAsSmallAsItsArguments) {
  const LayoutPtr column = strided_rows_layout(1'000'000, 1, 8'000, layout_of(NamedType::double_));
  EXPECT_EQ(column->element_runs().size(), 1U);
  EXPECT_EQ(column->size(), 8'000'000U);
  EXPECT_EQ(column->extent(), 7'999'992'008);
  const LayoutPtr matrix = row_layout(1'000, resized_layout(column, 0, 8));
  EXPECT_EQ(matrix->size(), 8'000'000'000U);
  EXPECT_EQ(count_of_elements_in_bytes(8'000'000'000, *matrix), 1'000'000'000U);
  EXPECT_EQ(TypeSignature(matrix, 2), TypeSignature(layout_of(NamedType::double_), 2'000'000'000));
}

TEST(MpiLayout, OfBlocksThatTouchIsDense) {
  const LayoutPtr word = layout_of(NamedType::int_);
  EXPECT_TRUE(strided_rows_layout(5, 3, 12, word)->is_dense(7));
  EXPECT_FALSE(strided_rows_layout(5, 3, 16, word)->is_dense(1));
  const std::uint64_t lengths[] = {2, 0, 1};
  const std::int64_t places[] = {4, 100, 12};
  const LayoutPtr block = indexed_rows_layout(lengths, places, word);
  EXPECT_EQ(block->element_runs().size(), 1U);
  EXPECT_TRUE(block->is_dense(2));
  EXPECT_TRUE(layout_of(NamedType::double_int)->is_dense(1));
  // Four bytes of padding lie between two values of the type.
  EXPECT_FALSE(layout_of(NamedType::double_int)->is_dense(2));
}

TEST(MpiLayout, KeepsMarksOfBoundsInTypesMadeOfIt) {
  const LayoutPtr marked = resized_layout(layout_of(NamedType::int_), -8, 3);
  const std::uint64_t lengths[] = {1, 1};
  const std::int64_t places[] = {0, 100};
  const LayoutPtr parts[] = {marked, layout_of(NamedType::double_)};
  const LayoutPtr made = struct_layout(lengths, places, parts);
  EXPECT_EQ(made->lower_bound(), -8);
  EXPECT_EQ(made->extent(), 3);
  EXPECT_EQ(made->true_extent(), 108);
  // A datatype that is resized a second time has only the new bounds.
  EXPECT_EQ(resized_layout(made, 0, 16)->extent(), 16);
}

/// Returns the positions in memory of those elements of an array for which is_in(d, i) is true for the
/// index i in each dimension d. Elements that are neighbours in dimension 0 are adjacent in memory.
template <class IsIn>
std::vector<std::int64_t> positions_of_array_elements(const std::vector<std::int64_t>& sizes, const IsIn& is_in) {
  std::int64_t all = 1;
  for (const std::int64_t size : sizes) all *= size;
  std::vector<std::int64_t> places;
  for (std::int64_t place = 0; place < all; ++place) {
    std::int64_t rest = place;
    bool all_in = true;
    for (std::size_t d = 0; d < sizes.size(); rest /= sizes[d++]) all_in = is_in(d, rest % sizes[d]) && all_in;
    if (all_in) places.push_back(place);
  }
  return places;
}

/// Returns the positions, counted in ints, of the elements of a layout of ints, in the order in which they are packed.
std::vector<std::int64_t> packed_element_positions(const TypeLayout& layout) {
  std::vector<int> memory(static_cast<std::size_t>(layout.extent()) / sizeof(int));
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int>(i);
  std::vector<int> packed_ints(layout.element_count());
  pack(memory.data(), 1, layout, std::as_writable_bytes(std::span(packed_ints)));
  return {packed_ints.begin(), packed_ints.end()};
}

RC_GTEST_PROP(MpiLayout, OfASubarrayHasTheElementsOfItsSlices, (std::uint32_t seed)) {
  RandomTypes random(seed);
  std::vector<DimensionSlice> slices(static_cast<std::size_t>(random.random_number(1, 4)));
  std::vector<std::int64_t> sizes;
  for (DimensionSlice& slice : slices) {
    slice.size = random.random_number(1, 6);
    slice.length = random.random_number(1, slice.size);
    slice.first_index = random.random_number(0, slice.size - slice.length);
    sizes.push_back(slice.size);
  }
  const LayoutPtr layout = subarray_layout(slices, layout_of(NamedType::int_));
  const auto expected = positions_of_array_elements(sizes, [&](std::size_t d, std::int64_t i) {
    return i >= slices[d].first_index && i < slices[d].first_index + slices[d].length;
  });
  RC_ASSERT(layout->lower_bound() == 0);
  RC_ASSERT(packed_element_positions(*layout) == expected);
}

RC_GTEST_PROP(MpiLayout, OfADistributedArrayHasTheElementsDealtToOnePlace, (std::uint32_t seed)) {
  RandomTypes random(seed);
  std::vector<DistributedDimension> dimensions(static_cast<std::size_t>(random.random_number(1, 3)));
  std::vector<std::int64_t> sizes;
  for (DistributedDimension& dimension : dimensions) {
    dimension = {.size = random.random_number(1, 12),
                 .block_length = random.random_number(1, 4),
                 .process_count = random.random_number(1, 4)};
    dimension.position_in_grid = random.random_number(0, dimension.process_count - 1);
    sizes.push_back(dimension.size);
  }
  const LayoutPtr layout = distributed_array_layout(dimensions, layout_of(NamedType::int_));
  const auto expected = positions_of_array_elements(sizes, [&](std::size_t d, std::int64_t i) {
    return i / dimensions[d].block_length % dimensions[d].process_count == dimensions[d].position_in_grid;
  });
  RC_ASSERT(layout->lower_bound() == 0);
  RC_ASSERT(packed_element_positions(*layout) == expected);
}

RC_GTEST_PROP(MpiLayout, TellsTheBytesOfItsElements, (std::uint32_t seed)) {
  RandomTypes random(seed);
  const auto [layout, map] = random.random_type(3);
  for (std::uint64_t element_count = 0; element_count <= 2 * layout->element_count(); ++element_count) {
    RC_ASSERT(count_of_elements_in_bytes(size_of_elements(element_count, *layout), *layout) == element_count);
  }
}

TEST(MpiExternal32, IsBigEndianWithSizesOfItsOwn) {
  const long numbers[] = {-2, 0x01020304};
  std::vector<std::byte> out(external32_size(2, *layout_of(NamedType::long_)));
  ASSERT_EQ(out.size(), 8U);
  pack_external32(numbers, 2, *layout_of(NamedType::long_), out);
  const unsigned char expected[] = {0xFF, 0xFF, 0xFF, 0xFE, 1, 2, 3, 4};
  EXPECT_EQ(std::memcmp(out.data(), expected, 8), 0);
  long back[2] = {};
  unpack_external32(out, back, 2, *layout_of(NamedType::long_));
  EXPECT_EQ(back[0], -2);
  EXPECT_EQ(back[1], 0x01020304);
}

TEST(MpiExternal32, HasLongDoublesAsQuads) {
  const long double number = -1.5L;
  std::vector<std::byte> out(external32_size(1, *layout_of(NamedType::long_double)));
  pack_external32(&number, 1, *layout_of(NamedType::long_double), out);
  // The IEEE format of 16 bytes has a sign, 15 bits of exponent, and the fraction without its leading 1.
  const unsigned char expected[16] = {0xBF, 0xFF, 0x80};
  EXPECT_EQ(std::memcmp(out.data(), expected, 16), 0);
  long double back = 0;
  unpack_external32(out, &back, 1, *layout_of(NamedType::long_double));
  EXPECT_EQ(back, number);
}

TEST(MpiExternal32, BringsAllTypesBack) {
  for (std::size_t i = 0; i < kNamedTypeCount; ++i) {
    const auto type = static_cast<NamedType>(i);
    if (is_lower_or_upper_bound_marker(type) || type == NamedType::long_double_int ||
        named_type_facts_of(type).alignment == 16)
      continue;
    const LayoutPtr& layout = layout_of(type);
    std::vector<std::byte> values(static_cast<std::size_t>(3 * layout->extent())), back(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<std::byte>(k % 2 == 0 ? 1 : 0);
    std::vector<std::byte> out(external32_size(3, *layout)), mine(3 * layout->size()), theirs(mine.size());
    pack_external32(values.data(), 3, *layout, out);
    unpack_external32(out, back.data(), 3, *layout);
    pack(values.data(), 3, *layout, mine);
    pack(back.data(), 3, *layout, theirs);
    const bool is_cut = named_type_facts_of(type).bytes_in_external32_format < named_type_facts_of(type).size;
    if (is_cut) continue;
    EXPECT_EQ(mine, theirs) << named_type_facts_of(type).name;
  }
}

template <class T>
T combine_by_operation(PredefinedReductionOperation operation, NamedType type, T left, T right) {
  T result{};
  const CombineFunction combination = combine_function_of(operation, type);
  combination(reinterpret_cast<std::byte*>(&result), reinterpret_cast<const std::byte*>(&left),
              reinterpret_cast<const std::byte*>(&right), 1);
  return result;
}

TEST(MpiOperation, CombinesValues) {
  EXPECT_EQ(combine_by_operation(PredefinedReductionOperation::sum, NamedType::int_, 3, 4), 7);
  EXPECT_EQ(combine_by_operation(PredefinedReductionOperation::max, NamedType::double_, 3.5, -4.0), 3.5);
  EXPECT_EQ(
      combine_by_operation(PredefinedReductionOperation::min, NamedType::uint8, std::uint8_t{200}, std::uint8_t{100}),
      100);
  EXPECT_EQ(combine_by_operation(PredefinedReductionOperation::logical_xor, NamedType::int_, 3, 4), 0);
  EXPECT_EQ(combine_by_operation(PredefinedReductionOperation::bit_xor, NamedType::int_, 3, 5), 6);
  struct Complex {
    double real_part, imaginary_part;
  };
  const Complex product = combine_by_operation(PredefinedReductionOperation::prod, NamedType::c_double_complex,
                                               Complex{1, 2}, Complex{3, 4});
  EXPECT_EQ(product.real_part, -5);
  EXPECT_EQ(product.imaginary_part, 10);
  struct ValueWithIndex {
    int value, index;
  };
  const ValueWithIndex first = combine_by_operation(PredefinedReductionOperation::max_with_index, NamedType::two_int,
                                                    ValueWithIndex{7, 5}, ValueWithIndex{7, 2});
  EXPECT_EQ(first.value, 7);
  EXPECT_EQ(first.index, 2);
}

/// Returns whether the MPI standard allows the predefined reduction operation on types of this class (table in sec.
/// 5.9.2).
bool is_operation_allowed(PredefinedReductionOperation operation, TypeClass of) {
  using enum TypeClass;
  switch (operation) {
    case PredefinedReductionOperation::max:
    case PredefinedReductionOperation::min:
      return of == c_integer || of == fortran_integer || of == floating_point || of == multi_language;
    case PredefinedReductionOperation::sum:
    case PredefinedReductionOperation::prod:
      return of == c_integer || of == fortran_integer || of == floating_point || of == complex || of == multi_language;
    case PredefinedReductionOperation::logical_and:
    case PredefinedReductionOperation::logical_or:
    case PredefinedReductionOperation::logical_xor:
      return of == c_integer || of == logical;
    case PredefinedReductionOperation::bit_and:
    case PredefinedReductionOperation::bit_or:
    case PredefinedReductionOperation::bit_xor:
      return of == c_integer || of == fortran_integer || of == TypeClass::byte || of == multi_language;
    case PredefinedReductionOperation::max_with_index:
    case PredefinedReductionOperation::min_with_index:
      return of == TypeClass::pair;
    default:
      return false;
  }
}

TEST(MpiOperation, IsDefinedOnTheTypesOfTheStandard) {
  for (std::size_t op = 0; op < kNamedOperationCount; ++op) {
    for (std::size_t i = 0; i < kNamedTypeCount; ++i) {
      const auto operation = static_cast<PredefinedReductionOperation>(op);
      const auto type = static_cast<NamedType>(i);
      EXPECT_EQ(combine_function_of(operation, type) != nullptr,
                is_operation_allowed(operation, named_type_facts_of(type).type_class))
          << name_of(operation) << " on " << named_type_facts_of(type).name;
    }
  }
}

TEST(MpiSignature, IsReadable) {
  const std::uint64_t lengths[] = {3, 1};
  const std::int64_t places[] = {0, 16};
  const LayoutPtr parts[] = {layout_of(NamedType::int_), layout_of(NamedType::double_)};
  EXPECT_EQ(TypeSignature(struct_layout(lengths, places, parts), 1).text(), "3 x MPI_INT, MPI_DOUBLE");
  EXPECT_EQ(TypeSignature(layout_of(NamedType::float_int), 10).text(),
            "MPI_FLOAT, MPI_INT, MPI_FLOAT, MPI_INT, MPI_FLOAT, MPI_INT, ...");
  EXPECT_EQ(TypeSignature().text(), "nothing");
}

TEST(MpiSignature, OfPackedDataEqualsAnything) {
  const TypeSignature packed_data(layout_of(NamedType::packed), 100), words(layout_of(NamedType::int_), 25);
  EXPECT_EQ(packed_data, words);
  EXPECT_EQ(words, packed_data);
}

}  // namespace
}  // namespace switchyard::mpi
