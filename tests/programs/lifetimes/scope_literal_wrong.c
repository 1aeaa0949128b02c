// expect: violation
// kinds: memory
// message: use after scope: read of 4 bytes in a compound literal
// case: KIND=1 none optimal default
// case: KIND=2 none optimal default
// case: KIND=3 none optimal default
// A compound literal lives as long as the block around it is executed.
static int *p, sum;
struct pair {
    int a, b;
};

static void use(void)
{
    sum += *p; // <- violation
}

static void in_block(int k)
{
    if (k) {
        p = &(int){1};
    }
    use();
}

static void in_loop(void)
{
    for (int round = 0; round < 2; round++) {
        if (round)
            use();
        {
            p = (int[]){1, 2};
            continue;
        }
    }
}

static void in_statement(int k)
{
    for (struct pair *q = &(struct pair){k, 1}; q->a; q->a--)
        p = &q->b;
    use();
}

int main(void)
{
    switch (KIND) {
    case 1: in_block(1); break;
    case 2: in_loop(); break;
    case 3: in_statement(1); break;
    }
}
