#!/bin/sh
# fortran.sh mpif.h | mpi | mpi_f08: prints mpif.h, the source of the module mpi, or that of the module mpi_f08, from mpi.h.
#
# A declaration of a function becomes an interface. Its arguments have the types that MPI 3.1 gives them in Fortran, which
# follow from those of C and a few names. Constants have the values of C, but the lengths of texts are one less, as a text
# in Fortran ends with no zero.
set -eu
here=$(dirname "$0")
what=${1:-}
case "$what" in
  mpif.h | mpi | mpi_f08) ;;
  *) echo "usage: fortran.sh mpif.h | mpi | mpi_f08" >&2; exit 2 ;;
esac

# The constants of mpi.h, one a line: name, type of its handle or "int", value.
constants() {
  awk '
    function number(text) { return text ~ /^0x/ ? hexadecimal(substr(text, 3)) : text + 0 }
    function hexadecimal(text,   i, sum) {
      for (i = 1; i <= length(text); ++i) sum = 16 * sum + index("0123456789abcdef", substr(text, i, 1)) - 1
      return sum
    }
    function show(name, type, value) {
      if (name ~ /^MPI_(T|F|F08)_/ || name ~ /^MPI_(STATUS_SIZE|VERSION_)/) return
      types[name] = type; values[name] = value
      print name, type, value
    }
    /^(typedef )?enum \{/ { inside = 1; next_value = 0 }
    inside {
      text = $0
      sub(/^(typedef )?enum \{/, "", text); sub(/\}.*/, "", text)
      count = split(text, parts, ",")
      for (i = 1; i <= count; ++i) {
        gsub(/[ \t]/, "", parts[i])
        if (parts[i] == "") continue
        split(parts[i], pair, "=")
        if (pair[2] != "") next_value = number(pair[2])
        show(pair[1], "int", next_value++)
      }
      if ($0 ~ /\}/) inside = 0
      next
    }
    $1 == "#define" && $2 ~ /^MPI_[A-Z0-9_]+$/ && NF == 3 {
      value = $3
      if (value ~ /^\(\(MPI_[A-Za-z]+\)[0-9]+\)$/) {
        split(value, parts, /[()]+/)
        show($2, parts[2], parts[3])
      } else if (value ~ /^\(?-?(0x)?[0-9a-f]+\)?$/) {
        gsub(/[()]/, "", value)
        show($2, "int", number(value))
      } else if (value in values) {
        show($2, types[value], values[value])
      }
    }' "$here/mpi.h" | awk '$1 ~ /^MPI_MAX_/ { --$3 } { print }'
}

# The names of procedures that programs pass on, and never call.
callbacks='MPI_NULL_COPY_FN MPI_NULL_DELETE_FN MPI_DUP_FN MPI_COMM_NULL_COPY_FN MPI_COMM_NULL_DELETE_FN MPI_COMM_DUP_FN
MPI_TYPE_NULL_COPY_FN MPI_TYPE_NULL_DELETE_FN MPI_TYPE_DUP_FN MPI_WIN_NULL_COPY_FN MPI_WIN_NULL_DELETE_FN MPI_WIN_DUP_FN
MPI_CONVERSION_FN_NULL'

kinds() {
  cat <<'END'
      INTEGER MPI_ADDRESS_KIND, MPI_OFFSET_KIND, MPI_COUNT_KIND
      INTEGER MPI_INTEGER_KIND
      PARAMETER (MPI_ADDRESS_KIND=8)
      PARAMETER (MPI_OFFSET_KIND=8)
      PARAMETER (MPI_COUNT_KIND=8)
      PARAMETER (MPI_INTEGER_KIND=4)
      INTEGER MPI_STATUS_SIZE, MPI_SOURCE, MPI_TAG, MPI_ERROR
      PARAMETER (MPI_STATUS_SIZE=6)
      PARAMETER (MPI_SOURCE=1)
      PARAMETER (MPI_TAG=2)
      PARAMETER (MPI_ERROR=3)
      LOGICAL MPI_SUBARRAYS_SUPPORTED
      PARAMETER (MPI_SUBARRAYS_SUPPORTED=.FALSE.)
      LOGICAL MPI_ASYNC_PROTECTS_NONBLOCKING
      PARAMETER (MPI_ASYNC_PROTECTS_NONBLOCKING=.FALSE.)
END
}

