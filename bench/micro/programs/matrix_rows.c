/* Matrix product by a master and workers: whoever returns a row of the product gets the next row to be computed.
 * usage: matrix_rows ROWS */
#include <mpi.h>
#include <stdlib.h>

enum { MOST_ROWS = 64, COLUMNS = 3, STOP = MOST_ROWS };

static int a[MOST_ROWS][COLUMNS], b[COLUMNS][COLUMNS], c[MOST_ROWS][COLUMNS];

static void work(void) {
  for (;;) {
    int row[COLUMNS], product[COLUMNS];
    MPI_Status status;
    MPI_Recv(row, COLUMNS, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == STOP) return;
    for (int j = 0; j < COLUMNS; ++j) {
      product[j] = 0;
      for (int k = 0; k < COLUMNS; ++k) product[j] += row[k] * b[k][j];
    }
    MPI_Send(product, COLUMNS, MPI_INT, 0, status.MPI_TAG, MPI_COMM_WORLD);
  }
}

static void lead(int rows, int workers) {
  int sent = 0;
  for (; sent < workers && sent < rows; ++sent) MPI_Send(a[sent], COLUMNS, MPI_INT, sent + 1, sent, MPI_COMM_WORLD);
  for (int done = 0; done < rows; ++done) {
    int product[COLUMNS];
    MPI_Status status;
    MPI_Recv(product, COLUMNS, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    for (int j = 0; j < COLUMNS; ++j) c[status.MPI_TAG][j] = product[j];
    if (sent < rows) {
      MPI_Send(a[sent], COLUMNS, MPI_INT, status.MPI_SOURCE, sent, MPI_COMM_WORLD);
      ++sent;
    }
  }
  for (int worker = 1; worker <= workers; ++worker) MPI_Send(a[0], COLUMNS, MPI_INT, worker, STOP, MPI_COMM_WORLD);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < COLUMNS; ++j) {
      int sum = 0;
      for (int k = 0; k < COLUMNS; ++k) sum += a[i][k] * b[k][j];
      if (c[i][j] != sum) MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int rows = argc > 1 ? atoi(argv[1]) : 4;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < COLUMNS; ++j) a[i][j] = i + j;
  }
  for (int i = 0; i < COLUMNS; ++i) {
    for (int j = 0; j < COLUMNS; ++j) b[i][j] = i * j + 1;
  }
  if (rank == 0) {
    lead(rows, ranks - 1);
  } else {
    work();
  }
  MPI_Finalize();
  return 0;
}
