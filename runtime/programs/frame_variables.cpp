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

constexpr std::uint64_t kMostDebugInfoBytes = std::uint64_t{1} << 24U;

// The following constants are tags, attributes and operations of the DWARF format of debugging information.
enum DwarfTag : std::uint64_t {
  kDwarfArrayTypeTag = 0x01,
  kDwarfLexicalBlockTag = 0x0b,
  kDwarfPointerTypeTag = 0x0f,
  kDwarfReferenceTypeTag = 0x10,
  kDwarfTypedefTag = 0x16,
  kDwarfInlinedSubroutineTag = 0x1d,
  kDwarfSubrangeTypeTag = 0x21,
  kDwarfConstTypeTag = 0x26,
  kDwarfSubprogramTag = 0x2e,
  kDwarfVariableTag = 0x34,
  kDwarfVolatileTypeTag = 0x35,
  kDwarfRestrictTypeTag = 0x37,
  kDwarfAtomicTypeTag = 0x47,
};
enum DwarfAttribute : std::uint64_t {
  kLocationAttribute = 0x02,
  kByteSizeAttribute = 0x0b,
  kLowPcAttribute = 0x11,
  kHighPcAttribute = 0x12,
  kUpperBoundAttribute = 0x2f,
  kAbstractOriginAttribute = 0x31,
  kCountAttribute = 0x37,
  kFrameBaseAttribute = 0x40,
  kTypeAttribute = 0x49,
};
constexpr char kFrameOffsetOperation = static_cast<char>(0x91);       // the operation DW_OP_fbreg
constexpr char kCallFrameAddressOperation = static_cast<char>(0x9c);  // the operation DW_OP_call_frame_cfa

struct DamagedDebuggingInformation : std::runtime_error {
  DamagedDebuggingInformation() : std::runtime_error("damaged debugging information") {}
};

/// Reads numbers and texts from debugging information, one after another. Throws DamagedDebuggingInformation if the
/// bytes end too early.
class DwarfReader {
 public:
  explicit DwarfReader(std::string_view bytes, std::size_t at = 0) : bytes_(bytes), position_(at) {}
  std::size_t at() const noexcept { return position_; }
  bool is_at_end() const noexcept { return position_ >= bytes_.size(); }

  std::string_view take_bytes(std::uint64_t count) {
    if (position_ > bytes_.size() || count > bytes_.size() - position_) throw DamagedDebuggingInformation();
    const std::string_view taken = bytes_.substr(position_, count);
    position_ += count;
    return taken;
  }
  std::uint64_t read_fixed_width_integer(std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, take_bytes(bytes).data(), bytes);
    return value;
  }
  std::uint64_t read_uleb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t byte = read_fixed_width_integer(1);
      value |= (byte & 0x7fU) << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    throw DamagedDebuggingInformation();
  }
  std::int64_t read_sleb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64;) {
      const std::uint64_t byte = read_fixed_width_integer(1);
      value |= (byte & 0x7fU) << shift;
      shift += 7;
      if ((byte & 0x80U) != 0) continue;
      if (shift < 64 && (byte & 0x40U) != 0) value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
    throw DamagedDebuggingInformation();
  }
  void skip_text() {
    const std::size_t end = bytes_.find('\0', position_);
    if (end == std::string_view::npos) throw DamagedDebuggingInformation();
    position_ = end + 1;
  }

 private:
  std::string_view bytes_;
  std::size_t position_;
};

/// The value of an attribute in DWARF debugging information: a number, a reference (as the offset of an entry), or a
/// block of bytes.
struct AttributeValue {
  std::uint64_t number = 0;
  std::string_view block = {};
};

struct CompilationUnit {
  std::size_t begin = 0;
  std::uint64_t version = 0;
  std::size_t address_bytes = 8;
};

AttributeValue read_dwarf_block(DwarfReader& from, std::uint64_t bytes) {
  return {.number = bytes, .block = from.take_bytes(bytes)};
}

