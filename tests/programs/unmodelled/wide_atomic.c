// expect: inconclusive
// message: atomic
static _Atomic __int128 wide;

int main(void)
{
    wide += 1;
    return 0;
}
