/* spin_lock WRONG_ORDER: each rank takes a lock twice by compare-and-swap in the memory of rank 0, repeating it until
   the lock is free. Under the lock, it adds its number, counted from 1, to the digits of a number of base 4. The
   program is wrong if the digits are those of the number WRONG_ORDER in the end. */
#include <mpi.h>
#include <stdlib.h>

enum { LOCK, DIGITS, WORDS };

static void take_lock(int holder, MPI_Win window) {
  const int expected = 0;
  int found;
  do {
    MPI_Compare_and_swap(&holder, &expected, &found, MPI_INT, 0, LOCK, window);
    MPI_Win_flush(0, window);
  } while (found != 0);
}

static void release_lock(MPI_Win window) {
  const int nobody = 0;
  int holder;
  MPI_Fetch_and_op(&nobody, &holder, MPI_INT, 0, LOCK, MPI_REPLACE, window);
  MPI_Win_flush(0, window);
}

static void append_digit(int digit, MPI_Win window) {
  int digits;
  MPI_Get(&digits, 1, MPI_INT, 0, DIGITS, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  digits = 4 * digits + digit;
  MPI_Put(&digits, 1, MPI_INT, 0, DIGITS, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
}

int main(int argc, char** argv) {
  int rank, round, *memory;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  memory[LOCK] = memory[DIGITS] = 0;
  MPI_Win_lock_all(0, window);
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  for (round = 0; round < 2; ++round) {
    take_lock(rank + 1, window);
    append_digit(rank + 1, window);
    release_lock(window);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);
  if (rank == 0 && memory[DIGITS] == atoi(argv[1])) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
