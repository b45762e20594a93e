#include "bench/experiment/gunzip.hpp"
#include "runtime/error.hpp"

namespace switchyard {

struct Gunzip::DecompressionState {};

Gunzip::Gunzip() { throw UsageError("it is compressed, and this program was built without zlib", "decompress it"); }
Gunzip::~Gunzip() = default;
void Gunzip::add_compressed_input(std::span<const char> /*compressed*/) {}
bool Gunzip::needs_input() const noexcept { return true; }
bool Gunzip::may_input_end_here() const noexcept { return true; }
std::size_t Gunzip::decompress_next_piece(std::span<char> /*text*/) { return 0; }

}  // namespace switchyard
