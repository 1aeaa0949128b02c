extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "huge_allocation.c", 3, "reach_error"); }
typedef unsigned int size_t;
extern void *malloc(size_t size);
extern void free(void *block);
extern unsigned int __VERIFIER_nondet_uint(void);
int main()
{
    unsigned int count = __VERIFIER_nondet_uint();
    if (count != 3 && count != 700000000)
        abort();
    int *array = malloc(count * sizeof(int));
    if (!array)
        reach_error();
    array[count - 1] = 1;
    int result = array[count - 1] - 1;
    free(array);
    return result;
}