/// Reads the value of an attribute of DWARF debugging information that is stored in the form `form`. `implicit` is the
/// attribute's value if the form is DW_FORM_implicit_const.
AttributeValue read_value(DwarfReader& from, std::uint64_t form, std::int64_t implicit, const CompilationUnit& unit) {
  switch (form) {
    case 0x01:  // DW_FORM_addr
      return {.number = from.read_fixed_width_integer(unit.address_bytes)};
    case 0x03:  // DW_FORM_block2
      return read_dwarf_block(from, from.read_fixed_width_integer(2));
    case 0x04:  // DW_FORM_block4
      return read_dwarf_block(from, from.read_fixed_width_integer(4));
    case 0x05:  // DW_FORM_data2
    case 0x26:  // DW_FORM_strx2
    case 0x2a:  // DW_FORM_addrx2
      return {.number = from.read_fixed_width_integer(2)};
    case 0x06:  // DW_FORM_data4
    case 0x0e:  // DW_FORM_strp
    case 0x10:  // DW_FORM_ref_addr
    case 0x17:  // DW_FORM_sec_offset
    case 0x1c:  // DW_FORM_ref_sup4
    case 0x1d:  // DW_FORM_strp_sup
    case 0x1f:  // DW_FORM_line_strp
    case 0x28:  // DW_FORM_strx4
    case 0x2c:  // DW_FORM_addrx4
      return {.number = from.read_fixed_width_integer(4)};
    case 0x07:  // DW_FORM_data8
    case 0x20:  // DW_FORM_ref_sig8
    case 0x24:  // DW_FORM_ref_sup8
      return {.number = from.read_fixed_width_integer(8)};
    case 0x08:  // DW_FORM_string
      from.skip_text();
      return {};
    case 0x09:  // DW_FORM_block
    case 0x18:  // DW_FORM_exprloc
      return read_dwarf_block(from, from.read_uleb128());
    case 0x0a:  // DW_FORM_block1
      return read_dwarf_block(from, from.read_fixed_width_integer(1));
    case 0x0b:  // DW_FORM_data1
    case 0x0c:  // DW_FORM_flag
    case 0x25:  // DW_FORM_strx1
    case 0x29:  // DW_FORM_addrx1
      return {.number = from.read_fixed_width_integer(1)};
    case 0x0d:  // DW_FORM_sdata
      return {.number = static_cast<std::uint64_t>(from.read_sleb128())};
    case 0x0f:  // DW_FORM_udata
    case 0x1a:  // DW_FORM_strx
    case 0x1b:  // DW_FORM_addrx
    case 0x22:  // DW_FORM_loclistx
    case 0x23:  // DW_FORM_rnglistx
      return {.number = from.read_uleb128()};
    case 0x11:  // DW_FORM_ref1
      return {.number = unit.begin + from.read_fixed_width_integer(1)};
    case 0x12:  // DW_FORM_ref2
      return {.number = unit.begin + from.read_fixed_width_integer(2)};
    case 0x13:  // DW_FORM_ref4
      return {.number = unit.begin + from.read_fixed_width_integer(4)};
    case 0x14:  // DW_FORM_ref8
      return {.number = unit.begin + from.read_fixed_width_integer(8)};
    case 0x15:  // DW_FORM_ref_udata
      return {.number = unit.begin + from.read_uleb128()};
    case 0x19:  // DW_FORM_flag_present
      return {.number = 1};
    case 0x1e:  // DW_FORM_data16
      return read_dwarf_block(from, 16);
    case 0x21:  // DW_FORM_implicit_const
      return {.number = static_cast<std::uint64_t>(implicit)};
    case 0x27:  // DW_FORM_strx3
    case 0x2b:  // DW_FORM_addrx3
      return {.number = from.read_fixed_width_integer(3)};
    default:
      throw DamagedDebuggingInformation();
  }
}

/// Returns whether the DWARF attribute high_pc (end of the code), if it is stored in the form `form`, is a distance
/// from low_pc (beginning of the code) rather than an address.
bool is_high_pc_a_distance(std::uint64_t form) noexcept { return form != 0x01; }

/// An entry of DWARF debugging information, with those of its attributes that this file uses.
struct DebugInfoEntry {
  std::uint64_t tag = 0;
  /// Index of the entry that contains this entry; the entry's own index if there is none.
  std::size_t parent_index = 0;
  std::uint64_t type = 0, abstract_origin_offset = 0;
  std::optional<std::uint64_t> bytes = {}, element_count = {}, low_code_address = {}, high_code_address = {};
  std::string_view location = {}, frame_base = {};
};

