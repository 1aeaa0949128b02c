// heddle: --max-seconds=1
// expect: inconclusive
// message: thread main is in this loop, after more than \d+ rounds \(--unwind=N bounds loops\)
// A loop that no bound stops, only the clock: x comes to be 0 after some 10^19 rounds.
// timeout: 20
int main(void)
{
    unsigned long x = 1;
    while (x)
        x = x * 5 + 1;
    return 0;
}
