// expect: violation
// kinds: memory
// The remainder of a negative number is negative.
extern int __VERIFIER_nondet_int(void);

static int buckets[4];

int main(void)
{
    int key = __VERIFIER_nondet_int();
    buckets[key % 4]++; // <- violation
    return 0;
}
