C     jacobi.f [STEPS]: heat in a plate of 64 rows, and 64 columns for each node, by Jacobi's method. Its left edge is at
C     100 degrees, and the others at 0. Each node has a strip of columns, and in each step it sends its first and its last
C     column to its neighbours. The steps end when no point changes by 0.01 degrees any more.
C
C     switchyard-f77 -O2 jacobi.f -o jacobi
C     switchyard run --program ./jacobi --nodes 16 --machine ipsc860 -- 100
      PROGRAM JACOBI
      INCLUDE 'fnx.h'
      INTEGER ROWS, COLS, TOLEFT, TORGHT
      PARAMETER (ROWS = 64, COLS = 64, TOLEFT = 1, TORGHT = 2)
      DOUBLE PRECISION OLD(0:ROWS+1,0:COLS+1), NEW(ROWS,COLS)
      DOUBLE PRECISION CHANGE, WORK, HEAT
      INTEGER LEFT, RIGHT, STEP, STEPS, FROML, FROMR
      LOGICAL HASL, HASR
      CHARACTER*16 WORD
      STEPS = 200
      IF (IARGC() .GT. 0) THEN
         CALL GETARG(1, WORD)
         READ (WORD, *) STEPS
      END IF
      LEFT = MYNODE() - 1
      RIGHT = MYNODE() + 1
      HASL = LEFT .GE. 0
      HASR = RIGHT .LT. NUMNODES()
      DO J = 0, COLS + 1
         DO I = 0, ROWS + 1
            OLD(I,J) = 0
            IF (J .EQ. 0 .AND. .NOT. HASL) OLD(I,J) = 100
         END DO
      END DO
      DO STEP = 1, STEPS
         IF (HASL) FROML = IRECV(TORGHT, OLD(1,0), 8 * ROWS)
         IF (HASR) FROMR = IRECV(TOLEFT, OLD(1,COLS+1), 8 * ROWS)
         IF (HASL) CALL CSEND(TOLEFT, OLD(1,1), 8 * ROWS, LEFT, 0)
         IF (HASR) CALL CSEND(TORGHT, OLD(1,COLS), 8 * ROWS, RIGHT, 0)
         IF (HASL) CALL MSGWAIT(FROML)
         IF (HASR) CALL MSGWAIT(FROMR)
         CHANGE = 0
         DO J = 1, COLS
            DO I = 1, ROWS
               NEW(I,J) = (OLD(I-1,J) + OLD(I+1,J) + OLD(I,J-1)
     &                     + OLD(I,J+1)) / 4
               CHANGE = MAX(CHANGE, ABS(NEW(I,J) - OLD(I,J)))
            END DO
         END DO
         OLD(1:ROWS,1:COLS) = NEW
         CALL GDHIGH(CHANGE, 1, WORK)
         IF (CHANGE .LT. 0.01D0) GO TO 10
      END DO
   10 HEAT = SUM(NEW)
      CALL GDSUM(HEAT, 1, WORK)
      IF (MYNODE() .EQ. 0) PRINT '(A, I0, A, F0.3)',
     &   'after ', MIN(STEP, STEPS), ' steps the plate holds ', HEAT
      END
