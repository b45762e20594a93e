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

/// An attribute key with its copy and delete functions. The first argument of both is a handle of the kind `of`: all
/// handles are pointers, so that one function type serves all kinds.
struct Keyval {
  using Copy = int(void* handle, int key, void* extra, void* value, void* new_value, int* flag);
  using Delete = int(void* handle, int key, void* value, void* extra);
  enum class Of : std::uint8_t { communicator, datatype, window };

  Of of{};
  Copy* copy = nullptr;  ///< null: a duplicate gets no attribute
  Delete* remove = nullptr;
  void* extra = nullptr;
};
using KeyvalPtr = std::shared_ptr<const Keyval>;

/// The attribute keys of one program, by their number. A freed key exists for as long as some object has an attribute
/// under it.
class Keyvals {
 public:
  /// Makes a key, for MPI_Comm_create_keyval and the like functions for datatypes and windows, which differ in the
  /// handles that `copy` and `remove` take. `name`: what error messages call the argument `key`.
  template <class Copy, class Delete>
  void create(Keyval::Of of, Copy* copy, Delete* remove, int* key, void* extra, const char* name, CallSite site) {
    check_pointer(key, name);
    *key = add({of, reinterpret_cast<Keyval::Copy*>(copy), reinterpret_cast<Keyval::Delete*>(remove), extra}, site);
  }
  /// Frees a key, for MPI_Comm_free_keyval and the like functions for datatypes and windows.
  void free(Keyval::Of of, int* key, const char* name);
  /// Returns the key with this number. Fails with MPI_ERR_KEYVAL if there is no such key, or if it is for objects of
  /// another kind.
  KeyvalPtr at(int key, Keyval::Of of) const;
  /// Returns the places of the calls that created the keys which have not been freed.
  std::vector<CallSite> held() const;

 private:
  int add(Keyval keyval, CallSite site);

  static constexpr int kFirst = 64;  ///< the number of the first key; those of predefined keys are lower
  struct Made {
    KeyvalPtr held;                    ///< null: the program has freed the key
    std::weak_ptr<const Keyval> used;  ///< expired: the key was freed, and no object has an attribute under it
    CallSite site;
  };
  std::vector<Made> made_;
};

/// The attributes of one object: a communicator, a datatype or a window.
class Attributes {
 public:
  /// Sets an attribute. If it had a value before, calls the program's delete function for that, and fails with its
  /// error code if it fails; copy() and remove() fail likewise with the code of the program's copy or delete function.
  void set(Call& call, void* handle, int key, Keyval::Of of, void* value);
  std::optional<void*> get(int key) const;
  void remove(Call& call, void* handle, int key);
  /// Removes all attributes, because the object is freed: the one that was set first is deleted last.
  void remove_all(Call& call, void* handle);
  /// Returns the attributes that a duplicate of the object gets by the program's copy functions.
  Attributes copy(Call& call, void* handle) const;

 private:
  struct Entry {
    int key;
    KeyvalPtr keyval;
    void* value;
  };
  std::vector<Entry> entries_;
};

}  // namespace switchyard::mpi
