// expect: inconclusive
// message: __CPROVER_ASYNC_
// What stands behind a label in a macro is not seen as a thread, and must not be taken for a statement of main.
int done;
#define START(what) __CPROVER_ASYNC_1: what

int main(void)
{
    START(done = 1);
    __CPROVER_assert(done == 1, "done");
    return 0;
}
