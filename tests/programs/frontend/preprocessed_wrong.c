// files: support/halve.i
// expect: violation
// kinds: arithmetic
// (The line is one of halve.c, which is not here.)
int ratio(int a, int b);

int main(void)
{
    return ratio(6, 3) + ratio(6, 0);
}
