! mpi_fortran08.f90: MPI in Fortran 2008, with the module mpi_f08. The expected values are those of MPI 3.1. Any number of
! nodes from 2 on.
module operations
  use mpi_f08
  implicit none
contains
  subroutine larger(in, inout, length, datatype)
    use, intrinsic :: iso_c_binding
    type(c_ptr), value :: in, inout
    integer :: length
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    call c_f_pointer(in, a, [length])
    call c_f_pointer(inout, b, [length])
    if (datatype == MPI_INTEGER) b = max(a, b)
  end subroutine
end module

program newest
  use mpi_f08
  use operations
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: rank, nodes, wrong, all_wrong, value, greatest, count, index, size, calls
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Request) :: requests(2)
  type(MPI_Op) :: op
  type(MPI_Comm) :: comm
  type(MPI_Datatype) :: types(1), made
  type(MPI_Info) :: info
  type(c_ptr) :: address
  procedure(MPI_User_function), pointer :: function_of_op
  procedure(MPI_Datarep_extent_function), pointer :: extent_of_type => null()
  procedure(MPI_Datarep_conversion_function), pointer :: conversion => null()
  integer :: old_status(MPI_STATUS_SIZE)
  integer, target :: buffer(1000)
  character(len=10) :: text
  logical :: flag
  wrong = 0
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nodes)
  call MPI_Isend(rank, 1, MPI_INTEGER, mod(rank + 1, nodes), 4, MPI_COMM_WORLD, requests(1))
  call MPI_Irecv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, statuses)
  call check(value == mod(rank + nodes - 1, nodes) .and. statuses(2)%MPI_SOURCE == value, 'MPI_Waitall')
  call check(requests(1) == MPI_REQUEST_NULL .and. .not. requests(2) /= MPI_REQUEST_NULL, 'MPI_REQUEST_NULL')
  call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE)
  call check(index == MPI_UNDEFINED, 'MPI_Waitany')
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, rank, 5, value, 1, MPI_INTEGER, rank, 5, MPI_COMM_WORLD, status)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call check(count == 1 .and. status%MPI_TAG == 5, 'MPI_Get_count')
  call MPI_Status_f082f(status, old_status)
  call check(old_status(2) == 5, 'MPI_Status_f082f')
  function_of_op => larger
  call MPI_Op_create(function_of_op, .true., op)
  call MPI_Allreduce(rank, greatest, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  call check(greatest == nodes - 1, 'MPI_Op_create')
  call MPI_Op_free(op)
  calls = 0
  call MPI_Op_create(counting_sum, .true., op)
  call MPI_Allreduce(rank, value, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  call MPI_Op_free(op)
  call MPI_Allreduce(MPI_IN_PLACE, calls, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(value == nodes * (nodes - 1) / 2 .and. calls > 0, 'an internal procedure as operation')
  value = rank
  call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(value == nodes * (nodes - 1) / 2, 'MPI_IN_PLACE')
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call check(comm /= MPI_COMM_WORLD .and. comm%MPI_VAL /= 0, 'MPI_Comm_dup')
  call MPI_Barrier(comm)
  call MPI_Comm_free(comm)
  call check(comm == MPI_COMM_NULL, 'MPI_COMM_NULL')
  types(1) = MPI_REAL
  call MPI_Type_create_struct(1, [3], [0_MPI_ADDRESS_KIND], types, made)
  call MPI_Type_commit(made)
  call MPI_Type_size(made, size)
  call check(size == 12, 'MPI_Type_create_struct')
  call MPI_Type_free(made)
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'key', 'value')
  call MPI_Info_get(info, 'key', 10, text, flag)
  call check(flag .and. text == 'value', 'MPI_Info_get')
  call MPI_Info_free(info)
  call MPI_Buffer_attach(buffer, 4000)
  call MPI_Buffer_detach(address, size)
  call check(c_associated(address, c_loc(buffer)) .and. size == 4000, 'MPI_Buffer_detach')
  call MPI_Sizeof(text, size)
  call MPI_F_sync_reg(buffer)
  call PMPI_F_sync_reg(text)
  call check(.not. associated(extent_of_type) .and. .not. associated(conversion), 'functions of data representations')
  call MPI_Reduce(wrong, all_wrong, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD)
  if (rank == 0) print '(a,i3)', 'Fortran 2008, wrong:', all_wrong
  call MPI_Finalize()
contains
  ! As an argument, an internal procedure that uses a variable of the program needs code on the stack.
  subroutine counting_sum(in, inout, length, datatype)
    type(c_ptr), value :: in, inout
    integer :: length
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    calls = calls + 1
    call c_f_pointer(in, a, [length])
    call c_f_pointer(inout, b, [length])
    if (datatype == MPI_INTEGER) b = a + b
  end subroutine

  subroutine check(right, what)
    logical, intent(in) :: right
    character(len=*), intent(in) :: what
    if (right) return
    wrong = wrong + 1
    print *, 'wrong: ', what
  end subroutine
end program
