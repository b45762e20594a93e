#pragma once
/// \file file.hpp
/// The handle that one node has of a file which several nodes have opened together.
///
/// Source: MPI 3.1, chapter 13.
///
/// Files are those of the host. A transfer takes a node as much emulated time as a copy of the same bytes in memory.
/// The node of rank 0 keeps the shared file pointer, and serves requests to it in the order in which their messages
/// arrive, as nodes serve requests to the memory of a window.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/programs/mpi/collective_history.hpp"
#include "runtime/programs/mpi/event_order.hpp"
#include "runtime/programs/mpi/file_view.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/window_service.hpp"

namespace switchyard::mpi {

/// A split collective access to a file, of which the program has made the first call (such as MPI_File_read_all_begin),
/// but not the second (such as MPI_File_read_all_end).
struct SplitCollectiveFileAccess {
  std::string
      begin_function_name;  ///< name of the function that has begun the access, such as "MPI_File_read_all_begin"
  CallSite site;
  const void* buffer = nullptr;
  bool is_write = false;
  FileTransferResult transfer_result;
  std::uint64_t requested_bytes = 0;  ///< number of bytes to be read or written, by the size of the values in the file
  /// Number of bytes that were read or written, by the size of the values in memory, for the status.
  std::uint64_t status_bytes = 0;
  /// Position of the access among the collective calls on the file's communicator, if it is a collective access.
  std::optional<std::uint32_t> collective_number = {};
  /// Which earlier events of other members this member knows of after the access, if no member waits at its end.
  EventKnowledgeAfterCollective event_knowledge_after_transfer = EventKnowledgeAfterCollective::no_events;
  /// Id of the watch that checks accesses to the program's buffer during the transfer.
  MemoryWatch::CallId memory_watch_id = {};
  /// Number of the access in the FileHistory; 0 if the run does not look for defects.
  std::uint64_t file_access_number = 0;
};

/// What the members of a file agree on while their programs go on, in a run in which calls wait only where the standard
/// requires it.
struct FileAgreement {
  Handle handle;  ///< handle of a posted collective of all members, which combines their values
  /// The member's own value and its complement, and the greatest of both over all members.
  std::array<std::int64_t, 2> values_of_this_member{}, greatest_values_of_members{};
};

class File {
 public:
  File(CommunicatorPtr of, OpenFilePtr the_file, int how)
      : comm(std::move(of)), host_file(std::move(the_file)), amode(how) {}

  const std::string& name() const noexcept { return host_file->path(); }
  bool is_open_for_reading() const noexcept { return (amode & MPI_MODE_WRONLY) == 0; }
  bool is_open_for_writing() const noexcept { return (amode & MPI_MODE_RDONLY) == 0; }
  Tag next_answer_tag() noexcept { return Tag{next_answer_tag_++}; }

  /// A communicator that belongs to this file alone, on which nothing else is sent.
  CommunicatorPtr comm;
  OpenFilePtr host_file;
  int amode;
  CallSite site;
  ErrorHandlerPtr error_handler;
  InfoObject info;
  bool is_atomic = false;
  /// The node's vector clock when it last synchronised or opened the file; empty unless the run looks for defects.
  EventClock known_events;
  /// Name of the file in the FileHistory: the same for all paths that lead to the file.
  std::string canonical_file_path;

  FileView view;
  /// Whether all members have the same view of the file. Accesses by the shared file pointer need that.
  bool has_same_view_on_all_members = true;
  /// The agreement of the members on the present view, and on the file's new size; null if none is under way.
  std::shared_ptr<FileAgreement> agreement_on_view, agreement_on_size;
  /// How many agreements on a view, and on a size, the members have begun.
  std::uint32_t file_view_agreement_count = 0, file_size_agreement_count = 0;
  FileDataRepresentation representation = FileDataRepresentation::native;
  /// Name of the data representation, if it is one that the program has registered; empty for a predefined one.
  std::string registered_representation_name;
  /// The elementary type and the filetype of the view, as the program gave them.
  DatatypePtr elementary_type, filetype;
  std::int64_t individual_position = 0;  ///< position of the individual file pointer, counted in elementary types
  std::optional<SplitCollectiveFileAccess> split_access;

