/* no_main.c: a library, and no program. */
int not_main(void) { return 0; }
