// expect: inconclusive
// message: the variable 'sys_nerr', which no file defines
// Variables that no library has any more are named.
extern int sys_nerr;

int main(void)
{
    return sys_nerr;
}
