#include "runtime/programs/frame_variables.hpp"

#include <elf.h>
#include <unwind.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "runtime/programs/image.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 24U;

// The following constants are tags, attributes and operations of the DWARF format of debugging information.
enum Tag : std::uint64_t {
  kArray = 0x01,
  kBlock = 0x0b,
  kPointer = 0x0f,
  kReference = 0x10,
  kTypedef = 0x16,
  kInlined = 0x1d,
  kSubrange = 0x21,
  kConst = 0x26,
  kSubprogram = 0x2e,
  kVariable = 0x34,
  kVolatile = 0x35,
  kRestrict = 0x37,
  kAtomic = 0x47,
};
enum Attribute : std::uint64_t {
  kLocation = 0x02,
  kByteSize = 0x0b,
  kLowPc = 0x11,
  kHighPc = 0x12,
  kUpperBound = 0x2f,
  kAbstractOrigin = 0x31,
  kCount = 0x37,
  kFrameBase = 0x40,
  kType = 0x49,
};
constexpr char kFrameOffset = static_cast<char>(0x91);    // the operation DW_OP_fbreg
constexpr char kCallFrameBase = static_cast<char>(0x9c);  // the operation DW_OP_call_frame_cfa

struct Damaged : std::runtime_error {
  Damaged() : std::runtime_error("damaged debugging information") {}
};

/// Reads numbers and texts of debugging information one after another. Throws an exception for damaged debugging
/// information if the bytes end too early.
class Reader {
 public:
  explicit Reader(std::string_view bytes, std::size_t at = 0) : bytes_(bytes), report_time_(at) {}
  std::size_t at() const noexcept { return report_time_; }
  bool is_over() const noexcept { return report_time_ >= bytes_.size(); }

  std::string_view take(std::uint64_t count) {
    if (report_time_ > bytes_.size() || count > bytes_.size() - report_time_) throw Damaged();
    const std::string_view taken = bytes_.substr(report_time_, count);
    report_time_ += count;
    return taken;
  }
  std::uint64_t fixed(std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, take(bytes).data(), bytes);
    return value;
  }
  std::uint64_t unsigned_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = fixed(1);
      value |= (byte & 0x7fU) << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    throw Damaged();
  }
  std::int64_t signed_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64;) {
      const std::uint64_t byte = fixed(1);
      value |= (byte & 0x7fU) << shift;
      shift += 7;
      if ((byte & 0x80U) != 0) continue;
      if (shift < 64 && (byte & 0x40U) != 0) value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
    throw Damaged();
  }
  void skip_text() {
    const std::size_t end = bytes_.find('\0', report_time_);
    if (end == std::string_view::npos) throw Damaged();
    report_time_ = end + 1;
  }

 private:
  std::string_view bytes_;
  std::size_t report_time_;
};

/// The value of an attribute: a number, a reference as the place of an entry, or a block of bytes.
struct Value {
  std::uint64_t number = 0;
  std::string_view block = {};
};

struct Unit {
  std::size_t begin = 0;
  std::uint64_t version = 0;
  std::size_t address_bytes = 8;
};

Value block_of(Reader& from, std::uint64_t bytes) { return {.number = bytes, .block = from.take(bytes)}; }

