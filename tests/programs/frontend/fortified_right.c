// files: support/fortified.i
// expect: safe
// output: 3 of 4\n
// What GCC makes of the headers of the GNU C library with _FORTIFY_SOURCE is a program as without.
int printed(void);

int main(void)
{
    return printed() == 6 ? 0 : *(volatile int *)0;
}