# The constants that are addresses, and the texts among them. The emulator knows the order of the former
# (FortranConstants).
variables() {
  cat <<'END'
      INTEGER MPI_BOTTOM, MPI_IN_PLACE
      INTEGER MPI_UNWEIGHTED(1), MPI_WEIGHTS_EMPTY(1)
      INTEGER MPI_ERRCODES_IGNORE(1)
END
  if [ "$1" = mpi_f08 ]; then
    cat <<'END'
      TYPE(MPI_Status) :: MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE(1)
END
  else
    cat <<'END'
      INTEGER MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
      INTEGER MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)
END
  fi
  cat <<'END'
      COMMON /SWITCHYARD_MPI_CONSTANTS/ MPI_BOTTOM
      COMMON /SWITCHYARD_MPI_CONSTANTS/ MPI_IN_PLACE
      COMMON /SWITCHYARD_MPI_CONSTANTS/ MPI_UNWEIGHTED
      COMMON /SWITCHYARD_MPI_CONSTANTS/ MPI_WEIGHTS_EMPTY
      COMMON /SWITCHYARD_MPI_CONSTANTS/ MPI_ERRCODES_IGNORE
      COMMON /SWITCHYARD_MPI_CONSTANTS/ MPI_STATUS_IGNORE
      COMMON /SWITCHYARD_MPI_CONSTANTS/ MPI_STATUSES_IGNORE
      SAVE /SWITCHYARD_MPI_CONSTANTS/
      CHARACTER*1 MPI_ARGV_NULL(1), MPI_ARGVS_NULL(1,1)
      COMMON /SWITCHYARD_MPI_TEXTS/ MPI_ARGV_NULL
      COMMON /SWITCHYARD_MPI_TEXTS/ MPI_ARGVS_NULL
      SAVE /SWITCHYARD_MPI_TEXTS/
END
}

# The constants as parameters, for a form of source that is fixed and free.
parameters() {
  constants | awk -v f08="$([ "$1" = mpi_f08 ] && echo yes)" '
    $1 == "MPI_DISPLACEMENT_CURRENT" {
      print "      INTEGER(KIND=MPI_OFFSET_KIND) MPI_DISPLACEMENT_CURRENT"
      print "      PARAMETER (MPI_DISPLACEMENT_CURRENT=" $3 ")"
      next
    }
    f08 && $2 != "int" { print "      TYPE(" $2 "), PARAMETER :: " $1 " = " $2 "(" $3 ")"; next }
    { print "      INTEGER " $1; print "      PARAMETER (" $1 "=" $3 ")" }'
}

if [ "$what" = mpif.h ]; then
  cat <<'END'
! mpif.h: MPI for Fortran programs, in fixed and in free form.
! fortran.sh has made this file from mpi.h.
END
  kinds
  parameters mpi
  variables mpi
  for name in $callbacks; do echo "      EXTERNAL $name"; done
  cat <<'END'
      EXTERNAL MPI_WTIME, MPI_WTICK, PMPI_WTIME, PMPI_WTICK
      DOUBLE PRECISION MPI_WTIME, MPI_WTICK, PMPI_WTIME, PMPI_WTICK
      EXTERNAL MPI_AINT_ADD, MPI_AINT_DIFF
      INTEGER(KIND=MPI_ADDRESS_KIND) MPI_AINT_ADD, MPI_AINT_DIFF
      EXTERNAL PMPI_AINT_ADD, PMPI_AINT_DIFF
      INTEGER(KIND=MPI_ADDRESS_KIND) PMPI_AINT_ADD, PMPI_AINT_DIFF
END
  exit
fi