/// Reads the value of an attribute that has the DWARF form `form`. `implicit` is the value for the form implicit_const.
Value read_value(Reader& from, std::uint64_t form, std::int64_t implicit, const Unit& unit) {
  switch (form) {
    case 0x01:  // DW_FORM_addr
      return {.number = from.fixed(unit.address_bytes)};
    case 0x03:  // DW_FORM_block2
      return block_of(from, from.fixed(2));
    case 0x04:  // DW_FORM_block4
      return block_of(from, from.fixed(4));
    case 0x05:  // DW_FORM_data2
    case 0x26:  // DW_FORM_strx2
    case 0x2a:  // DW_FORM_addrx2
      return {.number = from.fixed(2)};
    case 0x06:  // DW_FORM_data4
    case 0x0e:  // DW_FORM_strp
    case 0x10:  // DW_FORM_ref_addr
    case 0x17:  // DW_FORM_sec_offset
    case 0x1c:  // DW_FORM_ref_sup4
    case 0x1d:  // DW_FORM_strp_sup
    case 0x1f:  // DW_FORM_line_strp
    case 0x28:  // DW_FORM_strx4
    case 0x2c:  // DW_FORM_addrx4
      return {.number = from.fixed(4)};
    case 0x07:  // DW_FORM_data8
    case 0x20:  // DW_FORM_ref_sig8
    case 0x24:  // DW_FORM_ref_sup8
      return {.number = from.fixed(8)};
    case 0x08:  // DW_FORM_string
      from.skip_text();
      return {};
    case 0x09:  // DW_FORM_block
    case 0x18:  // DW_FORM_exprloc
      return block_of(from, from.unsigned_number());
    case 0x0a:  // DW_FORM_block1
      return block_of(from, from.fixed(1));
    case 0x0b:  // DW_FORM_data1
    case 0x0c:  // DW_FORM_flag
    case 0x25:  // DW_FORM_strx1
    case 0x29:  // DW_FORM_addrx1
      return {.number = from.fixed(1)};
    case 0x0d:  // DW_FORM_sdata
      return {.number = static_cast<std::uint64_t>(from.signed_number())};
    case 0x0f:  // DW_FORM_udata
    case 0x1a:  // DW_FORM_strx
    case 0x1b:  // DW_FORM_addrx
    case 0x22:  // DW_FORM_loclistx
    case 0x23:  // DW_FORM_rnglistx
      return {.number = from.unsigned_number()};
    case 0x11:  // DW_FORM_ref1
      return {.number = unit.begin + from.fixed(1)};
    case 0x12:  // DW_FORM_ref2
      return {.number = unit.begin + from.fixed(2)};
    case 0x13:  // DW_FORM_ref4
      return {.number = unit.begin + from.fixed(4)};
    case 0x14:  // DW_FORM_ref8
      return {.number = unit.begin + from.fixed(8)};
    case 0x15:  // DW_FORM_ref_udata
      return {.number = unit.begin + from.unsigned_number()};
    case 0x19:  // DW_FORM_flag_present
      return {.number = 1};
    case 0x1e:  // DW_FORM_data16
      return block_of(from, 16);
    case 0x21:  // DW_FORM_implicit_const
      return {.number = static_cast<std::uint64_t>(implicit)};
    case 0x27:  // DW_FORM_strx3
    case 0x2b:  // DW_FORM_addrx3
      return {.number = from.fixed(3)};
    default:
      throw Damaged();
  }
}

/// Returns whether the attribute high_pc of an entry, if it has the DWARF form `form`, is a distance from low_pc rather
/// than an address.
bool is_distance(std::uint64_t form) noexcept { return form != 0x01; }

/// The attributes of an entry of the debugging information, as far as this file uses them.
struct Entry {
  std::uint64_t tag = 0;
  std::size_t parent = 0;  ///< index of the entry that contains this one; its own index if there is none
  std::uint64_t type = 0, origin = 0;
  std::optional<std::uint64_t> bytes = {}, count = {}, low = {}, high = {};
  std::string_view location = {}, frame_base = {};
};

struct Specification {
  std::uint64_t attribute = 0, form = 0;
  std::int64_t implicit = 0;
};
struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<Specification> attributes = {};
};
using Abbreviations = std::unordered_map<std::uint64_t, Abbreviation>;

Abbreviations read_abbreviations(std::string_view section, std::uint64_t offset) {
  constexpr std::uint64_t kImplicitConstant = 0x21;
  Abbreviations all;
  if (offset > section.size()) throw Damaged();
  Reader from(section, offset);
  while (const std::uint64_t code = from.unsigned_number()) {
    Abbreviation& one = all[code];
    one.tag = from.unsigned_number();
    one.has_children = from.fixed(1) != 0;
    for (;;) {
      Specification each{.attribute = from.unsigned_number(), .form = from.unsigned_number()};
      if (each.form == kImplicitConstant) each.implicit = from.signed_number();
      if (each.attribute == 0 && each.form == 0) break;
      one.attributes.push_back(each);
    }
  }
  return all;
}

void set_attribute(Entry& entry, const Specification& what, const Value& value) {
  switch (what.attribute) {
    case kLocation:
      entry.location = value.block;
      break;
    case kFrameBase:
      entry.frame_base = value.block;
      break;
    case kByteSize:
      entry.bytes = value.number;
      break;
    case kLowPc:
      entry.low = value.number;
      break;
    case kHighPc:
      entry.high = is_distance(what.form) && entry.low ? *entry.low + value.number : value.number;
      break;
    case kUpperBound:
      if (value.block.empty()) entry.count = value.number + 1;
      break;
    case kCount:
      if (value.block.empty()) entry.count = value.number;
      break;
    case kAbstractOrigin:
      entry.origin = value.number;
      break;
    case kType:
      entry.type = value.number;
      break;
    default:
      break;
  }
}

}  // namespace