struct AttributeSpecification {
  std::uint64_t dwarf_attribute_code = 0, dwarf_form_code = 0;
  std::int64_t implicit_value = 0;
};
struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<AttributeSpecification> attributes = {};
};
using Abbreviations = std::unordered_map<std::uint64_t, Abbreviation>;

Abbreviations read_abbreviations(std::string_view section, std::uint64_t offset) {
  constexpr std::uint64_t kImplicitConstant = 0x21;
  Abbreviations all;
  if (offset > section.size()) throw DamagedDebuggingInformation();
  DwarfReader from(section, offset);
  while (const std::uint64_t code = from.read_uleb128()) {
    Abbreviation& one = all[code];
    one.tag = from.read_uleb128();
    one.has_children = from.read_fixed_width_integer(1) != 0;
    for (;;) {
      AttributeSpecification each{.dwarf_attribute_code = from.read_uleb128(), .dwarf_form_code = from.read_uleb128()};
      if (each.dwarf_form_code == kImplicitConstant) each.implicit_value = from.read_sleb128();
      if (each.dwarf_attribute_code == 0 && each.dwarf_form_code == 0) break;
      one.attributes.push_back(each);
    }
  }
  return all;
}

void set_attribute(DebugInfoEntry& entry, const AttributeSpecification& what, const AttributeValue& value) {
  switch (what.dwarf_attribute_code) {
    case kLocationAttribute:
      entry.location = value.block;
      break;
    case kFrameBaseAttribute:
      entry.frame_base = value.block;
      break;
    case kByteSizeAttribute:
      entry.bytes = value.number;
      break;
    case kLowPcAttribute:
      entry.low_code_address = value.number;
      break;
    case kHighPcAttribute:
      entry.high_code_address = is_high_pc_a_distance(what.dwarf_form_code) && entry.low_code_address
                                    ? *entry.low_code_address + value.number
                                    : value.number;
      break;
    case kUpperBoundAttribute:
      if (value.block.empty()) entry.element_count = value.number + 1;
      break;
    case kCountAttribute:
      if (value.block.empty()) entry.element_count = value.number;
      break;
    case kAbstractOriginAttribute:
      entry.abstract_origin_offset = value.number;
      break;
    case kTypeAttribute:
      entry.type = value.number;
      break;
    default:
      break;
  }
}

}  // namespace

/// All entries of the DWARF debugging information of a program.
class DebuggingInformation {
 public:
  DebuggingInformation(std::string_view information, std::string_view abbreviations)
      : debug_info_section_bytes_(information), abbreviations_(abbreviations) {
    DwarfReader from(information);
    while (!from.is_at_end()) read_compilation_unit(from);
  }

  std::vector<StackFrameVariables::FunctionVariables> functions() const {
    std::map<std::size_t, StackFrameVariables::FunctionVariables> found;
    for (const DebugInfoEntry& entry : entries_) {
      if (entry.tag != kDwarfVariableTag) continue;
      const auto range = range_of_variable(entry);
      const auto function = range ? enclosing_function_of(entry) : std::nullopt;
      if (!function) continue;
      StackFrameVariables::FunctionVariables& variables = found[*function];
      variables.code_begin = *entries_[*function].low_code_address;
      variables.code_end = *entries_[*function].high_code_address;
      const DebugInfoEntry& scope = enclosing_scope_of(entry);
      variables.variables.push_back({*range, *scope.low_code_address, *scope.high_code_address});
    }
    std::vector<StackFrameVariables::FunctionVariables> all;
    for (auto& [place, function] : found) all.push_back(std::move(function));
    std::ranges::sort(all, {}, &StackFrameVariables::FunctionVariables::code_begin);
    return all;
  }

