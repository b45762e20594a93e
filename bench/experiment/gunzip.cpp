#include "bench/experiment/gunzip.hpp"

#include <zlib.h>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

// parameter of zlib: the largest window (15), plus 16, which selects the gzip format
constexpr int kGzipWindow = 15 + 16;

}  // namespace

struct Gunzip::State {
  z_stream stream{};
  bool is_between_members = true;
};

Gunzip::Gunzip() : state_(std::make_unique<State>()) {
  if (inflateInit2(&state_->stream, kGzipWindow) != Z_OK) throw Error("zlib cannot be started");
}

Gunzip::~Gunzip() { inflateEnd(&state_->stream); }

void Gunzip::add_compressed_input(std::span<const char> compressed) {
  // const_cast is allowed here, as zlib only reads the input
  state_->stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  state_->stream.avail_in = static_cast<uInt>(compressed.size());
}

bool Gunzip::needs_input() const noexcept { return state_->stream.avail_in == 0; }

bool Gunzip::may_input_end_here() const noexcept { return state_->is_between_members; }

std::size_t Gunzip::decompress_next_piece(std::span<char> text) {
  z_stream& stream = state_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  while (stream.avail_out == text.size() && stream.avail_in > 0) {
    if (state_->is_between_members) inflateReset(&stream);
    state_->is_between_members = false;
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      state_->is_between_members = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      throw UsageError("its gzip data are damaged", "compress it again");
    }
  }
  return text.size() - stream.avail_out;
}

}  // namespace switchyard
