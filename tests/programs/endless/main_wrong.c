// expect: violation
// kinds: deadlock
// message: thread main spins for ever at .*:16
// A loop that goes through the same few states again and again, with a call and a local array in each round.
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
    while (k < 7) // <- violation
        k = (k + mix(k) + 1) % 7;
}
