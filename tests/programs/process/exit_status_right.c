// expect: safe
// The program's own exit status is not heddle's.
int main(void)
{
    return 1;
}
