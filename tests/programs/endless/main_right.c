// heddle: --property=assertion,abort,memory,lock,arithmetic
// expect: safe
// The same where deadlocks are not asked for: the thread never goes on, and all has been seen.
static int mix(int n)
{
    int slots[4];
    for (int k = 0; k < 4; k++)
        slots[k] = n + k;
    return slots[n & 3];
}

int main(void)
{
    int k = 0;
    for (;;)
        k = (k + mix(k) + 1) % 7;
}
