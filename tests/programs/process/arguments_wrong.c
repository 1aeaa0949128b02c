// expect: violation
// kinds: memory
// There is no argument: argv[1] is the null pointer at the end.
int main(int argc, char **argv)
{
    (void)argc;
    return argv[1][0]; // <- violation
}
