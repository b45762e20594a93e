! mpi_fortran90.f90: MPI in Fortran 90, with the module mpi. The expected values are those of MPI 3.1. Any even number of
! nodes from 2 on. The argument is the name of a file that the nodes write.
module checks
  implicit none
  integer, save :: wrong = 0
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(len=*), intent(in) :: what
    if (right) return
    wrong = wrong + 1
    print *, 'wrong: ', what
  end subroutine
end module

module callbacks
  use mpi
  use checks
  implicit none
  integer, save :: handled_error = 0, query_count = 0, free_count = 0
contains
  subroutine remember_error(comm, code)
    integer :: comm, code
    call check(comm == MPI_COMM_SELF, 'communicator of an error handler')
    handled_error = code
  end subroutine
  subroutine query(extra, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: status(MPI_STATUS_SIZE), ierror
    query_count = query_count + int(extra)
    call MPI_Status_set_elements(status, MPI_INTEGER, 3, ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    status(MPI_SOURCE) = MPI_UNDEFINED
    status(MPI_TAG) = 99
    ierror = MPI_SUCCESS
  end subroutine
  subroutine release(extra, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    integer :: ierror
    free_count = free_count + int(extra)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine cancel(extra, is_complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra
    logical :: is_complete
    integer :: ierror
    call check(.not. is_complete, 'a cancelled request')
    ierror = MPI_SUCCESS
  end subroutine
end module

program free_form
  use mpi
  use checks
  use callbacks
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: rank, nodes, ierror, all_wrong, provided
  logical :: flag
  call MPI_Initialized(flag, ierror)
  call check(.not. flag, 'MPI_Initialized')
  call MPI_Init_thread(MPI_THREAD_SINGLE, provided, ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, nodes, ierror)
  call messages
  call probes
  call cancelled
  call types
  call sizes
  call windows
  call allocated
  call files
  call intercommunicator
  call groups
  call graph
  call errors
  call generalized
  call buffered
  call nonblocking
  call old_attributes
  call MPI_Finalized(flag, ierror)
  call check(.not. flag, 'MPI_Finalized')
  call check(MPI_Wtime() >= 0.0d0 .and. MPI_Wtick() > 0.0d0, 'MPI_Wtime')
  call MPI_Reduce(wrong, all_wrong, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) print '(a,i3)', 'free form, wrong:', all_wrong
  call MPI_Finalize(ierror)
contains
  subroutine messages
    real :: line(4), halo(0:5)
    integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4), requests(4), left, right, i
    character(len=5) :: words(2)
    left = merge(MPI_PROC_NULL, rank - 1, rank == 0)
    right = merge(MPI_PROC_NULL, rank + 1, rank == nodes - 1)
    halo = -1.0
    halo(1:4) = real(rank)
    call MPI_Irecv(halo(0), 1, MPI_REAL, left, 1, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Irecv(halo(5), 1, MPI_REAL, right, 2, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Isend(halo(4), 1, MPI_REAL, right, 1, MPI_COMM_WORLD, requests(3), ierror)
    call MPI_Isend(halo(1), 1, MPI_REAL, left, 2, comm=MPI_COMM_WORLD, request=requests(4), ierror=ierror)
    call MPI_Waitall(4, requests, statuses, ierror)
    call check(halo(0) == merge(-1.0, rank - 1.0, rank == 0), 'left border')
    call check(halo(5) == merge(-1.0, rank + 1.0, rank == nodes - 1), 'right border')
    call check(statuses(MPI_SOURCE, 1) == left, 'status of MPI_PROC_NULL')
    line = [(10.0 * rank + i, i = 1, 4)]
    call MPI_Sendrecv_replace(line, 4, MPI_REAL, mod(rank + 1, nodes), 3, mod(rank + nodes - 1, nodes), 3, &
                              MPI_COMM_WORLD, status, ierror)
    call check(line(4) == 10.0 * mod(rank + nodes - 1, nodes) + 4, 'MPI_Sendrecv_replace')
    words = ['first', 'other']
    call MPI_Bcast(words, 10, MPI_CHARACTER, nodes - 1, MPI_COMM_WORLD, ierror)
    call check(words(2) == 'other', 'array of texts')
  end subroutine

  subroutine probes
    integer :: status(MPI_STATUS_SIZE), count, message, values(3)
    logical :: found
    if (rank == 0) then
      call MPI_Send([1, 2, 3], 3, MPI_INTEGER, 1, 5, MPI_COMM_WORLD, ierror)
      call MPI_Send([4], 1, MPI_INTEGER, 1, 6, MPI_COMM_WORLD, ierror)
    else if (rank == 1) then
      call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierror)
      call MPI_Get_count(status, MPI_INTEGER, count, ierror)
      call check(count == 3 .and. status(MPI_TAG) == 5, 'MPI_Probe')
      call MPI_Recv(values, 3, MPI_INTEGER, status(MPI_SOURCE), status(MPI_TAG), MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
      call MPI_Mprobe(0, 6, MPI_COMM_WORLD, message, status, ierror)
      call MPI_Mrecv(values, 3, MPI_INTEGER, message, status, ierror)
      call check(message == MPI_MESSAGE_NULL .and. values(1) == 4, 'MPI_Mrecv')
      call MPI_Iprobe(0, 7, MPI_COMM_WORLD, found, MPI_STATUS_IGNORE, ierror)
      call check(.not. found, 'MPI_Iprobe')
    end if
  end subroutine

  subroutine cancelled
    integer :: request, status(MPI_STATUS_SIZE), value
    logical :: is_cancelled
    call MPI_Irecv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, 8, MPI_COMM_SELF, request, ierror)
    call MPI_Cancel(request, ierror)
    call MPI_Wait(request, status, ierror)
    call MPI_Test_cancelled(status, is_cancelled, ierror)
    call check(is_cancelled, 'MPI_Cancel')
  end subroutine

  subroutine types
    type record
      sequence
      double precision :: weight
      integer :: number, kind
      character(len=8) :: name
    end type
    type(record) :: mine(2)
    integer(kind=MPI_ADDRESS_KIND) :: places(3), base, lb, extent, addresses(3)
    integer :: lengths(3), kinds(3), made, resized, combiner, integers, address_count, datatypes, contents(4), parts(3)
    integer :: half, sum_type, position, size
    character :: packed(100)
    integer, parameter :: small = selected_int_kind(4)
    integer(kind=small) :: short(2)
    mine = record(0.0d0, 0, 0, '')
    if (rank == 0) mine = [record(1.5d0, 3, 4, 'earth'), record(2.5d0, 5, 6, 'moon')]
    lengths = [1, 2, 8]
    kinds = [MPI_DOUBLE_PRECISION, MPI_INTEGER, MPI_CHARACTER]
    call MPI_Get_address(mine(1), base, ierror)
    call MPI_Get_address(mine(1)%weight, places(1), ierror)
    call MPI_Get_address(mine(1)%number, places(2), ierror)
    call MPI_Get_address(mine(1)%name, places(3), ierror)
    places = places - base
    call MPI_Type_create_struct(3, lengths, places, kinds, made, ierror)
    call MPI_Get_address(mine(2), extent, ierror)
    lb = 0
    call MPI_Type_create_resized(made, lb, extent - base, resized, ierror)
    call MPI_Type_commit(resized, ierror)
    call MPI_Bcast(mine, 2, resized, 0, MPI_COMM_WORLD, ierror)
    call check(mine(2)%kind == 6 .and. mine(2)%name == 'moon', 'MPI_Type_create_struct')
    call MPI_Type_get_extent(resized, lb, extent, ierror)
    call check(lb == 0 .and. extent == 24, 'MPI_Type_get_extent')
    call MPI_Type_get_envelope(made, integers, address_count, datatypes, combiner, ierror)
    call check(integers == 4 .and. address_count == 3 .and. datatypes == 3, 'MPI_Type_get_envelope')
    call check(combiner == MPI_COMBINER_STRUCT, 'MPI_COMBINER_STRUCT')
    call MPI_Type_get_contents(made, 4, 3, 3, contents, addresses, parts, ierror)
    call check(all(contents == [3, 1, 2, 8]) .and. all(parts == kinds) .and. all(addresses == places), &
               'MPI_Type_get_contents')
    call MPI_Type_free(made, ierror)
    call MPI_Type_free(resized, ierror)
    call MPI_Type_create_subarray(2, [4, 4], [2, 4], [2, 0], MPI_ORDER_FORTRAN, MPI_REAL, half, ierror)
    call MPI_Type_commit(half, ierror)
    call MPI_Type_size(half, size, ierror)
    call check(size == 32, 'MPI_Type_create_subarray')
    call MPI_Type_free(half, ierror)
    call MPI_Type_create_f90_integer(4, sum_type, ierror)
    short = [1_small, int(rank, small)]
    call MPI_Allreduce(MPI_IN_PLACE, short, 2, sum_type, MPI_SUM, MPI_COMM_WORLD, ierror)
    call check(short(1) == nodes .and. short(2) == nodes * (nodes - 1) / 2, 'MPI_Type_create_f90_integer')
    position = 0
    call MPI_Pack(7, 1, MPI_INTEGER, packed, 100, position, MPI_COMM_WORLD, ierror)
    call MPI_Pack('word', 4, MPI_CHARACTER, packed, 100, position, MPI_COMM_WORLD, ierror)
    size = position
    position = 0
    call MPI_Unpack(packed, size, position, lengths, 1, MPI_INTEGER, MPI_COMM_WORLD, ierror)
    call MPI_Unpack(packed, size, position, mine(1)%name, 4, MPI_CHARACTER, MPI_COMM_WORLD, ierror)
    call check(lengths(1) == 7 .and. mine(1)%name(1:4) == 'word' .and. position == size, 'MPI_Unpack')
  end subroutine

  subroutine sizes
    real(kind=kind(1.0d0)) :: matrix(2, 2)
    complex :: z
    integer :: size, datatype
    call MPI_Sizeof(matrix, size, ierror)
    call check(size == 8, 'MPI_Sizeof of an array')
    call MPI_F_SYNC_REG(matrix)
    call PMPI_F_SYNC_REG(z)
    call MPI_Sizeof(z, size, ierror)
    call check(size == 8, 'MPI_Sizeof')
    call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, datatype, ierror)
    call MPI_Type_size(datatype, size, ierror)
    call check(size == 8, 'MPI_Type_match_size')
  end subroutine

  subroutine windows
    integer, target :: memory(4)
    integer :: win, value, old, unit, group, world_group
    integer(kind=MPI_ADDRESS_KIND) :: bytes, place, found
    memory = rank
    bytes = 16
    call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, found, flag, ierror)
    call check(flag .and. found == 16, 'MPI_WIN_SIZE')
    call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, found, flag, ierror)
    call check(flag .and. found == 4, 'MPI_WIN_DISP_UNIT')
    call MPI_Win_get_attr(win, MPI_WIN_BASE, found, flag, ierror)
    call MPI_Get_address(memory, place, ierror)
    call check(flag .and. found == place, 'MPI_WIN_BASE')
    call MPI_Win_fence(0, win, ierror)
    value = 100 + rank
    place = 1
    call MPI_Put(value, 1, MPI_INTEGER, mod(rank + 1, nodes), place, 1, MPI_INTEGER, win, ierror)
    place = 2
    call MPI_Accumulate(value, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, MPI_SUM, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call check(memory(2) == 100 + mod(rank + nodes - 1, nodes), 'MPI_Put')
    if (rank == 0) call check(memory(3) == 100 * nodes + nodes * (nodes - 1) / 2, 'MPI_Accumulate')
    place = 3
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, ierror)
    call MPI_Fetch_and_op(1, old, MPI_INTEGER, 0, place, MPI_SUM, win, ierror)
    call MPI_Win_unlock(0, win, ierror)
    call check(old >= 0 .and. old < nodes, 'MPI_Fetch_and_op')
    call MPI_Win_get_group(win, group, ierror)
    call MPI_Comm_group(MPI_COMM_WORLD, world_group, ierror)
    call MPI_Group_compare(group, world_group, unit, ierror)
    call check(unit == MPI_IDENT, 'MPI_Win_get_group')
    call MPI_Group_free(group, ierror)
    call MPI_Group_free(world_group, ierror)
    call MPI_Win_free(win, ierror)
    call check(win == MPI_WIN_NULL, 'MPI_Win_free')
  end subroutine

  subroutine allocated
    type(c_ptr) :: base
    integer(kind=MPI_ADDRESS_KIND) :: bytes, address, place
    integer, pointer :: memory(:)
    integer :: win, value
    bytes = 40
    call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
    call c_f_pointer(base, memory, [10])
    memory = rank
    call MPI_Win_fence(0, win, ierror)
    place = 9
    call MPI_Get(value, 1, MPI_INTEGER, nodes - 1, place, 1, MPI_INTEGER, win, ierror)
    call MPI_Win_fence(0, win, ierror)
    call check(value == nodes - 1, 'MPI_Win_allocate')
    call MPI_Win_free(win, ierror)
    call MPI_Alloc_mem(bytes, MPI_INFO_NULL, base, ierror)
    call c_f_pointer(base, memory, [10])
    memory = 3
    call MPI_Free_mem(memory, ierror)
    call check(ierror == MPI_SUCCESS, 'MPI_Free_mem')
    call MPI_Alloc_mem(bytes, MPI_INFO_NULL, address, ierror)
    call c_f_pointer(transfer(address, base), memory, [10])
    memory(10) = 4
    call MPI_Free_mem(memory, ierror)
    call check(ierror == MPI_SUCCESS, 'MPI_Free_mem of an address')
  end subroutine

  subroutine files
    character(len=100) :: name
    integer :: file, status(MPI_STATUS_SIZE), values(4), count, filetype, i
    integer(kind=MPI_OFFSET_KIND) :: offset, size
    character(len=20) :: representation
    integer :: etype, type_of_file
    call get_command_argument(1, name)
    call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, ierror)
    call check(ierror == MPI_SUCCESS, 'MPI_File_open')
    values = [(10 * rank + i, i = 1, 4)]
    offset = 16 * rank
    call MPI_File_write_at_all(file, offset, values, 4, MPI_INTEGER, status, ierror)
    call MPI_Get_count(status, MPI_INTEGER, count, ierror)
    call check(count == 4, 'MPI_File_write_at_all')
    call MPI_File_sync(file, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_File_get_size(file, size, ierror)
    call check(size == 16 * nodes, 'MPI_File_get_size')
    call MPI_Type_vector(nodes, 1, 4, MPI_INTEGER, filetype, ierror)
    call MPI_Type_commit(filetype, ierror)
    offset = 8
    call MPI_File_set_view(file, offset, MPI_INTEGER, filetype, 'native', MPI_INFO_NULL, ierror)
    call MPI_File_get_view(file, offset, etype, type_of_file, representation, ierror)
    call check(offset == 8 .and. representation == 'native', 'MPI_File_get_view')
    call MPI_File_read_all(file, values, min(nodes, 4), MPI_INTEGER, MPI_STATUS_IGNORE, ierror)
    call check(values(2) == 13, 'MPI_File_read_all')
    call MPI_File_close(file, ierror)
    call MPI_Type_free(filetype, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    if (rank == 0) call MPI_File_delete(name, MPI_INFO_NULL, ierror)
    call check(ierror == MPI_SUCCESS, 'MPI_File_delete')
  end subroutine

  subroutine intercommunicator
    integer :: half, inter, merged, size, sum
    logical :: is_inter
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierror)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 12, inter, ierror)
    call MPI_Comm_test_inter(inter, is_inter, ierror)
    call check(is_inter, 'MPI_Comm_test_inter')
    call MPI_Comm_remote_size(inter, size, ierror)
    call check(size == nodes / 2, 'MPI_Comm_remote_size')
    call MPI_Allreduce(rank, sum, 1, MPI_INTEGER, MPI_SUM, inter, ierror)
    call MPI_Intercomm_merge(inter, mod(rank, 2) == 1, merged, ierror)
    call MPI_Comm_rank(merged, size, ierror)
    call check(size == rank / 2 + mod(rank, 2) * (nodes / 2), 'MPI_Intercomm_merge')
    call MPI_Comm_free(merged, ierror)
    call MPI_Comm_free(inter, ierror)
    call MPI_Comm_free(half, ierror)
    call check(half == MPI_COMM_NULL, 'MPI_Comm_free')
  end subroutine

  subroutine groups
    integer :: world, first, rest, ranges(3, 1), ranks(1), size, comm
    call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
    ranges(:, 1) = [0, nodes - 1, 2]
    call MPI_Group_range_incl(world, 1, ranges, first, ierror)
    call MPI_Group_size(first, size, ierror)
    call check(size == (nodes + 1) / 2, 'MPI_Group_range_incl')
    call MPI_Group_excl(world, 1, [0], rest, ierror)
    call MPI_Group_translate_ranks(rest, 1, [0], world, ranks, ierror)
    call check(ranks(1) == 1, 'MPI_Group_translate_ranks')
    call MPI_Comm_create(MPI_COMM_WORLD, first, comm, ierror)
    call check((comm == MPI_COMM_NULL) .eqv. mod(rank, 2) == 1, 'MPI_Comm_create')
    if (comm /= MPI_COMM_NULL) call MPI_Comm_free(comm, ierror)
    call MPI_Group_free(world, ierror)
    call MPI_Group_free(first, ierror)
    call MPI_Group_free(rest, ierror)
  end subroutine

  subroutine graph
    integer :: ring, in, out, sources(1), destinations(1), from(1), request, types(1), counts(1)
    integer(kind=MPI_ADDRESS_KIND) :: places(1)
    logical :: weighted
    sources = mod(rank + nodes - 1, nodes)
    destinations = mod(rank + 1, nodes)
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, MPI_UNWEIGHTED, 1, destinations, MPI_UNWEIGHTED, &
                                        MPI_INFO_NULL, .false., ring, ierror)
    call MPI_Dist_graph_neighbors_count(ring, in, out, weighted, ierror)
    call check(in == 1 .and. out == 1 .and. .not. weighted, 'MPI_UNWEIGHTED')
    call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, from, 1, MPI_INTEGER, ring, ierror)
    call check(from(1) == sources(1), 'MPI_Neighbor_allgather')
    counts = 1
    places = 0
    types = MPI_INTEGER
    from = -1
    call MPI_Ineighbor_alltoallw(rank, counts, places, types, from, counts, places, types, ring, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call check(from(1) == sources(1), 'MPI_Ineighbor_alltoallw')
    call MPI_Comm_free(ring, ierror)
  end subroutine

  subroutine errors
    integer :: handler, class, length, code, requests(2), statuses(MPI_STATUS_SIZE, 2), values(3)
    character(len=MPI_MAX_ERROR_STRING) :: text
    call MPI_Comm_create_errhandler(remember_error, handler, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler, ierror)
    call MPI_Send(rank, 1, MPI_INTEGER, 5, 0, MPI_COMM_SELF, ierror)
    call MPI_Error_class(handled_error, class, code)
    call check(ierror /= MPI_SUCCESS .and. class == MPI_ERR_RANK, 'MPI_Comm_create_errhandler')
    call MPI_Errhandler_free(handler, ierror)
    call check(handler == MPI_ERRHANDLER_NULL, 'MPI_Errhandler_free')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
    values = 1
    if (rank == 1) then
      call MPI_Irecv(values, 1, MPI_INTEGER, 0, 51, MPI_COMM_WORLD, requests(1), ierror)
      call MPI_Irecv(values(2), 2, MPI_INTEGER, 0, 52, MPI_COMM_WORLD, requests(2), ierror)
      call MPI_Waitall(2, requests, statuses, ierror)
      call MPI_Error_class(ierror, class, code)
      call check(class == MPI_ERR_IN_STATUS, 'MPI_ERR_IN_STATUS')
      call MPI_Error_class(statuses(MPI_ERROR, 1), class, code)
      call check(class == MPI_ERR_TRUNCATE, 'MPI_ERROR')
      code = statuses(MPI_ERROR, 2)
      call check(code == MPI_SUCCESS .or. code == MPI_ERR_PENDING, 'MPI_ERROR of a right receive')
    else if (rank == 0) then
      call MPI_Send(values, 2, MPI_INTEGER, 1, 51, MPI_COMM_WORLD, ierror)
      call MPI_Send(values, 2, MPI_INTEGER, 1, 52, MPI_COMM_WORLD, ierror)
    end if
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL, ierror)
    call MPI_Add_error_class(class, ierror)
    call MPI_Add_error_string(class, 'the pump is dry   ', ierror)
    call MPI_Error_string(class, text, length, ierror)
    call check(text == 'the pump is dry' .and. length == 15, 'MPI_Add_error_string')
  end subroutine

  subroutine generalized
    integer :: request, status(MPI_STATUS_SIZE), count
    integer(kind=MPI_ADDRESS_KIND) :: extra
    extra = 11
    call MPI_Grequest_start(query, release, cancel, extra, request, ierror)
    call MPI_Test(request, flag, status, ierror)
    call check(.not. flag, 'MPI_Grequest_start')
    call MPI_Cancel(request, ierror)
    call MPI_Grequest_complete(request, ierror)
    call MPI_Wait(request, status, ierror)
    call MPI_Get_elements(status, MPI_INTEGER, count, ierror)
    call check(count == 3 .and. status(MPI_TAG) == 99, 'status of a generalized request')
    call check(query_count == 11 .and. free_count == 11, 'functions of a generalized request')
  end subroutine

  subroutine buffered
    integer, allocatable :: buffer(:)
    integer :: size, values(2), dummy
    allocate(buffer(200 + MPI_BSEND_OVERHEAD))
    call MPI_Buffer_attach(buffer, 4 * (200 + MPI_BSEND_OVERHEAD), ierror)
    call MPI_Bsend([rank, 9], 2, MPI_INTEGER, mod(rank + 1, nodes), 30, MPI_COMM_WORLD, ierror)
    call MPI_Recv(values, 2, MPI_INTEGER, mod(rank + nodes - 1, nodes), 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call check(values(1) == mod(rank + nodes - 1, nodes) .and. values(2) == 9, 'MPI_Bsend')
    call MPI_Buffer_detach(dummy, size, ierror)
    call check(size == 4 * (200 + MPI_BSEND_OVERHEAD), 'MPI_Buffer_detach')
    deallocate(buffer)
  end subroutine

  subroutine nonblocking
    integer :: requests(40), values(40), sum, copy, request, size, i
    do i = 1, 40
      values(i) = i * rank
      call MPI_Iallreduce(MPI_IN_PLACE, values(i), 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(i), ierror)
    end do
    call MPI_Waitall(40, requests, MPI_STATUSES_IGNORE, ierror)
    sum = nodes * (nodes - 1) / 2
    call check(all(values == [(i * sum, i = 1, 40)]), 'MPI_Iallreduce')
    call check(all(requests == MPI_REQUEST_NULL), 'requests that are done')
    call MPI_Comm_idup(MPI_COMM_WORLD, copy, request, ierror)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call MPI_Comm_size(copy, size, ierror)
    call check(size == nodes, 'MPI_Comm_idup')
    call MPI_Comm_free(copy, ierror)
  end subroutine

  subroutine old_attributes
    integer :: key, value, copy
    call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, key, 0, ierror)
    call MPI_Attr_put(MPI_COMM_SELF, key, -12, ierror)
    call MPI_Comm_dup(MPI_COMM_SELF, copy, ierror)
    value = 0
    call MPI_Attr_get(copy, key, value, flag, ierror)
    call check(flag .and. value == -12, 'MPI_DUP_FN')
    call MPI_Comm_free(copy, ierror)
    call MPI_Attr_delete(MPI_COMM_SELF, key, ierror)
    call MPI_Keyval_free(key, ierror)
  end subroutine
end program
