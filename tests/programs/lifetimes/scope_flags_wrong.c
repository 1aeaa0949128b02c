// expect: violation
// kinds: memory
// message: use after scope: read of 4 bytes in v
// clang: -O1 -g0
// Flags of the program's do not take away what scopes are made of.
static int *p;

int main(int argc, char **argv)
{
    (void)argv;
    if (argc)
        goto in;
    {
        int v;
    in:
        v = 2;
        p = &v;
    }
    return *p; // <- violation
}
