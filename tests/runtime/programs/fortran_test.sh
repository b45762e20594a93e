#!/bin/sh
# fortran_test.sh BIN EXAMPLES: programs in Fortran that call NX, CMMD, or MPI by mpif.h in both forms of source, the module mpi and the
# module mpi_f08. What they print is what the standard says, and their defects have names and lines as those of programs in C. Ends
# with 77 if there is no gfortran.
set -eu
bin=$1
examples=$2
here=$(cd "$(dirname "$0")" && pwd)
command -v gfortran >/dev/null || { echo "there is no gfortran"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0

# expect CODE TEXT COMMAND...: the command ends with CODE, and prints TEXT.
expect() {
  code=$1
  text=$2
  shift 2
  if "$@" >answer 2>&1; then actual=0; else actual=$?; fi
  if [ "$actual" -ne "$code" ] || ! grep -qF -- "$text" answer; then
    echo "'$*' ended with $actual instead of $code, or without '$text':" >&2
    cat answer >&2
    failed=1
  fi
}

# The constants of mpif.h have the values of mpi.h, and the lengths of texts are one less.
set -- $("$bin/switchyard-mpifort" --showme:incdirs)
sed -n 's/^      PARAMETER (\(MPI_[A-Z0-9_]*\)=\(-*[0-9]*\))$/\1 \2/p' "$1/mpif.h" |
  grep -vE '^MPI_([A-Z]*_KIND|SOURCE|TAG|ERROR) ' >constants
{
  echo '#include <mpi.h>'
  echo '#include <stdio.h>'
  echo 'int main(void) {'
  sed 's/^\(MPI_MAX_[A-Z_]*\) .*/  printf("\1 %ld\\n", (long)\1 - 1);/; s/^\(MPI_[A-Z0-9_]*\) .*/  printf("\1 %ld\\n", (long)\1);/' constants
  echo '  return 0;'
  echo '}'
} >constants.c
"$bin/switchyard-mpicc" constants.c -o constants_of_c
"$bin/switchyard" mpirun -n 1 --bare ./constants_of_c >constants_in_c
diff constants constants_in_c || failed=1
[ "$(wc -l <constants)" -gt 200 ] || { echo "mpif.h has too few constants" >&2; failed=1; }

"$bin/switchyard-mpif77" -w "$here/mpi_fortran77.f" -o fixed
"$bin/switchyard-mpif90" -O2 -Werror=implicit-interface -c "$here/mpi_fortran90.f90" -o free.o
"$bin/switchyard-mpif90" free.o -o free
"$bin/switchyard-mpifort" "$here/mpi_fortran08.f90" -o newest
for nodes in 2 8; do
  expect 0 '[0] fixed form, wrong:  0' "$bin/switchyard" mpirun -n $nodes ./fixed
  expect 0 '[0] free form, wrong:  0' "$bin/switchyard" mpirun -n $nodes ./free data
  expect 0 '[0] Fortran 2008, wrong:  0' "$bin/switchyard" mpirun -n $nodes --machine cm5 ./newest
done
expect 0 'right' "$bin/switchyard" verify ./newest --nodes 2
"$bin/switchyard-mpif90" -O2 "$examples/mpi/heat.f90" -o heat
expect 0 '[0] 160 cells hold 6.656540, and' "$bin/switchyard" mpirun -n 16 --machine cm5 ./heat
expect 0 'right' "$bin/switchyard" verify ./heat --nodes 2-4

# Attributes that one language sets and the other one gets (MPI 3.1, sec. 17.2.7), and arguments that are constants.
cat >attributes_in_c.c <<'END'
#include <mpi.h>
static int word = 5;
void get_in_c_(const MPI_Fint *comm, const MPI_Fint *key, MPI_Fint *value, const MPI_Fint *is_old) {
  void *found;
  int flag;
  MPI_Comm_get_attr(MPI_Comm_f2c(*comm), *key, &found, &flag);
  *value = !flag ? -1 : *is_old ? *(int *)found : (MPI_Fint) * (MPI_Aint *)found;
}
void set_in_c_(const MPI_Fint *comm, const MPI_Fint *key) { MPI_Comm_set_attr(MPI_Comm_f2c(*comm), *key, &word); }
void is_word_of_c_(const MPI_Aint *address, MPI_Fint *is) { *is = *address == (MPI_Aint)&word; }
END
cat >attributes.f90 <<'END'
program attributes
  use mpi
  implicit none
  integer :: ierror, new_key, old_key, copy, value, is, type, extent
  integer(MPI_ADDRESS_KIND) :: found
  logical :: flag
  call MPI_Init(ierror)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, new_key, 0_MPI_ADDRESS_KIND, ierror)
  call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, old_key, 0, ierror)
  call MPI_Comm_set_attr(MPI_COMM_SELF, new_key, -777_MPI_ADDRESS_KIND, ierror)
  call MPI_Attr_put(MPI_COMM_SELF, old_key, -888, ierror)
  call MPI_Comm_dup(MPI_COMM_SELF, copy, ierror)
  call get_in_c(copy, new_key, value, 0)
  print *, 'new in C', value
  call get_in_c(copy, old_key, value, 1)
  print *, 'old in C', value
  call MPI_Comm_get_attr(copy, old_key, found, flag, ierror)
  print *, 'old by new', flag, found
  call MPI_Attr_get(copy, new_key, value, flag, ierror)
  print *, 'new by old', flag, value
  call set_in_c(copy, new_key)
  call MPI_Comm_get_attr(copy, new_key, found, flag, ierror)
  call is_word_of_c(found, is)
  print *, 'address from C', flag, is
  call MPI_Comm_free(copy, ierror)
  call MPI_Type_struct(2, [1, 1], [0, 8], [MPI_INTEGER, MPI_DOUBLE_PRECISION], type, ierror)
  call MPI_Type_extent(type, extent, ierror)
  print *, 'extent', extent
  call MPI_Type_free(type, ierror)
  call MPI_Finalize(ierror)
