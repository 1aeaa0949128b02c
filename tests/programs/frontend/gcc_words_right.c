// files: support/gcc_words.i
// expect: safe
int tried(void);

int main(void)
{
    return tried() == 4 ? 0 : *(volatile int *)0;
}
