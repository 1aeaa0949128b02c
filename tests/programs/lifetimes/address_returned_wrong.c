// expect: violation
// kinds: memory
// message: use after return: read of 4 bytes in counters.1.
// The address of a variable is returned, and nothing can be undone to when the variable was there: its name is remembered for the message all the same.

static int *__attribute__((noinline)) last(int n)
{
    int counters[2] = {n, n + 1};
    int *place = &counters[1];
    return place;
}

int main(void)
{
    int *place = last(1);
    return *place; // <- violation
}