/// All entries of a program's debugging information.
class DebuggingInformation {
 public:
  DebuggingInformation(std::string_view information, std::string_view abbreviations)
      : information_(information), abbreviations_(abbreviations) {
    Reader from(information);
    while (!from.is_over()) read_unit(from);
  }

  std::vector<FrameVariables::Function> functions() const {
    std::map<std::size_t, FrameVariables::Function> found;
    for (const Entry& entry : entries_) {
      if (entry.tag != kVariable) continue;
      const auto range = range_of_variable(entry);
      const auto function = range ? function_around(entry) : std::nullopt;
      if (!function) continue;
      FrameVariables::Function& variables = found[*function];
      variables.begin = *entries_[*function].low;
      variables.end = *entries_[*function].high;
      const Entry& scope = scope_around(entry);
      variables.variables.push_back({*range, *scope.low, *scope.high});
    }
    std::vector<FrameVariables::Function> all;
    for (auto& [place, function] : found) all.push_back(std::move(function));
    std::ranges::sort(all, {}, &FrameVariables::Function::begin);
    return all;
  }

 private:
  void read_unit(Reader& from) {
    constexpr std::uint64_t kLarge = 0xffff'fff0;
    Unit unit{.begin = from.at()};
    const std::uint64_t bytes = from.fixed(4);
    if (bytes >= kLarge) throw Damaged();  // also refuses the 64-bit format, which compilers do not use here
    const std::size_t end = from.at() + bytes;
    if (end > information_.size()) throw Damaged();
    unit.version = from.fixed(2);
    std::uint64_t table = 0;
    bool is_usual = unit.version >= 2 && unit.version <= 5;
    if (unit.version >= 5) {
      is_usual = is_usual && from.fixed(1) == 1;  // unit type 1: a whole unit, and not a part of one
      unit.address_bytes = from.fixed(1);
      table = from.fixed(4);
    } else {
      table = from.fixed(4);
      unit.address_bytes = from.fixed(1);
    }
    if (is_usual && unit.address_bytes == 8) read_entries(from, end, unit, read_abbreviations(abbreviations_, table));
    from = Reader(information_, end);
  }

  void read_entries(Reader& from, std::size_t end, const Unit& unit, const Abbreviations& abbreviations) {
    std::vector<std::size_t> around;
    while (from.at() < end) {
      const std::size_t place = from.at();
      const std::uint64_t code = from.unsigned_number();
      if (code == 0) {
        if (!around.empty()) around.pop_back();
        continue;
      }
      const auto kind = abbreviations.find(code);
      if (kind == abbreviations.end()) throw Damaged();
      const std::size_t number = entries_.size();
      Entry entry{.tag = kind->second.tag, .parent = around.empty() ? number : around.back()};
      for (const Specification& each : kind->second.attributes)
        set_attribute(entry, each, read_value(from, each.form, each.implicit, unit));
      by_place_[place] = number;
      entries_.push_back(entry);
      if (kind->second.has_children) around.push_back(number);
    }
  }

  const Entry* entry_at(std::uint64_t place) const {
    const auto found = by_place_.find(place);
    return found == by_place_.end() ? nullptr : &entries_[found->second];
  }

  /// Returns the size of a type in bytes, or nothing if it is not known.
  std::optional<std::uint64_t> size_of_type(std::uint64_t place, int depth = 0) const {
    constexpr int kDeepest = 32;
    const Entry* const type = entry_at(place);
    if (type == nullptr || depth > kDeepest) return std::nullopt;
    if (type->bytes) return type->bytes;
    switch (type->tag) {
      case kPointer:
      case kReference:
        return 8;
      case kTypedef:
      case kConst:
      case kVolatile:
      case kRestrict:
      case kAtomic:
        return size_of_type(type->type, depth + 1);
      case kArray:
        return size_of_array(*type, depth);
      default:
        return std::nullopt;
    }
  }
  std::optional<std::uint64_t> size_of_array(const Entry& array, int depth) const {
    auto bytes = size_of_type(array.type, depth + 1);
    const auto number = static_cast<std::size_t>(&array - entries_.data());
    bool has_dimension = false;
    for (std::size_t i = number + 1; bytes && i < entries_.size() && entries_[i].parent == number; ++i) {
      if (entries_[i].tag != kSubrange) continue;
      has_dimension = true;
      if (!entries_[i].count || *entries_[i].count > kMostElements) return std::nullopt;
      *bytes *= *entries_[i].count;
    }
    return has_dimension ? bytes : std::nullopt;
  }

