#pragma once
/// \file handle_table.hpp
/// A table of the objects that handles of one kind, such as MPI_Comm, refer to.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/call_site.hpp"

namespace switchyard::mpi {

/// The number in a handle: a position in a HandleTable, and how often that position was used before. The latter
/// distinguishes a freed handle from a later handle at the same position. The number fits into a Fortran INTEGER. A
/// null handle has the number 0.
struct HandleNumber {
  static constexpr unsigned kSlotIndexBits = 20;
  static constexpr std::uint32_t kSlotIndexCount = 1U << kSlotIndexBits;
  static constexpr std::uint32_t kGenerationCount = 1U << (31U - kSlotIndexBits);

  std::uint32_t slot_index = 0;
  std::uint32_t generation = 0;

  template <class Handle>
  static HandleNumber of(Handle handle) noexcept {
    const auto number = reinterpret_cast<std::uintptr_t>(handle);
    if (number >> 31U != 0) return {kSlotIndexCount, 0};
    return {static_cast<std::uint32_t>(number) & (kSlotIndexCount - 1),
            static_cast<std::uint32_t>(number) >> kSlotIndexBits};
  }
  template <class Handle>
  Handle to_handle() const noexcept {
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(generation << kSlotIndexBits | slot_index));
  }
};

/// The objects of one node that the handles of one kind refer to. The type `Handle` is a pointer to an incomplete type,
/// such as MPI_Comm.
template <class Handle, class T>
class HandleTable {
 public:
  /// Makes an empty table. The first `reserved` places, from 1 on, are for predefined handles, which
  /// refer to no objects at first.
  explicit HandleTable(std::uint32_t reserved = 0) : first_unreserved_slot_(reserved + 1) {}

  /// Adds an object and returns its handle, or null if the table is full. `site` is the call of
  /// the program that makes the object.
  template <class Value = T>
  Handle add(Value&& value, CallSite site) {
    return make_object(site, std::forward<Value>(value));
  }
  /// Constructs an object in the table from `arguments`, and returns its handle, or null if the
  /// table is full.
  template <class... Arguments>
  Handle make_object(CallSite site, Arguments&&... arguments) {
    std::uint32_t place = take_lowest_free_slot();
    if (place == 0) {
      place = std::max(static_cast<std::uint32_t>(slots_.size()), first_unreserved_slot_);
      if (place == HandleNumber::kSlotIndexCount) return nullptr;
      slots_.resize(place + 1);
    }
    slots_[place].value.emplace(std::forward<Arguments>(arguments)...);
    slots_[place].site = site;
    return HandleNumber{place, slots_[place].generation}.template to_handle<Handle>();
  }
  /// Sets the object that a predefined handle refers to. Objects of other predefined handles stay where they are.
  void set_object_of_predefined_handle(Handle handle, T value) {
    const std::uint32_t place = HandleNumber::of(handle).slot_index;
    slots_.reserve(first_unreserved_slot_);
    if (place >= slots_.size()) slots_.resize(place + 1);
    slots_[place].value.emplace(std::move(value));
  }

  /// Removes the object that a predefined handle refers to, if there is one.
  void remove_object_of_predefined_handle(Handle handle) {
    const std::uint32_t place = HandleNumber::of(handle).slot_index;
    if (place < slots_.size()) slots_[place].value.reset();
  }

  /// Returns the object that a handle refers to. Returns null if the handle is not valid, or its
  /// object was taken out.
  T* find(Handle handle) noexcept {
    const HandleNumber number = HandleNumber::of(handle);
    if (number.slot_index == 0 || number.slot_index >= slots_.size()) return nullptr;
    HandleSlot& slot = slots_[number.slot_index];
    return slot.value && slot.generation == number.generation ? &*slot.value : nullptr;
  }
  bool empty() const noexcept {
    return std::ranges::none_of(slots_, [](const HandleSlot& slot) { return slot.value.has_value(); });
  }
  bool is_predefined(Handle handle) const noexcept {
    return HandleNumber::of(handle).slot_index < first_unreserved_slot_;
  }
  /// Returns whether the handle once referred to an object that has since been taken out of the table.
  bool was_handle_freed(Handle handle) const noexcept {
    const HandleNumber number = HandleNumber::of(handle);
    return number.slot_index != 0 && number.slot_index < slots_.size() &&
           number.generation != slots_[number.slot_index].generation;
  }

  /// Takes the object of a handle out of the table, and returns it. Needs: find(handle) is not
  /// null, and the handle is not predefined.
  T remove_and_return_object(Handle handle) {
    T value = std::move(*slots_[HandleNumber::of(handle).slot_index].value);
    remove(handle);
    return value;
  }
  /// Takes the object of a handle out of the table, and destroys it. Needs: find(handle) is not
  /// null, and the handle is not predefined.
  void remove(Handle handle) {
    const HandleNumber number = HandleNumber::of(handle);
    HandleSlot& slot = slots_[number.slot_index];
    slot.value.reset();
    slot.generation = (slot.generation + 1) % HandleNumber::kGenerationCount;
    mark_table_slot_free(number.slot_index);
  }

  /// Calls visit(handle, site, object) for each object in the table, in the order of places.
  /// `site` is the call of the program that has made the object.
  template <class Visit>
  void for_each(Visit visit) {
    for (std::uint32_t place = 1; place < slots_.size(); ++place) {
      HandleSlot& slot = slots_[place];
      if (slot.value) visit(HandleNumber{place, slot.generation}.template to_handle<Handle>(), slot.site, *slot.value);
    }
  }

 private:
  struct HandleSlot {
    std::optional<T> value;
    std::uint32_t generation = 0;
    CallSite site;
  };

  /// Takes and returns the lowest free place of the table, or returns 0 if there is none. So the handles that a program
  /// gets do not depend on the order in which it has freed others, and the program is in the same state after any such
  /// order.
  std::uint32_t take_lowest_free_slot() noexcept {
    for (; first_word_with_free_slot_ < free_slot_bitmap_words_.size(); ++first_word_with_free_slot_) {
      std::uint64_t& word = free_slot_bitmap_words_[first_word_with_free_slot_];
      if (word == 0) continue;
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(word));
      word &= word - 1;
      return first_word_with_free_slot_ * kSlotsPerBitmapWord + bit;
    }
    return 0;
  }
  void mark_table_slot_free(std::uint32_t place) {
    const std::uint32_t word = place / kSlotsPerBitmapWord;
    if (word >= free_slot_bitmap_words_.size()) free_slot_bitmap_words_.resize(word + 1);
    free_slot_bitmap_words_[word] |= std::uint64_t{1} << place % kSlotsPerBitmapWord;
    first_word_with_free_slot_ = std::min(first_word_with_free_slot_, word);
  }

  static constexpr std::uint32_t kSlotsPerBitmapWord = 64;
  std::vector<HandleSlot> slots_;  ///< all places of the table up to the last one that has ever had an object
  /// One bit for each place: 1 if its object was removed and the place is free.
  std::vector<std::uint64_t> free_slot_bitmap_words_;
  std::uint32_t first_word_with_free_slot_ =
      0;  ///< number of the first word of free_slot_bitmap_words_ that may be nonzero
  std::uint32_t first_unreserved_slot_;
};

}  // namespace switchyard::mpi
