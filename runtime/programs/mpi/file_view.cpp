/// \file file_view.cpp

#include "runtime/programs/mpi/file_view.hpp"

#include <algorithm>
#include <limits>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/packing.hpp"

namespace switchyard::mpi {
namespace {

/// Converts displacements in memory into displacements in a file, in which the elements of a type
/// have another size. All displacements are in bytes.
struct MemoryToFileDisplacementConverter {
  std::int64_t bytes_in_memory, bytes_in_file;
  std::int64_t operator()(std::int64_t bytes) const {
    if (bytes % bytes_in_memory != 0)
      fail(MPI_ERR_UNSUPPORTED_DATAREP, "{} B in memory are no whole number of elements of {} B", bytes,
           bytes_in_memory);
    return bytes / bytes_in_memory * bytes_in_file;
  }
};

LayoutPtr type_layout_with_file_displacements(const TypeLayout& type, const MemoryToFileDisplacementConverter& scale) {
  if (type.is_named()) return row_layout(static_cast<std::uint64_t>(scale.bytes_in_file), layout_of(NamedType::byte));
  std::vector<StridedElementSequence> runs;
  for (const StridedElementSequence& run : type.element_runs()) {
    if (run.count > 0 && run.element_layout->size() > 0)
      runs.push_back({scale(run.displacement), run.count, scale(run.stride),
                      type_layout_with_file_displacements(*run.element_layout, scale)});
  }
  return resized_layout(std::make_shared<const TypeLayout>(std::move(runs)), scale(type.lower_bound()),
                        scale(type.extent()));
}

}  // namespace

std::string_view name_of(FileDataRepresentation representation) noexcept {
  switch (representation) {
    case FileDataRepresentation::internal:
      return "internal";
    case FileDataRepresentation::external32:
      return "external32";
    default:
      return "native";
  }
}

LayoutPtr layout_in_file(const LayoutPtr& type, FileDataRepresentation representation) {
  if (representation != FileDataRepresentation::external32 || external32_size(1, *type) == type->size()) return type;
  if (!type->uniform_type())
    fail(MPI_ERR_UNSUPPORTED_DATAREP, "the type has several basic types, whose sizes in external32 are others");
  const NamedTypeFacts& facts = named_type_facts_of(*type->uniform_type());
  return type_layout_with_file_displacements(
      *type, {static_cast<std::int64_t>(facts.size), static_cast<std::int64_t>(facts.bytes_in_external32_format)});
}

FileView::FileView() = default;

FileView::FileView(std::uint64_t displacement, const LayoutPtr& elementary, const LayoutPtr& filetype, bool may_overlap)
    : displacement_(displacement),
      unit_bytes_(elementary->size()),
      tile_data_bytes_(filetype->size()),
      tile_extent_(static_cast<std::uint64_t>(std::max<std::int64_t>(filetype->extent(), 0))),
      segments_() {
  if (unit_bytes_ == 0) fail(MPI_ERR_TYPE, "the etype has no data");
  if (tile_data_bytes_ % unit_bytes_ != 0)
    fail(MPI_ERR_TYPE, "the filetype has {} B, which is no whole number of etypes of {} B", tile_data_bytes_,
         unit_bytes_);
  if (filetype->size() > 0 && filetype->true_lower_bound() < 0)
    fail(MPI_ERR_TYPE, "the filetype has a negative displacement, {} B", filetype->true_lower_bound());
  const auto is_row = [](const TypeLayout& type) { return type.is_dense(); };
  std::uint64_t before = 0;
  const auto add = [&](const std::byte* begin, std::uint64_t count, std::int64_t stride, const TypeLayout& row) {
    auto place = reinterpret_cast<std::int64_t>(begin);
    for (std::uint64_t i = 0; i < count; ++i, place += stride) {
      const auto at = static_cast<std::uint64_t>(place);
      if (!segments_.empty() && segments_.back().offset_in_tile + segments_.back().bytes == at) {
        segments_.back().bytes += row.size();
      } else {
        segments_.push_back({at, row.size(), before});
      }
      before += row.size();
    }
    return true;
  };
  detail::for_each_part_of_layout(nullptr, 1, filetype->extent(), *filetype, is_row, add);
  check_filetype(may_overlap);
}

void FileView::check_filetype(bool may_overlap) const {
  for (std::size_t i = 1; i < segments_.size(); ++i) {
    const FiletypeSegment &last = segments_[i - 1], &next = segments_[i];
    if (next.offset_in_tile < last.offset_in_tile)
      fail(MPI_ERR_TYPE, "the displacements of the filetype decrease, from {} B to {} B", last.offset_in_tile,
           next.offset_in_tile);
    if (!may_overlap && next.offset_in_tile < last.offset_in_tile + last.bytes)
      fail(MPI_ERR_TYPE, "the filetype has byte {} twice, and the file is opened for writing", next.offset_in_tile);
  }
}

void FileView::check_write_has_no_overlap(std::uint64_t begin, std::uint64_t bytes) const {
  if (empty() || bytes == 0 || begin / tile_data_bytes_ == (begin + bytes - 1) / tile_data_bytes_) return;
  const std::uint64_t length =
      segments_.back().offset_in_tile + segments_.back().bytes - segments_.front().offset_in_tile;
  if (length > tile_extent_)
    fail(DefectClass::invalid_parameter, MPI_ERR_TYPE,
         "the filetype reaches {} B beyond its extent, where it begins anew, and the write goes on there",
         length - tile_extent_);
}

const FileView::FiletypeSegment& FileView::segment_of_data_byte(std::uint64_t byte) const noexcept {
  return *std::prev(std::ranges::upper_bound(segments_, byte, {}, &FiletypeSegment::data_bytes_before));
}

std::uint64_t FileView::hash() const noexcept {
  std::uint64_t hash = 0;
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9E37'79B9'7F4A'7C15U + (hash >> 29U); };
  for (const std::uint64_t value : {displacement_, unit_bytes_, tile_extent_}) add(value);
  for (const FiletypeSegment& segment : segments_) {
    add(segment.offset_in_tile);
    add(segment.bytes);
  }
  return hash;
}

std::uint64_t FileView::file_offset_of_data_byte(std::uint64_t byte) const noexcept {
  const std::uint64_t tile = byte / tile_data_bytes_, rest = byte % tile_data_bytes_;
  const FiletypeSegment& segment = segment_of_data_byte(rest);
  return displacement_ + tile * tile_extent_ + segment.offset_in_tile + (rest - segment.data_bytes_before);
}

std::uint64_t FileView::units_before_file_offset(std::uint64_t place) const noexcept {
  if (empty() || place <= displacement_ || tile_extent_ == 0) return 0;
  const std::uint64_t inside = place - displacement_, tile = inside / tile_extent_, rest = inside % tile_extent_;
  std::uint64_t bytes = tile * tile_data_bytes_;
  for (const FiletypeSegment& segment : segments_) {
    if (segment.offset_in_tile < rest) bytes += std::min(segment.bytes, rest - segment.offset_in_tile);
  }
  return (bytes + unit_bytes_ - 1) / unit_bytes_;
}

bool FileView::FilePieceCursor::operator()(FilePiece& piece) noexcept {
  if (bytes_left_ == 0) return false;
  piece = {view_.file_offset_of_data_byte(next_byte_), bytes_left_};
  if (!view_.shows_one_dense_range()) {
    const std::uint64_t rest = next_byte_ % view_.tile_data_bytes_;
    const FiletypeSegment& segment = view_.segment_of_data_byte(rest);
    piece.bytes = std::min(bytes_left_, segment.data_bytes_before + segment.bytes - rest);
  }
  next_byte_ += piece.bytes;
  bytes_left_ -= piece.bytes;
  return true;
}

}  // namespace switchyard::mpi
