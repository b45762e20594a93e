#include "runtime/programs/mpi/attributes.hpp"

#include <algorithm>

#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

int Keyvals::add_created_key(Keyval keyval, CallSite site) {
  const auto made = std::make_shared<const Keyval>(keyval);
  created_attribute_keys_.push_back(
      {.keyval_reference_until_key_is_freed = made, .key_while_in_use = made, .site = site});
  return kFirstKeyNumber + static_cast<int>(created_attribute_keys_.size()) - 1;
}

KeyvalPtr Keyvals::keyval_of_key(int key, Keyval::AttributedObjectKind of) const {
  if (key == MPI_KEYVAL_INVALID) fail(MPI_ERR_KEYVAL, "the key is MPI_KEYVAL_INVALID");
  const auto place = static_cast<std::size_t>(static_cast<std::int64_t>(key) - kFirstKeyNumber);
  if (key >= 0 && key < kFirstKeyNumber) fail(MPI_ERR_KEYVAL, "key {} is predefined", key);
  if (key < kFirstKeyNumber || place >= created_attribute_keys_.size()) fail(MPI_ERR_KEYVAL, "there is no key {}", key);
  KeyvalPtr keyval = created_attribute_keys_[place].key_while_in_use.lock();
  if (!keyval) fail(MPI_ERR_KEYVAL, "key {} was freed", key);
  if (keyval->object_kind != of) fail(MPI_ERR_KEYVAL, "key {} is for objects of another kind", key);
  return keyval;
}

std::vector<CallSite> Keyvals::sites_of_unfreed_keys() const {
  std::vector<CallSite> sites;
  for (const CreatedAttributeKey& made : created_attribute_keys_) {
    if (made.keyval_reference_until_key_is_freed) sites.push_back(made.site);
  }
  return sites;
}

void Keyvals::free_attribute_key(Keyval::AttributedObjectKind of, int* key, const char* name) {
  check_pointer(key, name);
  keyval_of_key(*key, of);
  CreatedAttributeKey& made = created_attribute_keys_[static_cast<std::size_t>(*key - kFirstKeyNumber)];
  if (!made.keyval_reference_until_key_is_freed) fail(MPI_ERR_KEYVAL, "key {} was freed", *key);
  made.keyval_reference_until_key_is_freed = nullptr;
  *key = MPI_KEYVAL_INVALID;
}

namespace {

void call_delete_function(Call& call, const Keyval& keyval, void* handle, int key, void* value) {
  if (keyval.delete_function == nullptr) return;
  const int code = call_program_function(
      call.process, [&] { return keyval.delete_function(handle, key, value, keyval.extra_state); });
  if (code != MPI_SUCCESS)
    fail_with_error_code(code, "the program's function that deletes attribute {} has failed", key);
}

}  // namespace

// A program's function that deletes an attribute may itself set and delete other attributes. So the entry of an
// attribute is looked up again after each call of a delete function.

namespace {

template <class Entries>
auto find_entry(Entries& entries, int key) {
  return std::ranges::find(entries, key, &Entries::value_type::key);
}

}  // namespace

void ObjectAttributes::set(Call& call, void* handle, int key, Keyval::AttributedObjectKind of, void* value) {
  KeyvalPtr keyval = call.state.keyvals.keyval_of_key(key, of);
  if (find_entry(attribute_entries_, key) != attribute_entries_.end()) {
    const ObjectAttribute old = *find_entry(attribute_entries_, key);
    call_delete_function(call, *old.keyval, handle, key, old.value);
  }
  if (const auto found = find_entry(attribute_entries_, key); found != attribute_entries_.end()) {
    found->value = value;
  } else {
    attribute_entries_.push_back({key, std::move(keyval), value});
  }
}

std::optional<void*> ObjectAttributes::find_attribute(int key) const {
  const auto found = std::ranges::find(attribute_entries_, key, &ObjectAttribute::key);
  if (found == attribute_entries_.end()) return std::nullopt;
  return found->value;
}

void ObjectAttributes::remove_attribute(Call& call, void* handle, int key) {
  if (find_entry(attribute_entries_, key) == attribute_entries_.end())
    fail(MPI_ERR_KEYVAL, "there is no attribute {} to delete", key);
  const ObjectAttribute old = *find_entry(attribute_entries_, key);
  call_delete_function(call, *old.keyval, handle, key, old.value);
  if (const auto found = find_entry(attribute_entries_, key); found != attribute_entries_.end())
    attribute_entries_.erase(found);
}

void ObjectAttributes::remove_all_attributes(Call& call, void* handle) {
  while (!attribute_entries_.empty()) remove_attribute(call, handle, attribute_entries_.back().key);
}

ObjectAttributes ObjectAttributes::attributes_of_duplicate(Call& call, void* handle) const {
  ObjectAttributes copied;
  // iterates over a copy: the program's functions may change the list
  for (const ObjectAttribute& entry : std::vector(attribute_entries_)) {
    const Keyval& keyval = *entry.keyval;
    if (keyval.copy_function == nullptr) continue;
    void* value = entry.value;
    int is_copied = 0;
    const int code = call_program_function(call.process, [&] {
      return keyval.copy_function(handle, entry.key, keyval.extra_state, entry.value, static_cast<void*>(&value),
                                  &is_copied);
    });
    if (code != MPI_SUCCESS)
      fail_with_error_code(code, "the program's function that copies attribute {} has failed", entry.key);
    if (is_copied != 0) copied.attribute_entries_.push_back({entry.key, entry.keyval, value});
  }
  return copied;
}

}  // namespace switchyard::mpi