end program
END
"$bin/switchyard-mpicc" -c attributes_in_c.c
"$bin/switchyard-mpif90" -w attributes.f90 attributes_in_c.o -o attributes
"$bin/switchyard" mpirun -n 1 --bare ./attributes | tr -s ' ' >attributes_seen || failed=1
printf ' %s\n' 'new in C -777' 'old in C -888' 'old by new T -888' 'new by old T -777' 'address from C T 1' 'extent 16' |
  diff - attributes_seen || failed=1

# NX and CMMD.
"$bin/switchyard-f77" -w -O1 "$here/nx_fortran77.f" -o calls
for nodes in 2 8; do
  expect 0 'NX from Fortran, wrong:            0' "$bin/switchyard" run --program ./calls --nodes $nodes --machine ipsc860
done
"$bin/switchyard-f77" -O2 "$examples/nx/jacobi.f" -o jacobi
expect 0 'after 100 steps the plate holds' "$bin/switchyard" run --program ./jacobi --machine ipsc860 --nodes 16 -- 100
expect 0 'right' "$bin/switchyard" verify ./jacobi --nodes 2-4 -- 3
"$bin/switchyard-f90" -w "$here/cmmd_fortran90.f90" -o cmmd_calls
for nodes in 2 8; do
  expect 0 'CMMD from Fortran, wrong: 0' "$bin/switchyard" run --program ./cmmd_calls --nodes $nodes --machine cm5
done
cat >head_on.f90 <<'END'
program head_on
  implicit none
  include 'fnx.h'
  double precision :: x(1000)
  x = mynode()
  call crecv(1, x, 8000)
  call csend(1, x, 8000, 1 - mynode(), 0)
end program
END
"$bin/switchyard-f90" -c head_on.f90
"$bin/switchyard-f90" head_on.o -o head_on
expect 3 'crecv from any node, tag 1, 8000 B (head_on.f90:6)' "$bin/switchyard" run --program ./head_on --nodes 2 --machine ipsc860
expect 3 'crecv (head_on.f90:6)' "$bin/switchyard" verify ./head_on --nodes 2
sed 's/call crecv(1, x, 8000)/call csend(-3, x, 8, 1, 0)/' head_on.f90 >wrong_type.f90
"$bin/switchyard-f90" wrong_type.f90 -o wrong_type
expect 1 'csend (wrong_type.f90:6)' "$bin/switchyard" run --program ./wrong_type --nodes 2 --machine ipsc860
"$bin/switchyard-f90" --check head_on.f90 -o checked
expect 3 'crecv (head_on.f90:6)' "$bin/switchyard" verify ./checked --nodes 2

# Variables that are saved, in COMMON blocks or initialised are a node's own, and so are the units of files.
cat >own.f90 <<'END'
block data
  integer :: mine, others
  common /shared/ mine, others
  data mine, others /5, 6/
