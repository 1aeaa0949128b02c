// expect: violation
// kinds: memory
static int *keep;

static void remember(int *p)
{
    keep = p;
}

static void work(void)
{
    int local = 3;
    remember(&local);
}

int main(void)
{
    work();
    return *keep; // <- violation
}
