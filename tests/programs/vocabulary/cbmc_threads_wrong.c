// expect: violation
// kinds: assertion
// The statement behind one of CBMC's labels is a thread: main may look before it has run.
int done;

void finish(void)
{
    done = 1;
}

int main(void)
{
    __CPROVER_ASYNC_1:
    finish();
    __CPROVER_assert(done == 1, "finished"); // <- violation
    return 0;
}
