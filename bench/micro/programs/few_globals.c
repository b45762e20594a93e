/* few_globals.c: a program that does nothing and has 8 KiB of globals, half of them with initial values in the program
 * file. */
char with_values[1 << 12] = {1};
char of_zeros[1 << 12];

int main(void) { return with_values[0] == 1 && of_zeros[0] == 0 ? 0 : 1; }
