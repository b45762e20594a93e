#pragma once
/// \file file.hpp
/// The handle that one node has of a file which several nodes have opened together.
///
/// Source: MPI 3.1, chapter 13.
///
/// Files are those of the host, and a transfer takes a node as long as copying the same bytes in memory. The shared
/// file pointer is on the node of rank 0, which serves requests to it as it serves those to a window, in the order in
/// which messages arrive.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "runtime/programs/mpi/file_view.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/window_service.hpp"

namespace switchyard::mpi {

/// A split collective access (such as MPI_File_read_all_begin and its end), of which the program has made the first
/// call.
struct SplitAccess {
  std::string begun_by;  ///< "MPI_File_read_all_begin"
  CallSite site;
  const void* buffer = nullptr;
  bool writes = false;
  FileResult result;
  std::uint64_t wanted = 0;                      ///< bytes to be moved in the file
  std::uint64_t status_bytes = 0;                ///< bytes that were moved, in memory
  std::optional<std::uint32_t> collective = {};  ///< its number on the file's communicator
};

class File {
 public:
  File(CommunicatorPtr of, OpenFilePtr the_file, int how)
      : comm(std::move(of)), file(std::move(the_file)), amode(how) {}

  const std::string& name() const noexcept { return file->path(); }
  bool can_read() const noexcept { return (amode & MPI_MODE_WRONLY) == 0; }
  bool can_write() const noexcept { return (amode & MPI_MODE_RDONLY) == 0; }
  Tag next_answer() noexcept { return Tag{answers_++}; }

  CommunicatorPtr comm;  ///< a communicator of the file's own, on which nothing else is sent
  OpenFilePtr file;
  int amode;
  CallSite site;
  ErrorHandlerPtr error_handler;
  Info info;
  bool is_atomic = false;

  FileView view;
  Representation representation = Representation::native;
  std::string own_representation;    ///< name of the program's own one, which is like native; empty: none
  DatatypePtr elementary, filetype;  ///< of the view, as the program has given them
  std::int64_t position = 0;         ///< individual pointer, in elementary types
  std::optional<SplitAccess> split;

  std::int64_t shared_position = 0;        ///< used by rank 0 and its service only
  std::shared_ptr<WindowService> service;  ///< serves the shared file pointer; null on other ranks than 0
  Handle serving;                          ///< complete once the service has stopped

 private:
  std::uint32_t answers_ = WindowService::kFirstAnswer;
};
using FilePtr = std::shared_ptr<File>;

/// Fails with MPI_ERR_FILE for a handle that refers to no file. Later errors of the call go to the file's error
/// handler.
const FilePtr& file_of(Call& call, MPI_File file);

/// Returns the error class for an errno of the host.
int class_of_errno(int error) noexcept;
/// Returns the text for an errno of the host, such as "Permission denied".
std::string text_of_errno(int error);

// Each of these functions returns the shared file pointer as it was before the call.
std::int64_t move_shared_pointer(Call& call, File& file, std::int64_t by);
std::int64_t set_shared_pointer(Call& call, File& file, std::int64_t to);
std::int64_t shared_pointer(Call& call, File& file);
/// Begins to serve the shared file pointer. Call it on rank 0.
void serve_shared_pointer(Call& call, const FilePtr& file);
/// Ends the service of the shared file pointer. Needs: no member uses the pointer any more.
void stop_service(Node& node, File& file, CallSite site);

/// Compares a value that all members must give alike, in a call that all of them make. Fails with MPI_ERR_NOT_SAME if
/// one differs.
void agree_on(Call& call, Communicator& comm, std::int64_t value, const char* what);

/// Returns the bindings of the functions that open and close files, and of those about views and pointers.
Bindings file_bindings();
/// Returns the bindings of the functions that read and write.
Bindings file_access_bindings();

}  // namespace switchyard::mpi
