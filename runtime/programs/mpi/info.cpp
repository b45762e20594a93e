/// \file info.cpp
/// MPI's functions on info objects.
///
/// Source: MPI 3.1, chapter 9, and MPI 4.0, chapter 10.

#include "runtime/programs/mpi/info.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

using InfoEntry = std::pair<std::string, std::string>;

InfoObject& info_of(Call& call, MPI_Info handle) {
  InfoObject* found = call.state.infos.find(handle);
  if (found == nullptr) fail(MPI_ERR_INFO, "the info object is null, was freed, or is none");
  return *found;
}

InfoObject& changeable_info_of(Call& call, MPI_Info handle) {
  InfoObject& info = info_of(call, handle);
  if (call.state.infos.is_predefined(handle)) fail(MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed or freed");
  return info;
}

/// Returns a key or value of an info object unchanged, including its leading and trailing spaces, which count in C.
/// Fails with the error class `code` if the text, with the zero that ends it, does not fit into `room` characters, the
/// size that MPI lets programs give to their arrays for keys or values.
std::string checked_info_key_or_value(const char* text, const char* what, std::size_t room, int code) {
  check_pointer(text, what);
  const std::string_view view = text;
  const std::size_t most = room - 1;
  if (view.size() > most) fail(code, "{} has {} characters, and at most {} are there for it", what, view.size(), most);
  return std::string(view);
}
std::string checked_info_key(const char* key) {
  std::string text = checked_info_key_or_value(key, "key", MPI_MAX_INFO_KEY, MPI_ERR_INFO_KEY);
  if (text.empty()) fail(MPI_ERR_INFO_KEY, "key is empty");
  return text;
}

auto find_entry(InfoObject& info, const std::string& key) {
  return std::ranges::find(info.entries, key, &InfoEntry::first);
}

void set_info_entry(InfoObject& info, const std::string& key, const std::string& value) {
  const auto found = find_entry(info, key);
  if (found == info.entries.end()) {
    info.entries.emplace_back(key, value);
  } else {
    found->second = value;
  }
}

void create_info(Call& call, MPI_Info* result) {
  check_pointer(result, "info");
  *result = call.state.infos.add({}, call.site);
}
/// Implements MPI_Info_create_env. The keys of the new info object are those of MPI_INFO_ENV, whatever arguments the
/// program passes.
void create_environment_info(Call& call, int /*argc*/, char** /*argv*/, MPI_Info* result) {
  check_pointer(result, "info");
  *result = call.state.infos.add(InfoObject(info_of(call, MPI_INFO_ENV)), call.site);
}
void duplicate(Call& call, MPI_Info info, MPI_Info* result) {
  check_pointer(result, "newinfo");
  *result = call.state.infos.add(InfoObject(info_of(call, info)), call.site);
}
void free_info(Call& call, MPI_Info* info) {
  check_pointer(info, "info");
  changeable_info_of(call, *info);
  call.state.infos.remove_and_return_object(*info);
  *info = MPI_INFO_NULL;
}

void set_value(Call& call, MPI_Info handle, const char* key, const char* value) {
  InfoObject& info = changeable_info_of(call, handle);
  const std::string name = checked_info_key(key);
  set_info_entry(info, name, checked_info_key_or_value(value, "value", MPI_MAX_INFO_VAL, MPI_ERR_INFO_VALUE));
}

void remove_key(Call& call, MPI_Info handle, const char* key) {
  InfoObject& info = changeable_info_of(call, handle);
  const auto found = find_entry(info, checked_info_key(key));
  if (found == info.entries.end()) fail(MPI_ERR_INFO_NOKEY, "there is no key '{}'", key);
  info.entries.erase(found);
}

void get_value(Call& call, MPI_Info handle, const char* key, int length, char* value, int* flag) {
  InfoObject& info = info_of(call, handle);
  check_pointer(flag, "flag");
  if (length < 0) fail(MPI_ERR_ARG, "valuelen {} is negative", length);
  const auto found = find_entry(info, checked_info_key(key));
  *flag = found != info.entries.end() ? 1 : 0;
  if (*flag == 0) return;
  check_array(call, value, "value", std::int64_t{length} + 1);
  const std::size_t copied = found->second.copy(value, static_cast<std::size_t>(length));
  value[copied] = '\0';  // by the standard, the caller's array has room for one character more than `length`
}

/// Implements MPI_Info_get_string. `*room` is at first the size of the program's buffer, and is set to the size that
/// the value needs. Both sizes count the terminating zero.
void get_string(Call& call, MPI_Info handle, const char* key, int* room, char* value, int* flag) {
  InfoObject& info = info_of(call, handle);
  check_pointer(room, "buflen");
  check_pointer(flag, "flag");
  if (*room < 0) fail(MPI_ERR_ARG, "buflen {} is negative", *room);
  const auto found = find_entry(info, checked_info_key(key));
  *flag = found != info.entries.end() ? 1 : 0;
  if (*flag == 0) return;
  if (*room > 0) {
    check_array(call, value, "value", *room);
    value[found->second.copy(value, static_cast<std::size_t>(*room) - 1)] = '\0';
  }
  *room = static_cast<int>(found->second.size()) + 1;
}

void get_value_length(Call& call, MPI_Info handle, const char* key, int* length, int* flag) {
  InfoObject& info = info_of(call, handle);
  check_pointer(length, "valuelen");
  check_pointer(flag, "flag");
  const auto found = find_entry(info, checked_info_key(key));
  *flag = found != info.entries.end() ? 1 : 0;
  if (*flag != 0) *length = static_cast<int>(found->second.size());
}

void info_key_count(Call& call, MPI_Info handle, int* count) {
  check_pointer(count, "nkeys");
  *count = static_cast<int>(info_of(call, handle).entries.size());
}

void info_key_at(Call& call, MPI_Info handle, int n, char* key) {
  const InfoObject& info = info_of(call, handle);
  check_pointer(key, "key");
  if (n < 0 || static_cast<std::size_t>(n) >= info.entries.size())
    fail(MPI_ERR_ARG, "there is no key {}; the object has {}", n, info.entries.size());
  std::strcpy(key, info.entries[static_cast<std::size_t>(n)].first.c_str());
}

}  // namespace

InfoObject info_or_empty(Call& call, MPI_Info info) {
  return info == MPI_INFO_NULL ? InfoObject{} : info_of(call, info);
}

void update_hints(InfoObject& hints, const InfoObject& given) {
  for (const auto& [key, value] : given.entries) set_info_entry(hints, key, value);
}

SymbolBindings info_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_WHEN(list, Info_create, PermittedCallTime::callable_at_any_time, create_info);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_dup, PermittedCallTime::callable_at_any_time, duplicate);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_free, PermittedCallTime::callable_at_any_time, free_info);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_set, PermittedCallTime::callable_at_any_time, set_value);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_delete, PermittedCallTime::callable_at_any_time, remove_key);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_get, PermittedCallTime::callable_at_any_time, get_value);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_create_env, PermittedCallTime::callable_at_any_time, create_environment_info);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_get_string, PermittedCallTime::callable_at_any_time, get_string);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_get_valuelen, PermittedCallTime::callable_at_any_time, get_value_length);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_get_nkeys, PermittedCallTime::callable_at_any_time, info_key_count);
    SWITCHYARD_MPI_BIND_WHEN(list, Info_get_nthkey, PermittedCallTime::callable_at_any_time, info_key_at);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
