// heddle: --all
// expect: violation
// kinds: memory
// violations: 1
// message: uninitialised pointer: read of 4 bytes at an address that depends on uninitialised p
// timeout: 20
// A pointer that was never set points to any object, or to none: that is one violation.
int main(void)
{
    int *p;
    return *p; // <- violation
}