end block data
program own
  use mpi
  implicit none
  integer :: mine, others, rank, nodes, ierror, line
  integer, save :: kept = 1
  character(len=20) :: name
  common /shared/ mine, others
  call mpi_init(ierror)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierror)
  call mpi_comm_size(MPI_COMM_WORLD, nodes, ierror)
  mine = mine + rank
  kept = kept + rank
  write (name, '(a,i0)') 'own_file_', rank
  open (unit=10, file=name, status='replace')
  write (10, *) 1000 + rank
  call mpi_barrier(MPI_COMM_WORLD, ierror)
  rewind (10)
  read (10, *) line
  close (10, status='delete')
  call mpi_barrier(MPI_COMM_WORLD, ierror)
  if (mine == 5 + rank .and. others == 6 .and. kept == 1 + rank .and. line == 1000 + rank) kept = 0
  call mpi_allreduce(MPI_IN_PLACE, kept, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (rank == 0) write (*, '(a,i3)') 'not its own:', kept
  call mpi_finalize(ierror)
end program
END
"$bin/switchyard-mpif90" own.f90 -o own
expect 0 '[0] not its own:  0' "$bin/switchyard" mpirun -n 8 ./own

# A program in C with a part in Fortran that has the same communicator; mpif.h in free form, and second underscores.
cat >part.f90 <<'END'
subroutine sum_of_ranks(comm, total)
  implicit none
  include 'mpif.h'
  integer :: comm, total, rank, ierror
  call MPI_Comm_rank(comm, rank, ierror)
  call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, comm, ierror)
end subroutine
END
cat >whole.c <<'END'
#include <mpi.h>
#include <stdio.h>
void sum_of_ranks__(MPI_Fint* comm, MPI_Fint* total);
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Fint comm = MPI_Comm_c2f(copy), total = 0;
  sum_of_ranks__(&comm, &total);
  printf("the sum is %d\n", (int)total);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
END
"$bin/switchyard-mpif90" -fsecond-underscore -c part.f90
"$bin/switchyard-mpicc" -c whole.c
"$bin/switchyard-mpicc" whole.o part.o -lgfortran -o whole
expect 0 '[3] the sum is 6' "$bin/switchyard" mpirun -n 4 ./whole

# The functions of MPI 1 that MPI 3 has no more: addresses are INTEGERs, of which programs take differences.
cat >first.f <<'END'
      PROGRAM FIRST
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER RANK, IERROR, TYPE, HANDLE, EXTENT, I, LB, UB, ROWS
      INTEGER LENGTH(2), PLACES(2), TYPES(2), WRONG
      DOUBLE PRECISION VALUES(2)
      INTEGER NUMBER, TABLE(6)
      COMMON /RECORD/ VALUES, NUMBER
      CALL MPI_INIT(IERROR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERROR)
      CALL MPI_ERRHANDLER_SET(MPI_COMM_WORLD, MPI_ERRORS_RETURN,
     &     IERROR)
      CALL MPI_ERRHANDLER_GET(MPI_COMM_WORLD, HANDLE, IERROR)
      WRONG = 0
      IF (HANDLE .NE. MPI_ERRORS_RETURN) WRONG = WRONG + 1
      NUMBER = RANK + 4
      VALUES(2) = RANK + 0.5D0
      CALL MPI_ADDRESS(VALUES, PLACES(1), IERROR)
      CALL MPI_ADDRESS(NUMBER, PLACES(2), IERROR)
      PLACES(2) = PLACES(2) - PLACES(1)
      PLACES(1) = 0
      LENGTH(1) = 2
      LENGTH(2) = 1
      TYPES(1) = MPI_DOUBLE_PRECISION
      TYPES(2) = MPI_INTEGER
      CALL MPI_TYPE_STRUCT(2, LENGTH, PLACES, TYPES, TYPE, IERROR)
      CALL MPI_TYPE_COMMIT(TYPE, IERROR)
      CALL MPI_TYPE_EXTENT(TYPE, EXTENT, IERROR)
      CALL MPI_TYPE_LB(TYPE, LB, IERROR)
      CALL MPI_TYPE_UB(TYPE, UB, IERROR)
      IF (EXTENT .NE. 24 .OR. LB .NE. 0 .OR. UB .NE. 24) WRONG = 10
      CALL MPI_BCAST(VALUES, 1, TYPE, 1, MPI_COMM_WORLD, IERROR)
      IF (NUMBER .NE. 5 .OR. VALUES(2) .NE. 1.5D0) WRONG = WRONG + 1
      CALL MPI_TYPE_FREE(TYPE, IERROR)
      DO 10 I = 1, 6
         TABLE(I) = I * (RANK + 1)
 10   CONTINUE
      CALL MPI_TYPE_HVECTOR(2, 1, 12, MPI_INTEGER, ROWS, IERROR)
      CALL MPI_TYPE_COMMIT(ROWS, IERROR)
      CALL MPI_BCAST(TABLE(3), 1, ROWS, 1, MPI_COMM_WORLD, IERROR)
      IF (TABLE(3) .NE. 6 .OR. TABLE(6) .NE. 12) WRONG = WRONG + 1
      IF (TABLE(4) .NE. 4 * (RANK + 1)) WRONG = WRONG + 1
      CALL MPI_TYPE_FREE(ROWS, IERROR)
      PRINT '(A,I3)', 'of MPI 1, wrong:', WRONG
      CALL MPI_FINALIZE(IERROR)
      END
