#pragma once
/// \file attributes.hpp
/// The attributes that a program attaches to communicators, datatypes and windows, under keys that it has created.
///
/// Source: MPI 3.1, sec. 6.7.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// An attribute key with the program's copy and delete functions. A key is either for communicators,
/// or for datatypes, or for windows: its functions get a handle of that kind as their first
/// argument. All handles are pointers, so that one function type serves all kinds.
struct Keyval {
  using CopyFunction = int(void* handle, int key, void* extra, void* value, void* new_value, int* flag);
  using DeleteFunction = int(void* handle, int key, void* value, void* extra);
  enum class AttributedObjectKind : std::uint8_t { communicator, datatype, window };

  AttributedObjectKind object_kind{};
  CopyFunction* copy_function =
      nullptr;  ///< the program's copy function; null if duplicates of an object do not get the attribute
  DeleteFunction* delete_function = nullptr;
  void* extra_state = nullptr;
};
using KeyvalPtr = std::shared_ptr<const Keyval>;

/// The attribute keys that one node's program has created, each known by a number. A key that the
/// program has freed exists until no object has an attribute under it any more.
class Keyvals {
 public:
  /// Makes an attribute key and stores its number in `*key`, for MPI_Comm_create_keyval and its counterparts for
  /// datatypes and windows. The program's functions `copy` and `remove`, for copying and deleting attributes, take
  /// handles of different types in the three cases. `name` is what error messages call the argument `key`.
  template <class Copy, class Delete>
  void create_attribute_key(Keyval::AttributedObjectKind of, Copy* copy, Delete* remove, int* key, void* extra,
                            const char* name, CallSite site) {
    check_pointer(key, name);
    *key = add_created_key(
        {of, reinterpret_cast<Keyval::CopyFunction*>(copy), reinterpret_cast<Keyval::DeleteFunction*>(remove), extra},
        site);
  }
  /// Frees an attribute key, for MPI_Comm_free_keyval and its counterparts for datatypes and
  /// windows.
  void free_attribute_key(Keyval::AttributedObjectKind of, int* key, const char* name);
  /// Returns the attribute key with the number `key`. Fails with MPI_ERR_KEYVAL if there is no such
  /// key, or if the key is for another kind of object (communicator, datatype or window).
  KeyvalPtr keyval_of_key(int key, Keyval::AttributedObjectKind of) const;
  /// Returns the places in the program of the calls that have created the keys which are not freed
  /// yet.
  std::vector<CallSite> sites_of_unfreed_keys() const;

 private:
  int add_created_key(Keyval keyval, CallSite site);

  /// The number of the first key that a program makes; predefined keys have lower numbers.
  static constexpr int kFirstKeyNumber = 64;
  struct CreatedAttributeKey {
    KeyvalPtr keyval_reference_until_key_is_freed;  ///< the attribute key; null once the program has freed it
    /// The attribute key; expired once the key was freed and no object has an attribute under it.
    std::weak_ptr<const Keyval> key_while_in_use;
    CallSite site;
  };
  std::vector<CreatedAttributeKey> created_attribute_keys_;
};

/// The attributes of one object: a communicator, a datatype or a window.
class ObjectAttributes {
 public:
  /// Sets an attribute of the object. Calls the program's delete function first if the attribute
  /// had a value before. Fails with the error code that this function returns, unless that is MPI_SUCCESS.
  void set(Call& call, void* handle, int key, Keyval::AttributedObjectKind of, void* value);
  std::optional<void*> find_attribute(int key) const;
  void remove_attribute(Call& call, void* handle, int key);
  /// Removes all attributes of an object that is freed, beginning with the one that was set last.
  void remove_all_attributes(Call& call, void* handle);
  /// Returns the attributes for a duplicate of the object, as the program's copy functions give
  /// them. Fails with the error code that a copy function returns, unless that is MPI_SUCCESS.
  ObjectAttributes attributes_of_duplicate(Call& call, void* handle) const;

 private:
  struct ObjectAttribute {
    int key;
    KeyvalPtr keyval;
    void* value;
  };
  std::vector<ObjectAttribute> attribute_entries_;
};

}  // namespace switchyard::mpi
