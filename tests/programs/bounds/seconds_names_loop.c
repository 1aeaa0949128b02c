// heddle: --max-seconds=1
// expect: inconclusive
// message: the time budget ran out \(--max-seconds\) in the first execution: thread main is in this loop, after more than \d+ rounds \(--unwind=N bounds loops\)
// text: at .*seconds_names_loop.c:1[89]$
// timeout: 20
// The innermost loop ends each time: what goes on and on is the one around it, in the caller.
static volatile unsigned numbers[4];

static void fill(unsigned seed)
{
    for (unsigned i = 0; i < 4; i++)
        numbers[i] = seed + i;
}

int main(void)
{
    unsigned long x = 1;
    while (x) {
        x = x * 5 + 1;
        fill((unsigned)x);
    }
}