  std::optional<FrameVariables::Range> range_of_variable(const Entry& variable) const {
    if (variable.location.size() < 2 || variable.location.front() != kFrameOffset) return std::nullopt;
    Reader from(variable.location, 1);
    const std::int64_t begin = from.signed_number();
    const Entry* const origin = entry_at(variable.origin);
    const auto bytes = size_of_type(variable.type != 0 || origin == nullptr ? variable.type : origin->type);
    constexpr std::int64_t kFarthest = std::int64_t{1} << 32U;
    if (begin < -kFarthest || begin > kFarthest) return std::nullopt;
    if (!from.is_over() || !bytes || *bytes == 0 || *bytes > kMostElements) return std::nullopt;
    return FrameVariables::Range{begin, begin + static_cast<std::int64_t>(*bytes)};
  }

  /// Returns the index of the function that has the entry in its frame, if its code is in one piece and its variables
  /// are addressed from the canonical address of its frame; otherwise nothing.
  std::optional<std::size_t> function_around(const Entry& entry) const {
    std::size_t number = entry.parent;
    while (entries_[number].tag != kSubprogram) {
      if (entries_[number].parent == number) return std::nullopt;
      number = entries_[number].parent;
    }
    const Entry& function = entries_[number];
    const bool is_usual = function.frame_base.size() == 1 && function.frame_base.front() == kCallFrameBase;
    if (!is_usual || !function.low || !function.high) return std::nullopt;
    return number;
  }

  /// Returns the innermost block, inlined function or function around the entry whose code is in one piece. Needs: the
  /// code of the function around the entry is in one piece.
  const Entry& scope_around(const Entry& entry) const {
    std::size_t number = entry.parent;
    const auto is_in_one_piece = [&](const Entry& each) {
      const bool is_scope = each.tag == kSubprogram || each.tag == kBlock || each.tag == kInlined;
      return is_scope && each.low && each.high;
    };
    while (!is_in_one_piece(entries_[number])) number = entries_[number].parent;
    return entries_[number];
  }

  static constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32U;

  std::string_view information_, abbreviations_;
  std::vector<Entry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> by_place_;
};

namespace {

/// Returns the contents of a section that is not compressed; empty if there is none.
std::string_view section_of(std::string_view file, std::string_view name) {
  Elf64_Ehdr header;
  if (file.size() < sizeof header) return {};
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return {};
  const auto section_at = [&](std::uint64_t i) {
    Elf64_Shdr section;
    Reader from(file, std::min<std::uint64_t>(header.e_shoff + i * sizeof section, file.size()));
    std::memcpy(&section, from.take(sizeof section).data(), sizeof section);
    return section;
  };
  const auto contents_of = [&](const Elf64_Shdr& section) {
    return Reader(file, std::min<std::uint64_t>(section.sh_offset, file.size())).take(section.sh_size);
  };
  if (header.e_shoff == 0 || header.e_shstrndx >= header.e_shnum) return {};
  const std::string_view names = contents_of(section_at(header.e_shstrndx));
  for (std::uint64_t i = 1; i < header.e_shnum; ++i) {
    const Elf64_Shdr section = section_at(i);
    if (section.sh_type == SHT_NOBITS || section.sh_name >= names.size()) continue;
    const std::string_view rest = names.substr(section.sh_name);
    if (rest.substr(0, rest.find('\0')) != name) continue;
    return (section.sh_flags & SHF_COMPRESSED) != 0 ? std::string_view() : contents_of(section);
  }
  return {};
}

}  // namespace

FrameVariables::FrameVariables(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  try {
    const std::string_view information = section_of(file, ".debug_info");
    if (information.empty() || information.size() > kMostBytes) return;
    functions_ = DebuggingInformation(information, section_of(file, ".debug_abbrev")).functions();
  } catch (const Damaged&) {
    functions_.clear();
  }
}

