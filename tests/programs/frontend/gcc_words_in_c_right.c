// expect: safe
// A file that GCC has preprocessed may be called .c, too.
extern void free(void *) __attribute__((__nothrow__));
extern void *calloc(unsigned long, unsigned long) __attribute__((__malloc__)) __attribute__((__malloc__(free, 1)));
extern _Float32 strtof32(const char *, char **);
static __inline _Float32 half(void)
{
    return (_Float32)1 / 2;
}

int main(void)
{
    int *one = calloc(1, sizeof *one);
    *one = half() * 2 == 1;
    int result = *one;
    free(one);
    return result ? 0 : *(volatile int *)0;
}
