/// \file errors.cpp
/// MPI's functions on error classes and codes, and on error handlers.
///
/// Source: MPI 3.1, sec. 8.3 to 8.5, and MPI 4.1, sec. 9.5.

#include <algorithm>
#include <array>
#include <string_view>

#include "runtime/programs/mpi/errors.hpp"
#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/text.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

struct ErrorDescription {
  std::string_view name, text;
  /// The kind of defect that a program which gets this MPI error usually has; nothing if the program may be correct.
  std::optional<DefectClass> defect = {};
};
constexpr std::array kPredefinedErrors{
    ErrorDescription{"MPI_SUCCESS", "no error"},
    ErrorDescription{"MPI_ERR_BUFFER", "invalid buffer", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_COUNT", "invalid count", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_TYPE", "invalid datatype", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_TAG", "invalid tag", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_COMM", "invalid communicator", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_RANK", "invalid rank", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_REQUEST", "invalid request", DefectClass::request_lifecycle},
    ErrorDescription{"MPI_ERR_ROOT", "invalid root", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_GROUP", "invalid group", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_OP", "invalid operation", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_TOPOLOGY", "invalid topology", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_DIMS", "invalid dimensions", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_ARG", "invalid argument", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_UNKNOWN", "unknown error"},
    ErrorDescription{"MPI_ERR_TRUNCATE", "the message is longer than the receive buffer",
                     DefectClass::parameter_matching},
    ErrorDescription{"MPI_ERR_OTHER", "an error without a class of its own"},
    ErrorDescription{"MPI_ERR_INTERN", "internal error"},
    ErrorDescription{"MPI_ERR_IN_STATUS", "the error codes are in the statuses"},
    ErrorDescription{"MPI_ERR_PENDING", "the request is not complete", DefectClass::request_lifecycle},
    ErrorDescription{"MPI_ERR_ACCESS", "permission denied", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_AMODE", "invalid access mode", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_ASSERT", "invalid assertion", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_BAD_FILE", "invalid file name", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_BASE", "invalid base address", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_CONVERSION", "a conversion function has failed"},
    ErrorDescription{"MPI_ERR_DISP", "invalid displacement", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_DUP_DATAREP", "the data representation is there already"},
    ErrorDescription{"MPI_ERR_FILE_EXISTS", "the file exists"},
    ErrorDescription{"MPI_ERR_FILE_IN_USE", "the file is in use"},
    ErrorDescription{"MPI_ERR_FILE", "invalid file", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_INFO_KEY", "the key is too long", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_INFO_NOKEY", "there is no such key", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_INFO_VALUE", "the value is too long", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_INFO", "invalid info object", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_IO", "input or output has failed"},
    ErrorDescription{"MPI_ERR_KEYVAL", "invalid key of attributes", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_LOCKTYPE", "invalid kind of lock", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_NAME", "there is no such service"},
    ErrorDescription{"MPI_ERR_NO_MEM", "there is no memory"},
    ErrorDescription{"MPI_ERR_NOT_SAME", "an argument differs between processes", DefectClass::parameter_matching},
    ErrorDescription{"MPI_ERR_NO_SPACE", "there is no space"},
    ErrorDescription{"MPI_ERR_NO_SUCH_FILE", "there is no such file"},
    ErrorDescription{"MPI_ERR_PORT", "invalid port", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_QUOTA", "the quota is exceeded"},
    ErrorDescription{"MPI_ERR_READ_ONLY", "the file can only be read"},
    ErrorDescription{"MPI_ERR_RMA_ATTACH", "memory cannot be attached", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_RMA_CONFLICT", "conflicting accesses to a window", DefectClass::global_concurrency},
    ErrorDescription{"MPI_ERR_RMA_RANGE", "memory is outside of the window", DefectClass::memory},
    ErrorDescription{"MPI_ERR_RMA_SHARED", "memory cannot be shared", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_RMA_SYNC", "wrong synchronisation of a window", DefectClass::epoch_lifecycle},
    ErrorDescription{"MPI_ERR_RMA_FLAVOR", "the window is of another flavour", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_SERVICE", "the service cannot be withdrawn"},
    ErrorDescription{"MPI_ERR_SIZE", "invalid size", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_SPAWN", "processes cannot be started"},
    ErrorDescription{"MPI_ERR_UNSUPPORTED_DATAREP", "the data representation is not supported"},
    ErrorDescription{"MPI_ERR_UNSUPPORTED_OPERATION", "the operation is not supported"},
    ErrorDescription{"MPI_ERR_WIN", "invalid window", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_T_ERR_CANNOT_INIT", "cannot init"},
    ErrorDescription{"MPI_T_ERR_NOT_INITIALIZED", "not initialized"},
    ErrorDescription{"MPI_T_ERR_MEMORY", "memory"},
    ErrorDescription{"MPI_T_ERR_INVALID", "invalid"},
    ErrorDescription{"MPI_T_ERR_INVALID_INDEX", "invalid index"},
    ErrorDescription{"MPI_T_ERR_INVALID_ITEM", "invalid item"},
    ErrorDescription{"MPI_T_ERR_INVALID_SESSION", "invalid session"},
    ErrorDescription{"MPI_T_ERR_INVALID_HANDLE", "invalid handle"},
    ErrorDescription{"MPI_T_ERR_INVALID_NAME", "invalid name"},
    ErrorDescription{"MPI_T_ERR_OUT_OF_HANDLES", "out of handles"},
    ErrorDescription{"MPI_T_ERR_OUT_OF_SESSIONS", "out of sessions"},
    ErrorDescription{"MPI_T_ERR_CVAR_SET_NOT_NOW", "cvar set not now"},
    ErrorDescription{"MPI_T_ERR_CVAR_SET_NEVER", "cvar set never"},
    ErrorDescription{"MPI_T_ERR_PVAR_NO_STARTSTOP", "pvar no startstop"},
    ErrorDescription{"MPI_T_ERR_PVAR_NO_WRITE", "pvar no write"},
    ErrorDescription{"MPI_T_ERR_PVAR_NO_ATOMIC", "pvar no atomic"},
    ErrorDescription{"MPI_ERR_PROC_ABORTED", "a process has aborted"},
    ErrorDescription{"MPI_ERR_VALUE_TOO_LARGE", "the value is too large"},
    ErrorDescription{"MPI_ERR_SESSION", "invalid session", DefectClass::invalid_parameter},
    ErrorDescription{"MPI_ERR_ERRHANDLER", "invalid error handler", DefectClass::invalid_parameter},
};
static_assert(kPredefinedErrors.size() == MPI_ERR_ERRHANDLER + 1);

bool is_predefined_error_code(int code) {
  return code >= 0 && static_cast<std::size_t>(code) < kPredefinedErrors.size();
}

ProgramError* find_error_of_program(MpiProgramState& state, int code) {
  const auto place = static_cast<std::size_t>(static_cast<std::int64_t>(code) - kFirstProgramError);
  if (code < kFirstProgramError || place >= state.program_errors.size() || state.program_errors[place].is_removed)
    return nullptr;
  return &state.program_errors[place];
}

int add_program_defined_error_code(MpiProgramState& state, std::optional<int> error_class) {
  const int code = kFirstProgramError + static_cast<int>(state.program_errors.size());
  state.program_errors.push_back({error_class.value_or(code), {}});
  state.last_used_code = code;
  return code;
}

void add_error_class(Call& call, int* error_class) {
  check_pointer(error_class, "errorclass");
  *error_class = add_program_defined_error_code(call.state, std::nullopt);
}

void add_error_code(Call& call, int error_class, int* code) {
  check_pointer(code, "errorcode");
  const ProgramError* own = find_error_of_program(call.state, error_class);
  if (!is_predefined_error_code(error_class) && (own == nullptr || own->error_class != error_class))
    fail(MPI_ERR_ARG, "there is no error class {}", error_class);
  *code = add_program_defined_error_code(call.state, error_class);
}

void add_error_string(Call& call, int code, const char* text) {
  check_pointer(text, "string");
  ProgramError* own = find_error_of_program(call.state, code);
  if (own == nullptr) fail(MPI_ERR_ARG, "error code {} is not one that the program has added", code);
  own->text = text;
}

void remove_error_of_program(MpiProgramState& state, ProgramError& removed) {
  removed.is_removed = true;
  state.last_used_code = MPI_ERR_LASTCODE;
  for (std::size_t i = 0; i < state.program_errors.size(); ++i) {
    if (!state.program_errors[i].is_removed) state.last_used_code = kFirstProgramError + static_cast<int>(i);
  }
}

void remove_error_class(Call& call, int error_class) {
  ProgramError* own = find_error_of_program(call.state, error_class);
  if (own == nullptr || own->error_class != error_class)
    fail(MPI_ERR_ARG, "error class {} is not one that the program has added", error_class);
  const auto uses_class = [&](const ProgramError& each) {
    return &each != own && !each.is_removed && each.error_class == error_class;
  };
  if (std::ranges::any_of(call.state.program_errors, uses_class))
    fail(MPI_ERR_ARG, "error class {} still has error codes", error_class);
  remove_error_of_program(call.state, *own);
}

void remove_error_code(Call& call, int code) {
  ProgramError* own = find_error_of_program(call.state, code);
  if (own == nullptr || own->error_class == code)
    fail(MPI_ERR_ARG, "error code {} is not one that the program has added", code);
  remove_error_of_program(call.state, *own);
}

void remove_error_string(Call& call, int code) {
  ProgramError* own = find_error_of_program(call.state, code);
  if (own == nullptr || own->text.empty())
    fail(MPI_ERR_ARG, "error code {} has no text that the program has added", code);
  own->text.clear();
}

void error_class(Call& call, int code, int* result) {
  check_pointer(result, "errorclass");
  if (const ProgramError* own = find_error_of_program(call.state, code)) {
    *result = own->error_class;
  } else if (is_predefined_error_code(code)) {
    *result = code;
  } else {
    fail(MPI_ERR_ARG, "there is no error code {}", code);
  }
}

void error_string(Call& call, int code, char* text, int* length) {
  if (const ProgramError* own = find_error_of_program(call.state, code)) {
    copy_text_to_program(call, own->text, MPI_MAX_ERROR_STRING, text, length);
  } else if (is_predefined_error_code(code)) {
    const ErrorDescription& facts = kPredefinedErrors[static_cast<std::size_t>(code)];
    copy_text_to_program(call, fmt::format("{}: {}", facts.name, facts.text), MPI_MAX_ERROR_STRING, text, length);
  } else {
    fail(MPI_ERR_ARG, "there is no error code {}", code);
  }
}

const ErrorHandlerPtr& error_handler_of(Call& call, MPI_Errhandler handle) {
  const HeldErrorHandler* found = call.state.error_handlers.find(handle);
  if (found == nullptr) fail(MPI_ERR_ARG, "the error handler is null, was freed, or is none");
  return found->handler;
}

void add_error_handler(Call& call, const ErrorHandler& handler, MPI_Errhandler* result) {
  *result = call.state.error_handlers.add(HeldErrorHandler{std::make_shared<ErrorHandler>(handler)}, call.site);
}

void create_handler(Call& call, MPI_Comm_errhandler_function* function, MPI_Errhandler* result) {
  check_pointer(reinterpret_cast<const void*>(function), "function");
  check_pointer(result, "errhandler");
  add_error_handler(call, {.kind = ErrorHandler::Kind::function, .communicator_error_function = function}, result);
}

void create_window_handler(Call& call, MPI_Win_errhandler_function* function, MPI_Errhandler* result) {
  check_pointer(reinterpret_cast<const void*>(function), "function");
  check_pointer(result, "errhandler");
  add_error_handler(call, {.kind = ErrorHandler::Kind::function, .window_error_function = function}, result);
}

void create_session_handler(Call& call, MPI_Session_errhandler_function* function, MPI_Errhandler* result) {
  check_pointer(reinterpret_cast<const void*>(function), "function");
  check_pointer(result, "errhandler");
  add_error_handler(call, {.kind = ErrorHandler::Kind::function, .session_error_function = function}, result);
}

void create_file_handler(Call& call, MPI_File_errhandler_function* function, MPI_Errhandler* result) {
  check_pointer(reinterpret_cast<const void*>(function), "function");
  check_pointer(result, "errhandler");
  add_error_handler(call, {.kind = ErrorHandler::Kind::function, .file_error_function = function}, result);
}

void free_handler(Call& call, MPI_Errhandler* handle) {
  check_pointer(handle, "errhandler");
  error_handler_of(call, *handle);
  if (!call.state.error_handlers.is_predefined(*handle) &&
      --call.state.error_handlers.find(*handle)->unfreed_handle_count == 0)
    call.state.error_handlers.remove_and_return_object(*handle);
  *handle = MPI_ERRHANDLER_NULL;
}

/// Returns the error handler that a handle refers to. Fails if the handler is a function of the program for another
/// kind of object (communicator, window, file or session) than `function`, which selects one of the members of
/// ErrorHandler.
template <class Function>
const ErrorHandlerPtr& error_handler_for(Call& call, MPI_Errhandler handle, Function* ErrorHandler::*function,
                                         const char* what) {
  const ErrorHandlerPtr& handler = error_handler_of(call, handle);
  if (handler->kind == ErrorHandler::Kind::function && (*handler).*function == nullptr)
    fail(MPI_ERR_ARG, "the error handler is not one for {}", what);
  return handler;
}

void set_handler(Call& call, MPI_Comm comm, MPI_Errhandler handle) {
  const CommunicatorPtr& of = communicator_of(call, comm);
  of->error_handler = error_handler_for_communicator(call, handle);
}

void set_window_handler(Call& call, MPI_Win win, MPI_Errhandler handle) {
  const WindowPtr& of = window_of(call, win);
  of->error_handler = error_handler_for(call, handle, &ErrorHandler::window_error_function, "windows");
}

/// Returns the error handler of a file. The handler of MPI_FILE_NULL is the one that files get when they are opened.
ErrorHandlerPtr& error_handler_of_file(Call& call, MPI_File file) {
  if (file != MPI_FILE_NULL) return file_of(call, file)->error_handler;
  call.file_for_errors = MPI_FILE_NULL;
  return call.state.file_error_handler;
}

void set_file_handler(Call& call, MPI_File file, MPI_Errhandler handle) {
  ErrorHandlerPtr& of = error_handler_of_file(call, file);
  of = error_handler_for(call, handle, &ErrorHandler::file_error_function, "files");
}

}  // namespace

const ErrorHandlerPtr& error_handler_for_communicator(Call& call, MPI_Errhandler handle) {
  return error_handler_for(call, handle, &ErrorHandler::communicator_error_function, "communicators");
}
const ErrorHandlerPtr& error_handler_for_session(Call& call, MPI_Errhandler handle) {
  return error_handler_for(call, handle, &ErrorHandler::session_error_function, "sessions");
}

void store_error_handler_handle(Call& call, const ErrorHandlerPtr& handler, MPI_Errhandler* result) {
  check_pointer(result, "errhandler");
  const ErrorHandler::Kind kind = handler == nullptr ? ErrorHandler::Kind::errors_are_fatal : handler->kind;
  if (kind == ErrorHandler::Kind::errors_are_fatal) {
    *result = MPI_ERRORS_ARE_FATAL;
  } else if (kind == ErrorHandler::Kind::abort) {
    *result = MPI_ERRORS_ABORT;
  } else if (kind == ErrorHandler::Kind::return_codes) {
    *result = MPI_ERRORS_RETURN;
  } else {
    *result = MPI_ERRHANDLER_NULL;
    call.state.error_handlers.for_each([&](MPI_Errhandler handle, CallSite, HeldErrorHandler& held) {
      if (held.handler != handler) return;
      ++held.unfreed_handle_count;
      *result = handle;
    });
    if (*result == MPI_ERRHANDLER_NULL) *result = call.state.error_handlers.add(HeldErrorHandler{handler}, call.site);
  }
}

namespace {

void get_handler(Call& call, MPI_Comm comm, MPI_Errhandler* result) {
  store_error_handler_handle(call, communicator_of(call, comm)->error_handler, result);
}
void get_window_handler(Call& call, MPI_Win win, MPI_Errhandler* result) {
  store_error_handler_handle(call, window_of(call, win)->error_handler, result);
}

void get_file_handler(Call& call, MPI_File file, MPI_Errhandler* result) {
  store_error_handler_handle(call, error_handler_of_file(call, file), result);
}

/// Implements MPI_Comm_call_errhandler, which runs the error handler of a communicator as if a call had failed.
/// MPI_Comm_call_errhandler itself succeeds unless the handler ends the run.
void call_error_handler(Call& call, MPI_Comm comm, int code) {
  const ErrorHandlerPtr handler = communicator_of(call, comm)->error_handler;
  if (handler == nullptr || handler->is_fatal())
    fail_with_error_code(code, "the program has called the error handler of the communicator");
  if (handler->kind == ErrorHandler::Kind::function)
    call_program_function(call.process, [&] { handler->communicator_error_function(&comm, &code); });
}

void call_window_handler(Call& call, MPI_Win win, int code) {
  const ErrorHandlerPtr handler = window_of(call, win)->error_handler;
  if (handler == nullptr || handler->is_fatal())
    fail_with_error_code(code, "the program has called the error handler of the window");
  if (handler->kind == ErrorHandler::Kind::function)
    call_program_function(call.process, [&] { handler->window_error_function(&win, &code); });
}

void call_file_handler(Call& call, MPI_File file, int code) {
  const ErrorHandlerPtr handler = error_handler_of_file(call, file);
  if (handler == nullptr || handler->is_fatal())
    fail_with_error_code(code, "the program has called the error handler of the file");
  if (handler->kind == ErrorHandler::Kind::function)
    call_program_function(call.process, [&] { handler->file_error_function(&file, &code); });
}

}  // namespace

std::optional<DefectClass> defect_class_of_error(int code) {
  return is_predefined_error_code(code) ? kPredefinedErrors[static_cast<std::size_t>(code)].defect : std::nullopt;
}

std::string name_of_error(int code) {
  if (is_predefined_error_code(code)) return std::string(kPredefinedErrors[static_cast<std::size_t>(code)].name);
  return fmt::format("error code {}", code);
}

SymbolBindings error_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Add_error_class, add_error_class);
    SWITCHYARD_MPI_BIND(list, Add_error_code, add_error_code);
    SWITCHYARD_MPI_BIND(list, Add_error_string, add_error_string);
    SWITCHYARD_MPI_BIND(list, Remove_error_class, remove_error_class);
    SWITCHYARD_MPI_BIND(list, Remove_error_code, remove_error_code);
    SWITCHYARD_MPI_BIND(list, Remove_error_string, remove_error_string);
    SWITCHYARD_MPI_BIND_WHEN(list, Error_class, PermittedCallTime::callable_at_any_time, error_class);
    SWITCHYARD_MPI_BIND_WHEN(list, Error_string, PermittedCallTime::callable_at_any_time, error_string);
    SWITCHYARD_MPI_BIND_WHEN(list, Errhandler_free, PermittedCallTime::callable_at_any_time, free_handler);
    SWITCHYARD_MPI_BIND_WHEN(list, Session_create_errhandler, PermittedCallTime::callable_at_any_time,
                             create_session_handler);
    SWITCHYARD_MPI_BIND(list, Comm_create_errhandler, create_handler);
    SWITCHYARD_MPI_BIND(list, Comm_set_errhandler, set_handler);
    SWITCHYARD_MPI_BIND(list, Comm_get_errhandler, get_handler);
    SWITCHYARD_MPI_BIND(list, Comm_call_errhandler, call_error_handler);
    SWITCHYARD_MPI_BIND(list, Win_create_errhandler, create_window_handler);
    SWITCHYARD_MPI_BIND(list, Win_set_errhandler, set_window_handler);
    SWITCHYARD_MPI_BIND(list, Win_get_errhandler, get_window_handler);
    SWITCHYARD_MPI_BIND(list, Win_call_errhandler, call_window_handler);
    SWITCHYARD_MPI_BIND(list, File_create_errhandler, create_file_handler);
    SWITCHYARD_MPI_BIND(list, File_set_errhandler, set_file_handler);
    SWITCHYARD_MPI_BIND(list, File_get_errhandler, get_file_handler);
    SWITCHYARD_MPI_BIND(list, File_call_errhandler, call_file_handler);
    SWITCHYARD_MPI_BIND(list, Errhandler_create, create_handler);
    SWITCHYARD_MPI_BIND(list, Errhandler_set, set_handler);
    SWITCHYARD_MPI_BIND(list, Errhandler_get, get_handler);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
