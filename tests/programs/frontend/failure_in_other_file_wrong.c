// files: support/check.c
// expect: violation
// kinds: assertion
// The failure is in the other file (its line is marked there).
void check(int x);

int main(void)
{
    check(1);
    check(0);
    return 0;
}
