/* missing_call.c: calls what nobody has. */
extern void no_such_call_of_nx(int);
int main(void) {
  no_such_call_of_nx(1);
  return 0;
}