  /// The shared file pointer of the present view and of the view before or after it, in elementary types; used on rank
  /// 0 only. As long as members agree on a new view, some of them may still use the pointer of the view before.
  std::array<std::int64_t, 2> shared_positions{};
  std::shared_ptr<WindowService> shared_file_pointer_service;  ///< service that answers requests to the shared file
                                                               ///< pointer; null on ranks other than 0
  /// Handle of the service of the shared file pointer; complete once the service has stopped.
  Handle handle_of_shared_file_pointer_service;

 private:
  std::uint32_t next_answer_tag_ = WindowService::kFirstAnswerTag;
};
using FilePtr = std::shared_ptr<File>;

/// Returns the file that a handle refers to. Fails with MPI_ERR_FILE if there is none. Later
/// errors of the call go to the file's error handler.
const FilePtr& file_of(Call& call, MPI_File file);

/// Returns MPI's error class for an error number (errno) of the host.
int error_class_of_errno(int error) noexcept;
/// Returns the text for an error number (errno) of the host, such as "Permission denied".
std::string text_of_errno(int error);

// Functions on the shared file pointer. Each returns the pointer as it was before the call.
std::int64_t move_shared_file_pointer(Call& call, File& file, std::int64_t by);
std::int64_t set_shared_file_pointer(Call& call, File& file, std::int64_t to);
std::int64_t shared_file_pointer(Call& call, File& file);
/// Makes rank 0 carry out a transfer of this node, in turn with the transfers of other nodes: the service of the shared
/// file pointer calls `transfer` when it takes this node's request. `kind` and `cells` describe the kind of access and
/// the accessed part of the file, so that a search of all orders of events knows which transfers conflict. `transfer`
/// returns a number that depends on the values that it has read; it must not use memory of the node's program.
void carry_out_transfer_in_turn(Call& call, File& file, ServiceMessageKind kind, ServiceMemoryCells cells,
                                std::function<std::uint64_t()> transfer);
/// Begins to serve the shared file pointer on rank 0. Has no effect on other ranks.
void serve_shared_file_pointer(Call& call, const FilePtr& file);
/// Ends the service of the shared file pointer. Needs: no member uses the pointer any more.
void stop_service(Node& node, File& file, CallSite site);

/// Records, if the run looks for defects, that this node has opened the file. Notes a defect if the file is opened
/// elsewhere meanwhile, against a promise of the program.
void note_opened_file(Call& call, File& file);
/// Records, if the run looks for defects, that this node synchronises the file. Returns the number of the event, or 0.
std::uint32_t note_file_synchronisation(Call& call, File& file);
/// Records, if the run looks for defects, that this node closes the file.
void note_closed_file(Call& call, File& file);
/// Returns whether `value` is the same on all members of a communicator. Each member must call this function.
bool is_same_on_all_members(Call& call, Communicator& comm, std::int64_t value);
/// Fails with MPI_ERR_NOT_SAME unless all members of the file have the same view of the file. Accesses by the shared
/// file pointer need that (MPI 3.1, sec. 13.4.4).
void check_view_is_same_on_all_members(Call& call, File& file);

// Collective calls on a file may, but need not, synchronise its members (MPI 3.1, sec. 5.1 and 13.6.4). They do so
// unless calls of the run wait only where the standard requires it (waits_only_where_required).

/// Lets the members of the file wait for each other at this place of a collective call, unless calls wait only where
/// the standard requires it. Returns which earlier events of other members this member knows of then.
EventKnowledgeAfterCollective synchronise_members(Call& call, File& file);
/// Begins an agreement of all members of the file on whether `value` is the same on all of them. No member waits here.
std::shared_ptr<FileAgreement> begin_agreement(Call& call, File& file, std::int64_t value);
/// Waits until all members have begun the agreements of the file on its view, or on its size, if there are any.
void await_agreement_on_view(Call& call, File& file);
void await_agreement_on_size(Call& call, File& file);
/// Fails with MPI_ERR_NOT_SAME unless `value` is the same on all members of a communicator. Each member must call this
/// function.
void check_same_on_all_members(Call& call, Communicator& comm, std::int64_t value, const char* what);

/// Returns the bindings of the functions that open and close files, and of those about file views
/// and file pointers.
SymbolBindings file_bindings();
/// Returns the bindings of the functions that read and write files.
SymbolBindings file_access_bindings();

}  // namespace switchyard::mpi
