#pragma once
/// \file file_view.hpp
/// Views of files (MPI_File_set_view): which bytes of a file a node sees, and in which order.
///
/// Source: MPI 3.1, sec. 13.1.1, 13.3 and 13.5.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/open_file.hpp"

namespace switchyard::mpi {

/// How values are stored in a file.
enum class FileDataRepresentation : std::uint8_t { native, internal, external32 };

std::string_view name_of(FileDataRepresentation representation) noexcept;
/// Returns how values of a type are laid out in a file. Fails with MPI_ERR_UNSUPPORTED_DATAREP for
/// a type that is made of several basic types, the sizes of which in the file differ from those in
/// memory.
LayoutPtr layout_in_file(const LayoutPtr& type, FileDataRepresentation representation);

/// The view that a node has of a file (MPI_File_set_view). The filetype, repeated from a
/// displacement on, selects bytes of the file. The view shows these bytes as one sequence without
/// holes.
class FileView {
 public:
  /// Makes the view of a whole file as a sequence of bytes.
  FileView();
  /// Makes a view from the layouts of an elementary type and a filetype in the file; see
  /// layout_in_file(). Fails with MPI_ERR_TYPE if the standard does not allow them. `may_overlap`
  /// says whether the filetype may have a byte twice, which is forbidden for files that are written.
  FileView(std::uint64_t displacement, const LayoutPtr& elementary, const LayoutPtr& filetype, bool may_overlap);

  std::uint64_t displacement() const noexcept { return displacement_; }
  /// Returns how many bytes of the file one value of the view's elementary type takes.
  std::uint64_t unit_bytes() const noexcept { return unit_bytes_; }
  /// Returns a hash value of the view: views that show different bytes of the file, or have elementary types of
  /// different sizes, hardly ever have the same value.
  std::uint64_t hash() const noexcept;
  /// Whether the view shows no byte of the file at all.
  bool empty() const noexcept { return tile_data_bytes_ == 0; }
  /// Returns the offset in the file of byte number `byte` of the view's data. Needs: the view is not empty.
  std::uint64_t file_offset_of_data_byte(std::uint64_t byte) const noexcept;
  /// Returns how many units of the view lie, at least in part, before the file offset `place`. A unit is one value of
  /// the view's elementary type.
  std::uint64_t units_before_file_offset(std::uint64_t place) const noexcept;

  /// Fails with MPI_ERR_TYPE if a write of `bytes` bytes, from byte `begin` of the view's data on, may write a byte of
  /// the file twice, because it extends over several repetitions of the filetype and these overlap.
  void check_write_has_no_overlap(std::uint64_t begin, std::uint64_t bytes) const;

  /// Iterates over the pieces of the file that hold `bytes` bytes of the view's data, from byte `begin` of the data on.
  class FilePieceCursor {
   public:
    FilePieceCursor(const FileView& view, std::uint64_t begin, std::uint64_t bytes)
        : view_(view), next_byte_(begin), bytes_left_(bytes) {}
    /// Sets `piece` to the next piece of the file. Returns false if there is none.
    bool operator()(FilePiece& piece) noexcept;

   private:
    const FileView& view_;
    std::uint64_t next_byte_, bytes_left_;
  };
  FilePieceCursor pieces(std::uint64_t begin, std::uint64_t bytes) const { return {*this, begin, bytes}; }

 private:
  /// A range of bytes that the view shows in each repetition of the filetype (a tile).
  struct FiletypeSegment {
    std::uint64_t offset_in_tile = 0, bytes = 0;
    std::uint64_t data_bytes_before = 0;  ///< number of bytes of the view's data that precede this segment in the tile
  };
  void check_filetype(bool may_overlap) const;
  const FiletypeSegment& segment_of_data_byte(std::uint64_t byte) const noexcept;
  bool shows_one_dense_range() const noexcept {
    return segments_.size() == 1 && segments_.front().bytes == tile_extent_;
  }

  std::uint64_t displacement_ = 0, unit_bytes_ = 1, tile_data_bytes_ = 1, tile_extent_ = 1;
  std::vector<FiletypeSegment> segments_{{0, 1, 0}};
};

}  // namespace switchyard::mpi
