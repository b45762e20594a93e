/* scheduled_exchange.c [SCHEDULE [BYTES [STEPS]]]: each rank sends to the ranks at distances 1, 2, 4, ... around a
 * ring, in every step of a computation. The schedule is made once:
 *
 *   mpicc scheduled_exchange.c $(pkg-config --cflags --libs switchyard-schedule) -o scheduled_exchange
 *   mpirun -n 8 ./scheduled_exchange rs_nl 65536 100 */
#include <switchyard_mpi.h>

static unsigned char byte_of(int from, int to, int place) { return (unsigned char)(7 * from + 13 * to + place); }

int main(int argc, char** argv) {
  int rank, ranks, wrong = 0, all_wrong = 0, all_out = 0, all_in = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* schedule = argc > 1 ? argv[1] : "auto";
  const int bytes = argc > 2 ? atoi(argv[2]) : 1024, steps = argc > 3 ? atoi(argv[3]) : 100;

  int* numbers = (int*)calloc(4 * (size_t)ranks, sizeof(int));
  int *out_counts = numbers, *out_places = numbers + ranks, *in_counts = numbers + 2 * ranks,
      *in_places = numbers + 3 * ranks;
  for (int distance = 1; distance < ranks; distance *= 2) {
    out_counts[(rank + distance) % ranks] = bytes;
    in_counts[(rank + ranks - distance) % ranks] = bytes;
  }
  for (int i = 0; i < ranks; ++i) {
    out_places[i] = all_out;
    in_places[i] = all_in;
    all_out += out_counts[i];
    all_in += in_counts[i];
  }
  unsigned char* out = (unsigned char*)malloc((size_t)all_out + 1);
  unsigned char* in = (unsigned char*)calloc((size_t)all_in + 1, 1);

  switchyard_exchange* exchange;
  switchyard_alltoallv_init(out, out_counts, out_places, MPI_BYTE, in, in_counts, in_places, MPI_BYTE, MPI_COMM_WORLD,
                            schedule, &exchange);
  for (int step = 0; step < steps; ++step) {
    for (int to = 0; to < ranks; ++to)
      for (int i = 0; i < out_counts[to]; ++i) out[out_places[to] + i] = byte_of(rank, to, i + step);
    switchyard_exchange_run(exchange);
    for (int from = 0; from < ranks; ++from)
      for (int i = 0; i < in_counts[from]; ++i) wrong += in[in_places[from] + i] != byte_of(from, rank, i + step);
  }
  MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks, %d steps by %s: %d bytes wrong\n", ranks, steps, switchyard_exchange_schedule(exchange),
           all_wrong);
  }
  switchyard_exchange_free(&exchange);
  free(in);
  free(out);
  free(numbers);
  MPI_Finalize();
  return wrong != 0;
}
