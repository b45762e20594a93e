#pragma once
/// \file attributes.hpp
/// What programs attach to communicators, datatypes and windows, under keys of theirs.
///
/// Source: MPI 3.1, sec. 6.7.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// A key. Its functions take a handle first, of whichever kind it is for: all handles are pointers.
struct Keyval {
  using Copy = int(void* handle, int key, void* extra, void* value, void* new_value, int* flag);
  using Delete = int(void* handle, int key, void* value, void* extra);
  enum class Of : std::uint8_t { communicator, datatype, window };

  Of of{};
  Copy* copy = nullptr;  ///< null: nothing is copied; kDup: the value is
  Delete* remove = nullptr;
  void* extra = nullptr;
  static inline Copy* const kDup = reinterpret_cast<Copy*>(std::uintptr_t{1});
};
using KeyvalPtr = std::shared_ptr<const Keyval>;

/// Keys by their number. A freed one is there for as long as an object has an attribute under it.
class Keyvals {
 public:
  /// MPI_Comm_create_keyval and its like, which differ in the handles that `copy` and `remove` take. `name`: that of
  /// the argument `key`.
  template <class Copy, class Delete>
  void create(Keyval::Of of, Copy* copy, Delete* remove, int* key, void* extra, const char* name, CallSite site) {
    check_pointer(key, name);
    *key = add({of, reinterpret_cast<Keyval::Copy*>(copy), reinterpret_cast<Keyval::Delete*>(remove), extra}, site);
  }
  /// MPI_Comm_free_keyval and its like.
  void free(Keyval::Of of, int* key, const char* name);
  /// Fails with MPI_ERR_KEYVAL if there is none, or it is for others.
  KeyvalPtr at(int key, Keyval::Of of) const;
  /// Where those were made that are not freed.
  std::vector<CallSite> held() const;

 private:
  int add(Keyval keyval, CallSite site);

  static constexpr int kFirst = 64;  ///< below are the predefined ones
  struct Made {
    KeyvalPtr held;                    ///< null: freed
    std::weak_ptr<const Keyval> used;  ///< expired: freed, and no object has such an attribute
    CallSite site;
  };
  std::vector<Made> made_;
};

/// Those of one object.
class Attributes {
 public:
  /// Fails with the code of the program's function that deletes an earlier value, as do copy_to and remove.
  void set(Call& call, void* handle, int key, Keyval::Of of, void* value);
  std::optional<void*> get(int key) const;
  void remove(Call& call, void* handle, int key);
  /// As its object is freed: last set, first deleted.
  void remove_all(Call& call, void* handle);
  /// Of what is made from it as a duplicate.
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