 private:
  void read_compilation_unit(DwarfReader& from) {
    constexpr std::uint64_t kLarge = 0xffff'fff0;
    CompilationUnit unit{.begin = from.at()};
    const std::uint64_t bytes = from.read_fixed_width_integer(4);
    // Also refuses the 64-bit format of DWARF, which compilers do not use for programs of this size.
    if (bytes >= kLarge) throw DamagedDebuggingInformation();
    const std::size_t end = from.at() + bytes;
    if (end > debug_info_section_bytes_.size()) throw DamagedDebuggingInformation();
    unit.version = from.read_fixed_width_integer(2);
    std::uint64_t table = 0;
    bool is_usual = unit.version >= 2 && unit.version <= 5;
    if (unit.version >= 5) {
      is_usual =
          is_usual && from.read_fixed_width_integer(1) == 1;  // unit type 1 (DW_UT_compile): a whole compilation unit
      unit.address_bytes = from.read_fixed_width_integer(1);
      table = from.read_fixed_width_integer(4);
    } else {
      table = from.read_fixed_width_integer(4);
      unit.address_bytes = from.read_fixed_width_integer(1);
    }
    if (is_usual && unit.address_bytes == 8) read_entries(from, end, unit, read_abbreviations(abbreviations_, table));
    from = DwarfReader(debug_info_section_bytes_, end);
  }

  void read_entries(DwarfReader& from, std::size_t end, const CompilationUnit& unit,
                    const Abbreviations& abbreviations) {
    std::vector<std::size_t> around;
    while (from.at() < end) {
      const std::size_t place = from.at();
      const std::uint64_t code = from.read_uleb128();
      if (code == 0) {
        if (!around.empty()) around.pop_back();
        continue;
      }
      const auto kind = abbreviations.find(code);
      if (kind == abbreviations.end()) throw DamagedDebuggingInformation();
      const std::size_t number = entries_.size();
      DebugInfoEntry entry{.tag = kind->second.tag, .parent_index = around.empty() ? number : around.back()};
      for (const AttributeSpecification& each : kind->second.attributes)
        set_attribute(entry, each, read_value(from, each.dwarf_form_code, each.implicit_value, unit));
      entry_index_by_offset_[place] = number;
      entries_.push_back(entry);
      if (kind->second.has_children) around.push_back(number);
    }
  }

  const DebugInfoEntry* entry_at(std::uint64_t place) const {
    const auto found = entry_index_by_offset_.find(place);
    return found == entry_index_by_offset_.end() ? nullptr : &entries_[found->second];
  }

  /// Returns the size in bytes of the type described at offset `place` of the debugging information; nothing if it is
  /// not known.
  std::optional<std::uint64_t> size_of_type(std::uint64_t place, int depth = 0) const {
    constexpr int kDeepest = 32;
    const DebugInfoEntry* const type = entry_at(place);
    if (type == nullptr || depth > kDeepest) return std::nullopt;
    if (type->bytes) return type->bytes;
    switch (type->tag) {
      case kDwarfPointerTypeTag:
      case kDwarfReferenceTypeTag:
        return 8;
      case kDwarfTypedefTag:
      case kDwarfConstTypeTag:
      case kDwarfVolatileTypeTag:
      case kDwarfRestrictTypeTag:
      case kDwarfAtomicTypeTag:
        return size_of_type(type->type, depth + 1);
      case kDwarfArrayTypeTag:
        return size_of_array(*type, depth);
      default:
        return std::nullopt;
    }
  }
  std::optional<std::uint64_t> size_of_array(const DebugInfoEntry& array, int depth) const {
    auto bytes = size_of_type(array.type, depth + 1);
    const auto number = static_cast<std::size_t>(&array - entries_.data());
    bool has_dimension = false;
    for (std::size_t i = number + 1; bytes && i < entries_.size() && entries_[i].parent_index == number; ++i) {
      if (entries_[i].tag != kDwarfSubrangeTypeTag) continue;
      has_dimension = true;
      if (!entries_[i].element_count || *entries_[i].element_count > kMostElements) return std::nullopt;
      *bytes *= *entries_[i].element_count;
    }
    return has_dimension ? bytes : std::nullopt;
  }

  std::optional<StackFrameVariables::Range> range_of_variable(const DebugInfoEntry& variable) const {
    if (variable.location.size() < 2 || variable.location.front() != kFrameOffsetOperation) return std::nullopt;
    DwarfReader from(variable.location, 1);
    const std::int64_t begin = from.read_sleb128();
    const DebugInfoEntry* const origin = entry_at(variable.abstract_origin_offset);
    const auto bytes = size_of_type(variable.type != 0 || origin == nullptr ? variable.type : origin->type);
    constexpr std::int64_t kFarthest = std::int64_t{1} << 32U;
    if (begin < -kFarthest || begin > kFarthest) return std::nullopt;
    if (!from.is_at_end() || !bytes || *bytes == 0 || *bytes > kMostElements) return std::nullopt;
    return StackFrameVariables::Range{begin, begin + static_cast<std::int64_t>(*bytes)};
  }

