#include "bench/experiment/gunzip.hpp"

#include <zlib.h>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

// The value of zlib's parameter windowBits: 15, which is the largest window, plus 16, which selects the gzip format.
constexpr int kGzipWindowBits = 15 + 16;

}  // namespace

struct Gunzip::DecompressionState {
  z_stream zlib_stream{};
  bool is_between_gzip_members = true;
};

Gunzip::Gunzip() : decompression_state_(std::make_unique<DecompressionState>()) {
  if (inflateInit2(&decompression_state_->zlib_stream, kGzipWindowBits) != Z_OK) throw Error("zlib cannot be started");
}

Gunzip::~Gunzip() { inflateEnd(&decompression_state_->zlib_stream); }

void Gunzip::add_compressed_input(std::span<const char> compressed) {
  // The const_cast is allowed because zlib only reads the input.
  decompression_state_->zlib_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  decompression_state_->zlib_stream.avail_in = static_cast<uInt>(compressed.size());
}

bool Gunzip::needs_input() const noexcept { return decompression_state_->zlib_stream.avail_in == 0; }

bool Gunzip::may_input_end_here() const noexcept { return decompression_state_->is_between_gzip_members; }

std::size_t Gunzip::decompress_next_piece(std::span<char> text) {
  z_stream& stream = decompression_state_->zlib_stream;
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  while (stream.avail_out == text.size() && stream.avail_in > 0) {
    if (decompression_state_->is_between_gzip_members) inflateReset(&stream);
    decompression_state_->is_between_gzip_members = false;
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      decompression_state_->is_between_gzip_members = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      throw UsageError("its gzip data are damaged", "compress it again");
    }
  }
  return text.size() - stream.avail_out;
}

}  // namespace switchyard