# The interfaces of all functions of mpi.h that Fortran has, under the prefix $1, MPI_ or PMPI_. No argument has
# INTENT(OUT): gfortran 12 then forgets the line of a call (it marks the variable as changed, with the line of the block).
interfaces() {
  awk -v f08="$([ "$what" = mpi_f08 ] && echo yes)" -v prefix="$1" '
    BEGIN {
      split("flag commute reorder periods remain_dims high weighted", names, " ")
      for (i in names) is_logical[names[i]] = 1
      split("sourceweights destweights weights array_of_errcodes", names, " ")
      for (i in names) is_array[names[i]] = 1
      split("Address Type_hvector Type_hindexed Type_struct Type_extent Type_lb Type_ub Keyval_create Attr_put Attr_get", names, " ")
      for (i in names) has_short_addresses[names[i]] = 1
      renamed["File_set_errhandler:file"] = renamed["File_get_errhandler:file"] = "file"
      renamed["Comm_create_errhandler:function"] = "comm_errhandler_fn"
      renamed["Win_create_errhandler:function"] = "win_errhandler_fn"
      renamed["File_create_errhandler:function"] = "file_errhandler_fn"
      split("Init Init_thread Info_create_env", names, " ")
      for (i in names) has_no_words[names[i]] = 1
    }
    /^SWITCHYARD_MPI(_WITHOUT_ARGUMENTS)?\([A-Z]/ { text = ""; inside = 1 }
    inside { text = text $0; if ($0 ~ /;$/) { inside = 0; declare(text) } }

    function add(type, names) { declarations = declarations "      " type " :: " names "\n" }
    function choice(name) {
      declarations = declarations "!GCC$ ATTRIBUTES NO_ARG_CHECK :: " name "\n!DIR$ IGNORE_TKR " name "\n"
      add("TYPE(*), DIMENSION(*)", name)
    }
    function integer_of(type, function_name) {
      if (type == "int" || has_short_addresses[function_name]) return "INTEGER"
      if (type == "MPI_Aint") kind = "MPI_ADDRESS_KIND"
      else kind = type == "MPI_Offset" ? "MPI_OFFSET_KIND" : "MPI_COUNT_KIND"
      return "INTEGER(KIND=" kind ")"
    }
    function declare_argument(function_name, text,   type, name, dimension, is_const, pointers, base, intent) {
      gsub(/^[ \t]+|[ \t]+$/, "", text)
      dimension = text ~ /\[\]\[3\]$/ ? "(3,*)" : text ~ /\[\]$/ ? "(*)" : ""
      sub(/(\[[0-9]*\])+$/, "", text)
      is_const = text ~ /^const /
      sub(/^const /, "", text)
      name = text; sub(/.*[ *]/, "", name)
      base = text; sub(/[ *]*[A-Za-z0-9_]+$/, "", base); gsub(/[ *]/, "", base)
      pointers = gsub(/\*/, "*", text)
      if ((function_name ":" name) in renamed) name = renamed[function_name ":" name]
      list = list (list == "" ? "" : ", ") name
      if (name in is_array) dimension = "(*)"
      intent = is_const || (pointers == 0 && dimension == "") ? ", INTENT(IN)" : ""
      if (base ~ /_(function|function_c)$/ || base ~ /_errhandler_fn$/) { externals = externals "      EXTERNAL " name "\n"; return }
      if (base == "void" && name == "extra_state" || base == "void" && name == "attribute_val") {
        add(integer_of("MPI_Aint", function_name), name)
      } else if (base == "void") {
        choice(name)
      } else if (base == "char") {
        add("CHARACTER(LEN=*)" intent, name (pointers + (dimension != "") > 1 ? "(*)" : ""))
      } else if (base == "MPI_Fint") {
        add("INTEGER" intent, name "(MPI_STATUS_SIZE)")
      } else if (base == "MPI_Status" || base == "MPI_F08_status") {
        if (f08) add("TYPE(MPI_Status)" intent, name dimension)
        else add("INTEGER" intent, name (dimension == "" ? "(MPI_STATUS_SIZE)" : "(MPI_STATUS_SIZE,*)"))
      } else if (base == "int" || base == "MPI_Aint" || base == "MPI_Count" || base == "MPI_Offset") {
        add((name in is_logical ? "LOGICAL" : integer_of(base, function_name)) intent, name dimension)
      } else {
        add((f08 ? "TYPE(" base ")" : "INTEGER") intent, name dimension)
      }
    }
    function wrapped(text,   line, rest, at) {
      for (rest = text; length(rest) > 100; rest = "     &" substr(rest, at + 1)) {
        for (at = 100; substr(rest, at, 1) != " "; --at) {}
        line = line substr(rest, 1, at) "&\n"
      }
      return line rest
    }
    function declare(text,   name, count, i, parts) {
      sub(/^SWITCHYARD_MPI(_WITHOUT_ARGUMENTS)?\(/, "", text); sub(/\);$/, "", text)
      count = split(text, parts, ",")
      name = parts[1]
      if (name ~ /^T_/ || name ~ /_c$/ || name ~ /^Status_(f2c|c2f|f082c|c2f08)$/) return
      if (name ~ /^Status_.*f08/ && !f08) return
      if (name in has_no_words) {
        for (i = 2; i + 2 <= count; ++i) parts[i] = parts[i + 2]
        count -= 2
      }
      list = declarations = externals = ""
      for (i = 2; i <= count; ++i) declare_argument(name, parts[i])
      print wrapped("    SUBROUTINE " prefix name "(" list (list == "" ? "" : ", ") "ierror)" \
        (f08 && name == "Buffer_detach" ? " BIND(C, NAME=\"switchyard_fortran_buffer_detach\")" : ""))
      print "      IMPORT"
      printf "%s", declarations externals
      print "      INTEGER" (f08 ? ", OPTIONAL" : "") " :: ierror"
      print "    END SUBROUTINE"
    }' "$here/mpi.h"
  for name in Wtime Wtick; do
    printf '    FUNCTION %s%s()\n      DOUBLE PRECISION :: %s%s\n    END FUNCTION\n' "$1" $name "$1" $name
  done
  printf '    FUNCTION %sAint_add(base, disp)\n      IMPORT\n' "$1"
  printf '      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: base, disp\n'
  printf '      INTEGER(KIND=MPI_ADDRESS_KIND) :: %sAint_add\n    END FUNCTION\n' "$1"
  printf '    FUNCTION %sAint_diff(addr1, addr2)\n      IMPORT\n' "$1"
  printf '      INTEGER(KIND=MPI_ADDRESS_KIND), INTENT(IN) :: addr1, addr2\n'
  printf '      INTEGER(KIND=MPI_ADDRESS_KIND) :: %sAint_diff\n    END FUNCTION\n' "$1"
  printf '    SUBROUTINE %sPcontrol(level)\n      INTEGER, INTENT(IN) :: level\n    END SUBROUTINE\n' "$1"
  cat <<END
    SUBROUTINE $1F_sync_reg(buf)
!GCC\$ ATTRIBUTES NO_ARG_CHECK :: buf
!DIR\$ IGNORE_TKR buf
      TYPE(*), DIMENSION(*) :: buf
    END SUBROUTINE
END
  # The size of an element is in what describes an array of any type.
  cat <<END
    SUBROUTINE $1Sizeof(x, size, ierror) BIND(C, NAME="switchyard_fortran_sizeof")
      TYPE(*), DIMENSION(..) :: x
      INTEGER :: size
      INTEGER$([ "$what" != mpi_f08 ] || echo ", OPTIONAL") :: ierror
    END SUBROUTINE
END
}

echo "! The module $what. fortran.sh has made this file from mpi.h."
echo "MODULE $what"
if [ "$what" = mpi_f08 ]; then
  handles=$(sed -n 's/^typedef struct switchyard_mpi_[a-z_]*\* \(MPI_[A-SU-Z][A-Za-z]*\);$/\1/p' "$here/mpi.h")
  echo '  IMPLICIT NONE'
  for handle in $handles; do
    printf '  TYPE, BIND(C) :: %s\n    INTEGER :: MPI_VAL\n  END TYPE\n' "$handle"
  done
  cat <<'END'
  TYPE, BIND(C) :: MPI_Status
    INTEGER :: MPI_SOURCE, MPI_TAG, MPI_ERROR, switchyard_rest(3)
  END TYPE
END
else
  echo '  IMPLICIT NONE'
fi
kinds
parameters "$what"
variables "$what"
for name in $callbacks; do echo "      EXTERNAL $name"; done
echo '  INTERFACE'
interfaces MPI_
interfaces PMPI_
echo '  END INTERFACE'
# The types of the functions that programs pass to MPI.
callback() {
  printf '    SUBROUTINE MPI_%s(%s)\n      USE, INTRINSIC :: ISO_C_BINDING, ONLY : C_PTR\n      IMPORT\n' "$1" "$2"
  shift 2
  for declaration in "$@"; do echo "      $declaration"; done
  echo '    END SUBROUTINE'
}
if [ "$what" = mpi_f08 ]; then
  address='INTEGER(KIND=MPI_ADDRESS_KIND)'
  echo '  ABSTRACT INTERFACE'
  callback User_function 'invec, inoutvec, len, datatype' 'TYPE(C_PTR), VALUE :: invec, inoutvec' 'INTEGER :: len' \
    'TYPE(MPI_Datatype) :: datatype'
  for kind in 'Comm MPI_Comm' 'Type MPI_Datatype' 'Win MPI_Win'; do
    callback "${kind% *}_copy_attr_function" 'object, keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror' \
      "TYPE(${kind#* }) :: object" 'INTEGER :: keyval, ierror' \
      "$address :: extra_state, attribute_val_in, attribute_val_out" 'LOGICAL :: flag'
    callback "${kind% *}_delete_attr_function" 'object, keyval, attribute_val, extra_state, ierror' \
      "TYPE(${kind#* }) :: object" 'INTEGER :: keyval, ierror' "$address :: attribute_val, extra_state"
  done
  for kind in Comm Win File Session; do
    callback ${kind}_errhandler_function 'object, error_code' "TYPE(MPI_$kind) :: object" 'INTEGER :: error_code'
  done
  callback Grequest_query_function 'extra_state, status, ierror' "$address :: extra_state" \
    'TYPE(MPI_Status) :: status' 'INTEGER :: ierror'
  callback Grequest_free_function 'extra_state, ierror' "$address :: extra_state" 'INTEGER :: ierror'
  callback Grequest_cancel_function 'extra_state, complete, ierror' "$address :: extra_state" \
    'LOGICAL :: complete' 'INTEGER :: ierror'
  callback Datarep_extent_function 'datatype, extent, extra_state, ierror' 'TYPE(MPI_Datatype) :: datatype' \
    "$address :: extent, extra_state" 'INTEGER :: ierror'
  callback Datarep_conversion_function 'userbuf, datatype, count, filebuf, position, extra_state, ierror' \
    'TYPE(C_PTR), VALUE :: userbuf, filebuf' 'TYPE(MPI_Datatype) :: datatype' 'INTEGER :: count, ierror' \
    'INTEGER(KIND=MPI_OFFSET_KIND) :: position' "$address :: extra_state"
  echo '  END INTERFACE'
  # Handles are equal if their numbers are.
  for operator in '== equal' '/= unequal'; do
    echo "  INTERFACE OPERATOR(${operator% *})"
    for handle in $handles; do
      name="${operator#* }_$handle"
      cat <<END
    PURE FUNCTION switchyard_$name(a, b) BIND(C, NAME="switchyard_fortran_are_${operator#* }")
      IMPORT
      TYPE($handle), INTENT(IN) :: a, b
      LOGICAL :: switchyard_$name
    END FUNCTION
END
    done
    echo '  END INTERFACE'
  done
fi
echo "END MODULE $what"
