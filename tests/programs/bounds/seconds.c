// heddle: --max-seconds=1
// expect: inconclusive
// message: thread main is in this loop, after more than \d+ rounds \(--unwind=N bounds loops\)
// An endless loop that no bound stops, only the clock.
// timeout: 20
int main(void)
{
    unsigned x = 1;
    for (;;)
        x = x * 5 + 1;
}
