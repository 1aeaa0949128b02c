// clang: -m32
// expect: safe
// The 32-bit data model. No headers: a 64-bit machine need not have those of 32 bits.
extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned size_type;
void *malloc(size_type size);
void free(void *p);

struct node {
    char tag;
    struct node *next;
    long long big;
};

int main(void)
{
    __VERIFIER_assert(sizeof(void *) == 4 && sizeof(long) == 4 && sizeof(long long) == 8);
    __VERIFIER_assert(sizeof(struct node) == 16);
    unsigned long x = 0xffffffffu;
    x++;
    __VERIFIER_assert(x == 0);
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->big = 1LL << 40;
    __VERIFIER_assert(a->next->big >> 38 == 4);
    int values[4] = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4)
        __VERIFIER_assert(*(values + i) == (int)i + 1);
    free(a);
    free(b);
    return 0;
}
