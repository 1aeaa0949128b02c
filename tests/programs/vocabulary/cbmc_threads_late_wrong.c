// expect: violation
// kinds: assertion
// A thread by a label goes on when main has returned.
int shared;

int main(void)
{
    shared = 1;
    __CPROVER_ASYNC_1: assert(shared == 1); // <- violation
    shared = 2;
    return 0;
}
