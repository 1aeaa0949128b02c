// expect: violation
// kinds: abort
int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 2)
        __builtin_trap(); // <- violation
    return 0;
}