END
"$bin/switchyard-mpif77" -w first.f -o first
expect 0 '[1] of MPI 1, wrong:  0' "$bin/switchyard" mpirun -n 2 ./first

# Defects have the names of calls, and the lines of their ends.
cat >long.f90 <<'END'
program long
  use mpi
  implicit none
  integer :: rank, ierror, values(4)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  values = rank
  if (rank == 0) call MPI_Send(values, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierror)
  if (rank == 1) call MPI_Recv(values, 2, MPI_INTEGER, 0, 0, &
                               MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call MPI_Finalize(ierror)
end program
END
"$bin/switchyard-mpif90" long.f90 -o long
expect 1 'MPI_Recv (long.f90:10): rank 1 of MPI_COMM_WORLD' "$bin/switchyard" mpirun -n 2 ./long
expect 1 'MPI_ERR_TRUNCATE' "$bin/switchyard" mpirun -n 2 ./long
"$bin/switchyard-mpif90" -g0 long.f90 -o long
expect 1 'MPI_Recv: rank 1 of MPI_COMM_WORLD' "$bin/switchyard" mpirun -n 2 ./long
cat >swap.f <<'END'
      PROGRAM SWAP
      INCLUDE 'mpif.h'
      INTEGER RANK, IERROR, VALUES(2), STATUS(MPI_STATUS_SIZE)
      CALL MPI_INIT(IERROR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, IERROR)
      CALL MPI_SEND(VALUES(1), 1, MPI_INTEGER, 1 - RANK, 0,
     &     MPI_COMM_WORLD, IERROR)
      CALL MPI_RECV(VALUES(2), 1, MPI_INTEGER, 1 - RANK, 0,
     &     MPI_COMM_WORLD, STATUS, IERROR)
      CALL MPI_FINALIZE(IERROR)
      END
END
"$bin/switchyard-mpif77" swap.f -o swap
expect 3 'buffering_hazard' "$bin/switchyard" verify ./swap --nodes 2
expect 3 '(swap.f:7)' "$bin/switchyard" verify ./swap --nodes 2

cat >store.f90 <<'END'
program store
  use mpi
  implicit none
  integer :: rank, ierror, values(4), request
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  if (rank == 0) then
    call MPI_Irecv(values, 4, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierror)
    values(2) = 7
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
  else
    call MPI_Send(values, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierror)
  end if
  call MPI_Finalize(ierror)
end program
END
"$bin/switchyard-mpif90" --check store.f90 -o store
expect 4 'rank 0: store (store.f90:9)' "$bin/switchyard" verify ./store --nodes 2

# A program counts its own calls, by the names for profiling; a library of the program's own calls MPI, too.
cat >counted.f90 <<'END'
subroutine MPI_Barrier(comm, ierror)
  implicit none
  integer :: comm, ierror, count
  common /counts/ count
  count = count + 1
  call PMPI_Barrier(comm, ierror)
end subroutine
program counted
  use mpi, only : MPI_Init, MPI_Finalize, MPI_COMM_WORLD
  implicit none
  integer :: ierror, count
  common /counts/ count
  external :: MPI_Barrier
  call MPI_Init(ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call total(count)
  print '(a,i2)', 'barriers:', count
  call MPI_Finalize(ierror)
end program
END
cat >total.f90 <<'END'
subroutine total(number)
  use mpi
  implicit none
  integer :: number, ierror
  call MPI_Allreduce(MPI_IN_PLACE, number, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
end subroutine
END
"$bin/switchyard-mpif90" -shared total.f90 -o libtotal.so
"$bin/switchyard-mpif90" counted.f90 -o counted -L. -ltotal "-Wl,-rpath,$folder"
expect 0 '[2] barriers: 4' "$bin/switchyard" mpirun -n 4 ./counted

# What the module declares is compared with calls.
cat >few.f90 <<'END'
program few
  use mpi
  implicit none
  call MPI_Init()
end program
END
expect 1 'Missing actual argument' "$bin/switchyard-mpif90" few.f90 -o few
echo 'end' >empty.f90
"$bin/switchyard-mpifort" --showme:command | grep -q gfortran || failed=1
# A compiler of another version gets modules of its own, in the folder for caches.
cat >other-gfortran <<'END'
#!/bin/sh
if [ "$1" = --version ]; then echo 'GNU Fortran (Other) 99.1.0'; else exec gfortran "$@"; fi
END
chmod +x other-gfortran
export XDG_CACHE_HOME="$folder/cache"
SWITCHYARD_FC="$folder/other-gfortran" "$bin/switchyard-mpif90" own.f90 -o other
ls "$XDG_CACHE_HOME"/switchyard/gfortran-99-*/mpi.mod >/dev/null
expect 0 '[0] not its own:  0' "$bin/switchyard" mpirun -n 2 ./other
exit $failed