std::optional<FrameVariables::Range> FrameVariables::variable_at(std::uint64_t place,
                                                                 std::int64_t distance) const noexcept {
  const auto behind = std::ranges::upper_bound(functions_, place, {}, &Function::begin);
  if (behind == functions_.begin() || place >= std::prev(behind)->end) return std::nullopt;
  std::optional<Range> found;
  for (const auto& [bytes, begin, end] : std::prev(behind)->variables) {
    if (distance < bytes.begin || distance >= bytes.end || place < begin || place >= end) continue;
    found = found ? Range{std::min(found->begin, bytes.begin), std::max(found->end, bytes.end)} : bytes;
  }
  return found;
}

namespace {

const FrameVariables& variables_of_program(const std::string& path) {
  static std::mutex mutex;  // guards `known`
  static std::map<std::string, std::unique_ptr<FrameVariables>> known;
  const std::lock_guard lock(mutex);
  std::unique_ptr<FrameVariables>& variables = known[path];
  if (!variables) variables = std::make_unique<FrameVariables>(path);
  return *variables;
}

/// The state of a search for the stack frame that contains an address, from the innermost frame outwards.
struct FrameSearch {
  std::uintptr_t address = 0;
  std::uintptr_t code = 0;       ///< code address at which the last visited frame continues
  std::uintptr_t canonical = 0;  ///< the canonical address of the frame that was found; 0 if there is none
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* what) {
  FrameSearch& search = *static_cast<FrameSearch*>(what);
  // _Unwind_GetCFA() returns the canonical address of a frame when the frame around it is visited.
  const std::uintptr_t canonical = _Unwind_GetCFA(context);
  if (canonical > search.address) {
    search.canonical = canonical;
    return _URC_NORMAL_STOP;
  }
  search.code = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

/// Returns the bounds of the local variable that contains this address, if they are known.
std::optional<std::pair<std::uintptr_t, std::uintptr_t>> local_variable_at(const Process& process,
                                                                           std::uintptr_t address) {
  FrameSearch search{.address = address};
  _Unwind_Backtrace(visit_frame, &search);
  if (search.canonical == 0 || search.code == 0) return std::nullopt;
  const auto place = process.image()->code_offset_of(reinterpret_cast<void (*)()>(search.code));
  if (!place) return std::nullopt;
  const auto found = variables_of_program(process.path())
                         .variable_at(*place - 1, static_cast<std::int64_t>(address - search.canonical));
  if (!found) return std::nullopt;
  return std::pair(search.canonical + static_cast<std::uintptr_t>(found->begin),
                   search.canonical + static_cast<std::uintptr_t>(found->end));
}

/// The buffers on the stack that were found to be in order, as hashes of their memory and of the calls that have used
/// them. They are remembered because programs use the same buffers again and again, and looking for a frame takes much
/// longer than most calls.
class CheckedBuffers {
 public:
  /// Adds a buffer, and returns whether it was not in the set before.
  bool add(const Process& process, std::span<const std::byte> memory) {
    constexpr std::size_t kMost = 4096;
    if (all_.size() >= kMost) all_.clear();
    std::uint64_t key = 0;
    for (const std::uint64_t part :
         {std::uint64_t{reinterpret_cast<std::uintptr_t>(memory.data())}, std::uint64_t{memory.size()},
          std::uint64_t{reinterpret_cast<std::uintptr_t>(&process)},
          std::uint64_t{reinterpret_cast<std::uintptr_t>(process.last_call.file())},
          std::uint64_t{process.last_call.line()}})
      key = (key ^ part) * 0x9e37'79b9'7f4a'7c15ULL + (key >> 29U);
    return all_.insert(key).second;
  }
  void forget_all() { all_.clear(); }

 private:
  std::unordered_set<std::uint64_t> all_;
};

}  // namespace

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> find_exceeded_local_variable(
    const Process& process, std::span<const std::byte> memory) {
  constexpr std::uintptr_t kNear = std::uintptr_t{1} << 24U;
  thread_local CheckedBuffers checked;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  if (process.image() == nullptr || begin < here || begin - here > kNear) return std::nullopt;
  if (!checked.add(process, memory)) return std::nullopt;
  const auto variable = local_variable_at(process, begin);
  if (!variable || begin + memory.size() <= variable->second) return std::nullopt;
  checked.forget_all();  // so that the next run of the program finds this error again
  return variable;
}

}  // namespace switchyard
