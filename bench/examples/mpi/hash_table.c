/* hash_table.c: a table of numbers that all nodes fill and read by one-sided communication.
 *
 * A bucket is a count and room for some entries. To insert, a node gets a place by MPI_Fetch_and_op and stores there;
 * to look up, it reads the whole bucket. No node takes part in what others do to its buckets.
 *
 *   switchyard-mpicc hash_table.c -o hash_table
 *   switchyard mpirun -n 16 --machine cm5 ./hash_table */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

enum { kBuckets = 64, kPlaces = 15, kKeys = 100 };

typedef struct {
  long key, value;
} Entry;
typedef struct {
  long count, unused;
  Entry entries[kPlaces];
} Bucket;

static unsigned long hash(long key) { return ((unsigned long)key * 0x9e3779b97f4a7c15UL) >> 20; }

static void place_of(long key, int size, int* rank, MPI_Aint* bucket) {
  const unsigned long number = hash(key);
  *rank = (int)(number % (unsigned)size);
  *bucket = (MPI_Aint)(number / (unsigned)size % kBuckets * sizeof(Bucket));
}

static int insert(MPI_Win table, int size, Entry entry) {
  const long one = 1;
  long place;
  int rank;
  MPI_Aint bucket;
  place_of(entry.key, size, &rank, &bucket);
  MPI_Fetch_and_op(&one, &place, MPI_LONG, rank, bucket, MPI_SUM, table);
  MPI_Win_flush(rank, table);
  if (place >= kPlaces) return 0;
  bucket += (MPI_Aint)offsetof(Bucket, entries) + place * (MPI_Aint)sizeof(Entry);
  MPI_Put(&entry, 2, MPI_LONG, rank, bucket, 2, MPI_LONG, table);
  MPI_Win_flush_local(rank, table);
  return 1;
}

static long look_up(MPI_Win table, int size, long key) {
  Bucket found;
  int rank;
  MPI_Aint bucket;
  place_of(key, size, &rank, &bucket);
  MPI_Get(&found, sizeof found, MPI_BYTE, rank, bucket, sizeof found, MPI_BYTE, table);
  MPI_Win_flush(rank, table);
  for (long i = 0; i < found.count && i < kPlaces; ++i) {
    if (found.entries[i].key == key) return found.entries[i].value;
  }
  return 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Bucket* buckets;
  MPI_Win table;
  MPI_Win_allocate(kBuckets * sizeof(Bucket), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &buckets, &table);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, table);
  for (int i = 0; i < kBuckets; ++i) buckets[i].count = 0;
  MPI_Win_unlock(rank, table);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Win_lock_all(0, table);
  long counts[2] = {0, 0}, all[2];
  for (long i = 0; i < kKeys; ++i) counts[0] += insert(table, size, (Entry){rank * kKeys + i, rank + i + 1});
  MPI_Win_flush_all(table);
  MPI_Barrier(MPI_COMM_WORLD);
  const long other = (rank + 1) % size;
  for (long i = 0; i < kKeys; ++i) counts[1] += look_up(table, size, other * kKeys + i) == other + i + 1;
  MPI_Win_unlock_all(table);

  MPI_Reduce(counts, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%ld numbers are in the table, and %ld were found\n", all[0], all[1]);
  MPI_Win_free(&table);
  MPI_Finalize();
  return 0;
}
