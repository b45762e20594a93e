! cmmd_fort.h: the functions of CMMD for programs in Fortran, in fixed and in free form: the subroutines need no declaration.
!
! After: CMMD Reference Manual, version 3, Thinking Machines Corporation. An INTEGER has 32 bits, and numbers of nodes, tags and
! lengths are passed by reference. A program that wants no procedure called for an asynchronous message passes 0.
      INTEGER CMMD_ANY_NODE
      PARAMETER (CMMD_ANY_NODE = -1)
      INTEGER CMMD_ANY_TAG
      PARAMETER (CMMD_ANY_TAG = -1)
      INTEGER CMMD_DEFAULT_TAG
      PARAMETER (CMMD_DEFAULT_TAG = 0)
      INTEGER CMMD_ERRVAL
      PARAMETER (CMMD_ERRVAL = -1)
      INTEGER CMMD_combiner_add
      PARAMETER (CMMD_combiner_add = 0)
      INTEGER CMMD_combiner_max
      PARAMETER (CMMD_combiner_max = 1)
      INTEGER CMMD_combiner_min
      PARAMETER (CMMD_combiner_min = 2)
      INTEGER CMMD_combiner_uadd
      PARAMETER (CMMD_combiner_uadd = 0)
      INTEGER CMMD_combiner_umax
      PARAMETER (CMMD_combiner_umax = 1)
      INTEGER CMMD_combiner_umin
      PARAMETER (CMMD_combiner_umin = 2)
      INTEGER CMMD_combiner_fadd
      PARAMETER (CMMD_combiner_fadd = 0)
      INTEGER CMMD_combiner_fmax
      PARAMETER (CMMD_combiner_fmax = 1)
      INTEGER CMMD_combiner_fmin
      PARAMETER (CMMD_combiner_fmin = 2)
      INTEGER CMMD_combiner_dadd
      PARAMETER (CMMD_combiner_dadd = 0)
      INTEGER CMMD_combiner_dmax
      PARAMETER (CMMD_combiner_dmax = 1)
      INTEGER CMMD_combiner_dmin
      PARAMETER (CMMD_combiner_dmin = 2)
      INTEGER CMMD_combiner_ior
      PARAMETER (CMMD_combiner_ior = 3)
      INTEGER CMMD_combiner_xor
      PARAMETER (CMMD_combiner_xor = 4)
      INTEGER CMMD_upward
      PARAMETER (CMMD_upward = 0)
      INTEGER CMMD_downward
      PARAMETER (CMMD_downward = 1)
      INTEGER CMMD_none
      PARAMETER (CMMD_none = 0)
      INTEGER CMMD_start_bit
      PARAMETER (CMMD_start_bit = 1)
      INTEGER CMMD_segment_bit
      PARAMETER (CMMD_segment_bit = 2)
      INTEGER CMMD_inclusive
      PARAMETER (CMMD_inclusive = 0)
      INTEGER CMMD_exclusive
      PARAMETER (CMMD_exclusive = 1)
      INTEGER CMMD_int
      PARAMETER (CMMD_int = 0)
      INTEGER CMMD_uint
      PARAMETER (CMMD_uint = 1)
      INTEGER CMMD_float
      PARAMETER (CMMD_float = 2)
      INTEGER CMMD_double
      PARAMETER (CMMD_double = 3)
      INTEGER CMMD_self_address
      EXTERNAL CMMD_self_address
      INTEGER CMMD_partition_size
      EXTERNAL CMMD_partition_size
      INTEGER CMMD_send_block
      EXTERNAL CMMD_send_block
      INTEGER CMMD_receive_block
      EXTERNAL CMMD_receive_block
      INTEGER CMMD_send_v
      EXTERNAL CMMD_send_v
      INTEGER CMMD_receive_v
      EXTERNAL CMMD_receive_v
      INTEGER CMMD_swap
      EXTERNAL CMMD_swap
      INTEGER CMMD_send_and_receive
      EXTERNAL CMMD_send_and_receive
      INTEGER CMMD_send_noblock
      EXTERNAL CMMD_send_noblock
      INTEGER CMMD_receive_noblock
      EXTERNAL CMMD_receive_noblock
      INTEGER CMMD_msg_pending
      EXTERNAL CMMD_msg_pending
      INTEGER CMMD_bytes_received
      EXTERNAL CMMD_bytes_received
      INTEGER CMMD_msg_sender
      EXTERNAL CMMD_msg_sender
      INTEGER CMMD_msg_tag
      EXTERNAL CMMD_msg_tag
      INTEGER CMMD_send_async
      EXTERNAL CMMD_send_async
      INTEGER CMMD_receive_async
      EXTERNAL CMMD_receive_async
      INTEGER CMMD_msg_done
      EXTERNAL CMMD_msg_done
      INTEGER CMMD_msg_wait
      EXTERNAL CMMD_msg_wait
      INTEGER CMMD_all_msgs_done
      EXTERNAL CMMD_all_msgs_done
      INTEGER CMMD_all_msgs_wait
      EXTERNAL CMMD_all_msgs_wait
      INTEGER CMMD_free_mcb
      EXTERNAL CMMD_free_mcb
      INTEGER CMMD_mcb_source
      EXTERNAL CMMD_mcb_source
      INTEGER CMMD_mcb_tag
      EXTERNAL CMMD_mcb_tag
      INTEGER CMMD_mcb_bytes
      EXTERNAL CMMD_mcb_bytes
      INTEGER CMMD_reduce_int
      EXTERNAL CMMD_reduce_int
      INTEGER CMMD_reduce_uint
      EXTERNAL CMMD_reduce_uint
      INTEGER CMMD_scan_int
      EXTERNAL CMMD_scan_int
      INTEGER CMMD_scan_uint
      EXTERNAL CMMD_scan_uint
      INTEGER CMMD_get_global_or
      EXTERNAL CMMD_get_global_or
      INTEGER CMMD_node_timer_clear
      EXTERNAL CMMD_node_timer_clear
      INTEGER CMMD_node_timer_start
      EXTERNAL CMMD_node_timer_start
      INTEGER CMMD_node_timer_stop
      EXTERNAL CMMD_node_timer_stop
      REAL CMMD_reduce_float
      EXTERNAL CMMD_reduce_float
      REAL CMMD_scan_float
      EXTERNAL CMMD_scan_float
      DOUBLE PRECISION CMMD_reduce_double
      EXTERNAL CMMD_reduce_double
      DOUBLE PRECISION CMMD_scan_double
      EXTERNAL CMMD_scan_double
      DOUBLE PRECISION CMMD_node_timer_elapsed
      EXTERNAL CMMD_node_timer_elapsed
      DOUBLE PRECISION CMMD_node_timer_busy
      EXTERNAL CMMD_node_timer_busy
      DOUBLE PRECISION CMMD_node_timer_idle
      EXTERNAL CMMD_node_timer_idle