  /// Returns the index of the function that has the variable `entry` in its stack frame. Returns nothing if the code of
  /// the function is not in one piece, or if its variables are not addressed relative to the canonical frame address
  /// (CFA).
  std::optional<std::size_t> enclosing_function_of(const DebugInfoEntry& entry) const {
    std::size_t number = entry.parent_index;
    while (entries_[number].tag != kDwarfSubprogramTag) {
      if (entries_[number].parent_index == number) return std::nullopt;
      number = entries_[number].parent_index;
    }
    const DebugInfoEntry& function = entries_[number];
    const bool is_usual = function.frame_base.size() == 1 && function.frame_base.front() == kCallFrameAddressOperation;
    if (!is_usual || !function.low_code_address || !function.high_code_address) return std::nullopt;
    return number;
  }

  /// Returns the innermost scope that contains the variable `entry` and whose code is in one piece: a block, an inlined
  /// function, or a function. Needs: the code of the function that contains the variable is in one piece.
  const DebugInfoEntry& enclosing_scope_of(const DebugInfoEntry& entry) const {
    std::size_t number = entry.parent_index;
    const auto is_in_one_piece = [&](const DebugInfoEntry& each) {
      const bool is_scope = each.tag == kDwarfSubprogramTag || each.tag == kDwarfLexicalBlockTag ||
                            each.tag == kDwarfInlinedSubroutineTag;
      return is_scope && each.low_code_address && each.high_code_address;
    };
    while (!is_in_one_piece(entries_[number])) number = entries_[number].parent_index;
    return entries_[number];
  }

  static constexpr std::uint64_t kMostElements = std::uint64_t{1} << 32U;

  std::string_view debug_info_section_bytes_, abbreviations_;
  std::vector<DebugInfoEntry> entries_;
  std::unordered_map<std::uint64_t, std::size_t> entry_index_by_offset_;
};

