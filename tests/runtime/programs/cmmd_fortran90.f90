! cmmd_fortran90.f90: calls of CMMD from Fortran, on any even number of nodes. Node 0 prints how many answers were wrong.
program calls
  implicit none
  include 'cmmd_fort.h'
  integer :: me, nodes, partner, wrong = 0, done_count
  common /done/ done_count
  me = CMMD_self_address()
  nodes = CMMD_partition_size()
  partner = ieor(me, 1)
  call blocking
  call asynchronous
  call collectives
  call timers
  wrong = CMMD_reduce_int(wrong, CMMD_combiner_add)
  if (me == 0) print '(a, i0)', 'CMMD from Fortran, wrong: ', wrong

contains

  subroutine check(right, number)
    logical, intent(in) :: right
    integer, intent(in) :: number
    if (right) return
    wrong = wrong + 1
    print *, 'wrong: ', number
  end subroutine

  subroutine blocking
    double precision :: x(8), y(8)
    integer :: answer, columns(2, 4)
    x = me
    if (me < partner) then
      answer = CMMD_send_block(partner, 3, x, 64)
      answer = CMMD_receive_block(partner, 4, y, 64)
    else
      answer = CMMD_receive_block(CMMD_ANY_NODE, CMMD_ANY_TAG, y, 64)
      call check(CMMD_bytes_received() == 64 .and. CMMD_msg_sender() == partner .and. CMMD_msg_tag() == 3, 1)
      answer = CMMD_send_block(partner, 4, x, 64)
    end if
    call check(all(y == partner), 2)
    answer = CMMD_swap(partner, x, 64)
    call check(all(x == partner), 3)
    answer = CMMD_send_and_receive(partner, 5, y, 8, partner, 5, x, 8)
    call check(y(1) == me, 4)
    columns = me
    if (me < partner) then
      answer = CMMD_send_v(partner, 6, columns, 4, 8, 4)
    else
      columns(2, :) = -1
      answer = CMMD_receive_v(partner, 6, columns, 4, 8, 4)
      call check(all(columns(1, :) == partner) .and. all(columns(2, :) == -1), 5)
    end if
    answer = CMMD_send_noblock(partner, 7, me, 4)
    do while (CMMD_msg_pending(partner, 7) == 0)
    end do
    call check(CMMD_receive_noblock(partner, 7, answer, 4) /= 0 .and. answer == partner, 6)
  end subroutine

  subroutine asynchronous
    integer :: send, receive, got, answer
    external :: count_done
    done_count = 0
    receive = CMMD_receive_async(partner, 8, got, 4, count_done, 100)
    send = CMMD_send_async(partner, 8, me, 4, 0, 0)
    answer = CMMD_msg_wait(receive)
    do while (CMMD_msg_done(send) == 0)
    end do
    call check(got == partner .and. done_count == receive + 100, 11)
    call check(CMMD_mcb_source(receive) == partner .and. CMMD_mcb_tag(receive) == 8 .and. CMMD_mcb_bytes(receive) == 4, 12)
    answer = CMMD_free_mcb(receive) + CMMD_free_mcb(send)
    answer = CMMD_all_msgs_wait()
    call check(CMMD_all_msgs_done() == 1, 13)
  end subroutine

  subroutine collectives
    integer :: all(0:nodes - 1), values(2), i
    call CMMD_sync_with_nodes
    call check(CMMD_reduce_int(me, CMMD_combiner_max) == nodes - 1, 21)
    call check(CMMD_reduce_double(dble(me), CMMD_combiner_dadd) == nodes * (nodes - 1) / 2, 22)
    call check(CMMD_reduce_float(1.5, CMMD_combiner_fmin) == 1.5, 23)
    values = [me, 1]
    call CMMD_reduce_v(values, values, 2, CMMD_combiner_add, CMMD_int)
    call check(values(1) == nodes * (nodes - 1) / 2 .and. values(2) == nodes, 24)
    call check(CMMD_scan_int(1, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_inclusive) == me + 1, 25)
    call check(CMMD_scan_double(1d0, CMMD_combiner_add, CMMD_upward, CMMD_none, 0, CMMD_inclusive) == me + 1, 26)
    call CMMD_concat_with_nodes(me, all, 4)
    call check(sum(abs(all - [(i, i = 0, nodes - 1)])) == 0, 27)
    values = me + 7
    if (me == 0) then
      call CMMD_bc_to_nodes(values, 8)
    else
      call CMMD_receive_bc_from_node(values, 8)
    end if
    call check(values(2) == 7, 28)
    if (me == 0) call CMMD_set_global_or(1)
    call CMMD_sync_with_nodes
    call check(CMMD_get_global_or() == 1, 29)
  end subroutine

  subroutine timers
    integer :: answer
    answer = CMMD_node_timer_clear(1) + CMMD_node_timer_start(1)
    call CMMD_sync_with_nodes
    answer = CMMD_node_timer_stop(1)
    call check(CMMD_node_timer_elapsed(1) > 0, 31)
  end subroutine
end program

subroutine count_done(message, argument)
  implicit none
  integer :: message, argument, done_count
  common /done/ done_count
  done_count = done_count + message + argument
end subroutine
