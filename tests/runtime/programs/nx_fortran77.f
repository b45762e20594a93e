C     nx_fortran77.f: calls of NX from Fortran 77, on any number of nodes from 2 on. Node 0 prints how many answers
C     were wrong.
      PROGRAM CALLS
      INCLUDE 'fnx.h'
      INTEGER WRONG
      COMMON /ANSWERS/ WRONG
      WRONG = 0
      CALL ABOUT
      CALL MESSAG
      CALL PROBES
      CALL HANDLE
      CALL GLOBAL
      CALL GISUM(WRONG, 1, I)
      IF (MYNODE() .EQ. 0) PRINT *, 'NX from Fortran, wrong: ', WRONG
      END

      SUBROUTINE CHECK(RIGHT, NUMBER)
      LOGICAL RIGHT
      INTEGER NUMBER, WRONG
      COMMON /ANSWERS/ WRONG
      IF (.NOT. RIGHT) THEN
         WRONG = WRONG + 1
         PRINT *, 'wrong: ', NUMBER
      END IF
      END

      SUBROUTINE ABOUT
      INCLUDE 'fnx.h'
      DOUBLE PRECISION BEFORE
      CALL CHECK(MYNODE() .GE. 0 .AND. MYNODE() .LT. NUMNODES(), 1)
      CALL CHECK(2**NODEDIM() .LE. NUMNODES(), 2)
      CALL CHECK(MYPID() .EQ. 0 .AND. MYHOST() .EQ. NUMNODES(), 3)
      CALL CHECK(GRAY(5) .EQ. 7 .AND. GINV(7) .EQ. 5, 4)
      BEFORE = DCLOCK()
      CALL FLICK
      CALL LED(1)
      CALL CHECK(DCLOCK() .GT. BEFORE, 5)
      CALL CHECK(MCLOCK() .GE. 0, 6)
      END