namespace {

/// Returns the contents of the section `name` of an ELF file; empty if there is no such section, or if it is
/// compressed.
std::string_view section_contents_of(std::string_view file, std::string_view name) {
  Elf64_Ehdr header;
  if (file.size() < sizeof header) return {};
  std::memcpy(&header, file.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return {};
  const auto section_at = [&](std::uint64_t i) {
    Elf64_Shdr section;
    DwarfReader from(file, std::min<std::uint64_t>(header.e_shoff + i * sizeof section, file.size()));
    std::memcpy(&section, from.take_bytes(sizeof section).data(), sizeof section);
    return section;
  };
  const auto contents_of = [&](const Elf64_Shdr& section) {
    return DwarfReader(file, std::min<std::uint64_t>(section.sh_offset, file.size())).take_bytes(section.sh_size);
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

StackFrameVariables::StackFrameVariables(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  try {
    const std::string_view information = section_contents_of(file, ".debug_info");
    if (information.empty() || information.size() > kMostDebugInfoBytes) return;
    functions_ = DebuggingInformation(information, section_contents_of(file, ".debug_abbrev")).functions();
  } catch (const DamagedDebuggingInformation&) {
    functions_.clear();
  }
}

std::optional<StackFrameVariables::Range> StackFrameVariables::range_of_variables_at(
    std::uint64_t place, std::int64_t distance) const noexcept {
  const auto behind = std::ranges::upper_bound(functions_, place, {}, &FunctionVariables::code_begin);
  if (behind == functions_.begin() || place >= std::prev(behind)->code_end) return std::nullopt;
  std::optional<Range> found;
  for (const auto& [bytes, begin, end] : std::prev(behind)->variables) {
    if (distance < bytes.begin || distance >= bytes.end || place < begin || place >= end) continue;
    found = found ? Range{std::min(found->begin, bytes.begin), std::max(found->end, bytes.end)} : bytes;
  }
  return found;
}

namespace {

const StackFrameVariables& variables_of_program(const std::string& path) {
  static std::mutex mutex;  // guards `known`
  static std::map<std::string, std::unique_ptr<StackFrameVariables>> known;
  const std::lock_guard lock(mutex);
  std::unique_ptr<StackFrameVariables>& variables = known[path];
  if (!variables) variables = std::make_unique<StackFrameVariables>(path);
  return *variables;
}

/// The state of a search for the stack frame that contains an address, from the innermost frame outwards.
struct StackFrameSearch {
  std::uintptr_t searched_address = 0;
  std::uintptr_t code_address_of_frame = 0;  ///< address at which the code of the last visited frame will continue
  /// Canonical frame address (CFA) of the frame that was found; 0 if none was found.
  std::uintptr_t canonical_address = 0;
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* what) {
  StackFrameSearch& search = *static_cast<StackFrameSearch*>(what);
  // When the unwinder visits a frame, _Unwind_GetCFA() returns the canonical frame address (CFA) of the frame that it
  // visited before, that is, of the function called from the visited frame.
  const std::uintptr_t canonical = _Unwind_GetCFA(context);
  if (canonical > search.searched_address) {
    search.canonical_address = canonical;
    return _URC_NORMAL_STOP;
  }
  search.code_address_of_frame = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

}  // namespace

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> local_variable_at(const Process& process,
                                                                           std::uintptr_t address) {
  StackFrameSearch search{.searched_address = address};
  _Unwind_Backtrace(visit_frame, &search);
  if (search.canonical_address == 0 || search.code_address_of_frame == 0) return std::nullopt;
  const auto place = process.image()->code_offset_of(reinterpret_cast<void (*)()>(search.code_address_of_frame));
  if (!place) return std::nullopt;
  const auto found =
      variables_of_program(process.program_path())
          .range_of_variables_at(*place - 1, static_cast<std::int64_t>(address - search.canonical_address));
  if (!found) return std::nullopt;
  return std::pair(search.canonical_address + static_cast<std::uintptr_t>(found->begin),
                   search.canonical_address + static_cast<std::uintptr_t>(found->end));
}

namespace {

/// Buffers on the stack that were checked and lie within one variable, as hashes of their memory and of the calls that
/// have used them. They are remembered because programs use the same buffers again and again, and finding the stack
/// frame of a buffer takes much longer than most calls.
class CheckedBuffers {
 public:
  /// Adds a buffer to the checked buffers, and returns whether it was not among them before.
  bool add_buffer_if_new(const Process& process, std::span<const std::byte> memory) {
    constexpr std::size_t kMost = 4096;
    if (buffer_hashes_.size() >= kMost) buffer_hashes_.clear();
    std::uint64_t key = 0;
    for (const std::uint64_t part :
         {std::uint64_t{reinterpret_cast<std::uintptr_t>(memory.data())}, std::uint64_t{memory.size()},
          std::uint64_t{reinterpret_cast<std::uintptr_t>(&process)},
          std::uint64_t{reinterpret_cast<std::uintptr_t>(process.last_call.file())},
          std::uint64_t{process.last_call.line()}})
      key = (key ^ part) * 0x9e37'79b9'7f4a'7c15ULL + (key >> 29U);
    return buffer_hashes_.insert(key).second;
  }
  void forget_all_buffers() { buffer_hashes_.clear(); }

 private:
  std::unordered_set<std::uint64_t> buffer_hashes_;
};

}  // namespace

std::optional<std::pair<std::uintptr_t, std::uintptr_t>> find_overrun_local_variable(
    const Process& process, std::span<const std::byte> memory) {
  constexpr std::uintptr_t kNear = std::uintptr_t{1} << 24U;
  thread_local CheckedBuffers checked;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  if (process.image() == nullptr || begin < here || begin - here > kNear) return std::nullopt;
  if (!checked.add_buffer_if_new(process, memory)) return std::nullopt;
  const auto variable = local_variable_at(process, begin);
  if (!variable || begin + memory.size() <= variable->second) return std::nullopt;
  // The checked buffers are forgotten so that the next run of the program reports this error again.
  checked.forget_all_buffers();
  return variable;
}

}  // namespace switchyard
