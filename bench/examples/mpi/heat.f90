! heat.f90: the heat in a rod whose ends have 0 and 1 degrees, on any number of nodes: each node has a part of the rod, and
! one cell of each neighbour's, which it gets anew in each step.
!
!   switchyard-mpif90 -O2 heat.f90 -o heat
!   switchyard mpirun -n 16 --machine cm5 ./heat [CELLS OF EACH NODE] [STEPS]
program heat
  use mpi
  implicit none
  integer :: rank, nodes, left, right, cells, steps, step, ierror, requests(4)
  double precision :: change, largest_change, middle
  double precision, allocatable :: old(:), new(:)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, nodes, ierror)
  cells = number_of_argument(1, 10)
  steps = number_of_argument(2, 100)
  left = merge(MPI_PROC_NULL, rank - 1, rank == 0)
  right = merge(MPI_PROC_NULL, rank + 1, rank == nodes - 1)
  allocate(old(0:cells + 1), new(0:cells + 1))
  old = 0.0d0
  if (rank == nodes - 1) old(cells + 1) = 1.0d0
  new = old

  do step = 1, steps
    call MPI_Irecv(old(0), 1, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Irecv(old(cells + 1), 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Isend(old(1), 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, requests(3), ierror)
    call MPI_Isend(old(cells), 1, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(4), ierror)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierror)
    new(1:cells) = old(1:cells) + 0.4d0 * (old(0:cells - 1) - 2.0d0 * old(1:cells) + old(2:cells + 1))
    change = maxval(abs(new(1:cells) - old(1:cells)))
    old(1:cells) = new(1:cells)
  end do

  call MPI_Reduce(change, largest_change, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierror)
  middle = sum(old(1:cells))
  call MPI_Allreduce(MPI_IN_PLACE, middle, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (rank == 0) print '(i0, a, f0.6, a, f0.6)', nodes * cells, ' cells hold ', middle, ', and the last step changed one by ', &
    largest_change
  call MPI_Finalize(ierror)
contains
  integer function number_of_argument(position, otherwise)
    integer, intent(in) :: position, otherwise
    character(len=20) :: word
    number_of_argument = otherwise
    if (command_argument_count() < position) return
    call get_command_argument(position, word)
    read (word, *) number_of_argument
  end function
end program
