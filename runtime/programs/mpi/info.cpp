/// \file info.cpp
/// MPI's functions on info objects.
///
/// Source: MPI 3.1, chapter 9.

#include "runtime/programs/mpi/info.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

using Entry = std::pair<std::string, std::string>;

Info& info_of(Call& call, MPI_Info handle) {
  Info* found = call.state.infos.find(handle);
  if (found == nullptr) fail(MPI_ERR_INFO, "the info object is null, was freed, or is none");
  return *found;
}

Info& changeable_info_of(Call& call, MPI_Info handle) {
  Info& info = info_of(call, handle);
  if (call.state.infos.is_predefined(handle)) fail(MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed or freed");
  return info;
}

/// Returns a key or value of an info object unchanged, as spaces at its beginning and end count in
/// C. Fails with the error class `code` if it has more than `most` characters.
std::string checked_text(const char* text, const char* what, std::size_t most, int code) {
  check_pointer(text, what);
  const std::string_view view = text;
  if (view.size() > most) fail(code, "{} has {} characters, and at most {} are there for it", what, view.size(), most);
  return std::string(view);
}
std::string checked_info_key(const char* key) {
  std::string text = checked_text(key, "key", MPI_MAX_INFO_KEY, MPI_ERR_INFO_KEY);
  if (text.empty()) fail(MPI_ERR_INFO_KEY, "key is empty");
  return text;
}

auto place_of(Info& info, const std::string& key) { return std::ranges::find(info.entries, key, &Entry::first); }

void create(Call& call, MPI_Info* result) {
  check_pointer(result, "info");
  *result = call.state.infos.add({}, call.site);
}
void duplicate(Call& call, MPI_Info info, MPI_Info* result) {
  check_pointer(result, "newinfo");
  *result = call.state.infos.add(Info(info_of(call, info)), call.site);
}
void free_info(Call& call, MPI_Info* info) {
  check_pointer(info, "info");
  changeable_info_of(call, *info);
  call.state.infos.take(*info);
  *info = MPI_INFO_NULL;
}

void set(Call& call, MPI_Info handle, const char* key, const char* value) {
  Info& info = changeable_info_of(call, handle);
  const std::string name = checked_info_key(key);
  const std::string text = checked_text(value, "value", MPI_MAX_INFO_VAL, MPI_ERR_INFO_VALUE);
  const auto found = place_of(info, name);
  if (found == info.entries.end()) {
    info.entries.emplace_back(name, text);
  } else {
    found->second = text;
  }
}

void remove(Call& call, MPI_Info handle, const char* key) {
  Info& info = changeable_info_of(call, handle);
  const auto found = place_of(info, checked_info_key(key));
  if (found == info.entries.end()) fail(MPI_ERR_INFO_NOKEY, "there is no key '{}'", key);
  info.entries.erase(found);
}

void get(Call& call, MPI_Info handle, const char* key, int length, char* value, int* flag) {
  Info& info = info_of(call, handle);
  check_pointer(flag, "flag");
  if (length < 0) fail(MPI_ERR_ARG, "valuelen {} is negative", length);
  const auto found = place_of(info, checked_info_key(key));
  *flag = found != info.entries.end() ? 1 : 0;
  if (*flag == 0) return;
  check_pointer(value, "value");
  const std::size_t copied = found->second.copy(value, static_cast<std::size_t>(length));
  value[copied] = '\0';  // by the standard, the array has room for one more character
}

void get_length(Call& call, MPI_Info handle, const char* key, int* length, int* flag) {
  Info& info = info_of(call, handle);
  check_pointer(length, "valuelen");
  check_pointer(flag, "flag");
  const auto found = place_of(info, checked_info_key(key));
  *flag = found != info.entries.end() ? 1 : 0;
  if (*flag != 0) *length = static_cast<int>(found->second.size());
}

void info_key_count(Call& call, MPI_Info handle, int* count) {
  check_pointer(count, "nkeys");
  *count = static_cast<int>(info_of(call, handle).entries.size());
}

void info_key_at(Call& call, MPI_Info handle, int n, char* key) {
  const Info& info = info_of(call, handle);
  check_pointer(key, "key");
  if (n < 0 || static_cast<std::size_t>(n) >= info.entries.size())
    fail(MPI_ERR_ARG, "there is no key {}; the object has {}", n, info.entries.size());
  std::strcpy(key, info.entries[static_cast<std::size_t>(n)].first.c_str());
}

}  // namespace

Info info_or_none(Call& call, MPI_Info info) { return info == MPI_INFO_NULL ? Info{} : info_of(call, info); }

Bindings info_bindings() {
  static const std::vector<Binding> all = [] {
    std::vector<Binding> list;
    SWITCHYARD_MPI_BIND(list, Info_create, create);
    SWITCHYARD_MPI_BIND(list, Info_dup, duplicate);
    SWITCHYARD_MPI_BIND(list, Info_free, free_info);
    SWITCHYARD_MPI_BIND(list, Info_set, set);
    SWITCHYARD_MPI_BIND(list, Info_delete, remove);
    SWITCHYARD_MPI_BIND(list, Info_get, get);
    SWITCHYARD_MPI_BIND(list, Info_get_valuelen, get_length);
    SWITCHYARD_MPI_BIND(list, Info_get_nkeys, info_key_count);
    SWITCHYARD_MPI_BIND(list, Info_get_nthkey, info_key_at);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
