// expect: inconclusive
// message: __CPROVER_ASYNC_
int done, wanted;

int main(void)
{
    __CPROVER_ASYNC_1:
    if (!wanted)
        done = 1;
    __CPROVER_assert(done == 1, "done");
    return 0;
}