C     A ring of messages, blocking and not, of which each call tells the length, type and node.
      SUBROUTINE MESSAG
      INCLUDE 'fnx.h'
      INTEGER NEXT, BEFORE, ANSWER, ID, OTHER, INFO(8), NODES(2)
      DOUBLE PRECISION X(10), Y(10)
      CHARACTER*8 TEXT
      NEXT = MOD(MYNODE() + 1, NUMNODES())
      BEFORE = MOD(MYNODE() + NUMNODES() - 1, NUMNODES())
      DO 10 I = 1, 10
   10 X(I) = 100 * MYNODE() + I
      ID = IRECV(7, Y, 80)
      CALL CSEND(7, X, 80, NEXT, 0)
      CALL MSGWAIT(ID)
      CALL CHECK(Y(10) .EQ. 100 * BEFORE + 10, 11)
      CALL CHECK(INFOCOUNT() .EQ. 80 .AND. INFOTYPE() .EQ. 7, 12)
      CALL CHECK(INFONODE() .EQ. BEFORE .AND. INFOPID() .EQ. 0, 13)

      ME = MYNODE()
      ID = ISEND(8, ME, 4, NEXT, 0)
      INFO(5) = -5
      CALL CRECVX(8, ANSWER, 4, BEFORE, 0, INFO)
      CALL MSGWAIT(ID)
      CALL CHECK(ANSWER .EQ. BEFORE .AND. INFO(5) .EQ. -5, 14)
      CALL CHECK(INFO(1) .EQ. 8 .AND. INFO(2) .EQ. 4, 15)
      CALL CHECK(INFO(3) .EQ. BEFORE .AND. INFO(4) .EQ. 0, 16)

      ID = IRECVX(-1, TEXT, 8, BEFORE, -1, INFO)
      OTHER = ISEND(9, 'a text..', 8, NEXT, 0)
      ID = MSGMERGE(ID, OTHER)
   20 IF (MSGDONE(ID) .EQ. 0) GO TO 20
      CALL CHECK(TEXT .EQ. 'a text..', 17)

      IF (MYNODE() .LT. 2) THEN
         I = CSENDRECV(20 + MYNODE(), X, 40, 1 - MYNODE(), 0,
     &        21 - MYNODE(), Y, 80)
         CALL CHECK(I .EQ. 40 .AND. Y(5) .EQ. 100*(1-MYNODE()) + 5, 18)
         ID = ISENDRECV(22 + MYNODE(), X, 8, 1 - MYNODE(), 0,
     &        23 - MYNODE(), Y, 8)
         CALL MSGWAIT(ID)
         CALL CHECK(Y(1) .EQ. 100 * (1 - MYNODE()) + 1, 19)
      END IF

      IF (MYNODE() .EQ. 0) THEN
         NODES(1) = 1
         NODES(2) = 0
         ID = IRECV(24, ANSWER, 4)
         CALL GSENDX(24, 77, 4, NODES, 2)
         CALL MSGWAIT(ID)
         CALL CHECK(ANSWER .EQ. 77, 20)
      ELSE IF (MYNODE() .EQ. 1) THEN
         CALL CRECV(24, ANSWER, 4)
         CALL CHECK(ANSWER .EQ. 77, 21)
      END IF
      ID = IRECV(25, ANSWER, 4)
      CALL MSGCANCEL(ID)
      END

      SUBROUTINE PROBES
      INCLUDE 'fnx.h'
      INTEGER INFO(8), ANSWER
      CALL GSYNC
      IF (MYNODE() .EQ. 0) THEN
         CALL CSEND(31, 1, 4, -1, 0)
      ELSE
         CALL CPROBE(31)
         CALL CHECK(INFOCOUNT() .EQ. 4, 31)
         CALL CHECK(IPROBE(32) .EQ. 0, 32)
         CALL CHECK(IPROBEX(31, 0, 0, INFO) .EQ. 1, 33)
         CALL CHECK(INFO(1) .EQ. 31 .AND. INFO(3) .EQ. 0, 34)
         CALL CPROBEX(-1, -1, -1, INFO)
         CALL CHECK(INFO(2) .EQ. 4, 35)
         CALL CRECV(31, ANSWER, 4)
         CALL CHECK(ANSWER .EQ. 1, 36)
      END IF
      END

      SUBROUTINE HANDLE
      INCLUDE 'fnx.h'
      INTEGER CALLED, VALUE, KEPT, NEXT
      COMMON /HANDLD/ CALLED, VALUE
      EXTERNAL ARRIVE, LEFT
      CALLED = 0
      CALL GSYNC
      NEXT = MOD(MYNODE() + 1, NUMNODES())
      CALL HRECV(41, VALUE, 4, ARRIVE)
      CALL HRECVX(42, KEPT, 4, -1, -1, LEFT, 1000)
      CALL GSYNC
      CALL CSEND(41, 5, 4, NEXT, 0)
      CALL HSENDX(42, 6, 4, NEXT, 0, LEFT, 10000)
   10 CALL FLICK
      IF (MASKTRAP(1) .NE. 0) CALL CHECK(.FALSE., 41)
      IF (MASKTRAP(0) .NE. 1) CALL CHECK(.FALSE., 42)
      IF (CALLED .LT. 11004) GO TO 10
      CALL CHECK(CALLED .EQ. 11004 .AND. VALUE .EQ. 5, 43)
      CALL CHECK(KEPT .EQ. 6, 44)
      END

      SUBROUTINE ARRIVE(TYPE, COUNT, NODE, PID)
      INTEGER TYPE, COUNT, NODE, PID, CALLED, VALUE
      COMMON /HANDLD/ CALLED, VALUE
      IF (TYPE .EQ. 41 .AND. PID .EQ. 0) CALLED = CALLED + COUNT
      END

      SUBROUTINE LEFT(TYPE, COUNT, NODE, PID, PARAM)
      INTEGER TYPE, COUNT, NODE, PID, PARAM, CALLED, VALUE
      COMMON /HANDLD/ CALLED, VALUE
      IF (TYPE .EQ. 42 .AND. COUNT .EQ. 4) CALLED = CALLED + PARAM
      END

      SUBROUTINE GLOBAL
      INCLUDE 'fnx.h'
      INTEGER N, ALL, IX(2), WORK(2), LENGTH(1024), GOT(1024)
      REAL S(2), SWORK(2)
      DOUBLE PRECISION D(2), DWORK(2)
      LOGICAL L, LWORK
      EXTERNAL LATER
      N = NUMNODES()
      ALL = N * (N - 1) / 2
      D(1) = MYNODE()
      D(2) = 1
      CALL GDSUM(D, 2, DWORK)
      CALL CHECK(D(1) .EQ. ALL .AND. D(2) .EQ. N, 51)
      D(1) = MYNODE()
      CALL GDHIGH(D, 1, DWORK)
      CALL CHECK(D(1) .EQ. N - 1, 52)
      S(1) = MYNODE() + 1
      CALL GSLOW(S, 1, SWORK)
      CALL CHECK(S(1) .EQ. 1, 53)
      S(1) = 2
      CALL GSPROD(S, 1, SWORK)
      CALL CHECK(S(1) .EQ. 2.0 ** N, 54)
      IX(1) = MYNODE()
      IX(2) = -1
      CALL GISUM(IX, 2, WORK)
      CALL CHECK(IX(1) .EQ. ALL .AND. IX(2) .EQ. -N, 55)
      IX(1) = -MYNODE()
      CALL GILOW(IX, 1, WORK)
      CALL CHECK(IX(1) .EQ. 1 - N, 56)
      IX(1) = 6 + MOD(MYNODE(), 2)
      CALL GIAND(IX, 1, WORK)
      CALL CHECK(IX(1) .EQ. 6, 57)
      L = MYNODE() .EQ. 0
      CALL GLOR(L, 1, LWORK)
      CALL CHECK(L, 58)
      L = MYNODE() .EQ. 0
      CALL GLAND(L, 1, LWORK)
      CALL CHECK(.NOT. L, 59)
      CALL GCOL(MYNODE(), 4, GOT, 4096, I)
      CALL CHECK(I .EQ. 4 * N .AND. GOT(N) .EQ. N - 1, 60)
      DO 10 I = 1, N
   10 LENGTH(I) = 4
      CALL GCOLX(MYNODE() + 1, LENGTH, GOT)
      CALL CHECK(GOT(1) .EQ. 1 .AND. GOT(N) .EQ. N, 61)
      IX(1) = MYNODE()
      CALL GOPF(IX, 4, WORK, LATER)
      CALL CHECK(IX(1) .EQ. N - 1, 62)
      END

C     The later of two nodes.
      INTEGER FUNCTION LATER(MINE, OTHER)
      INTEGER MINE, OTHER
      MINE = MAX(MINE, OTHER)
      LATER = 0
      END
