// clang: -std=gnu89
// expect: safe
// Functions without declarations, definitions as before 1989.
static int shared;

void *run(argument) void *argument;
{
    shared = 1;
    return argument;
}

add(a, b) int a;
char b;
{
    return a + b;
}

main()
{
    unsigned long thread;
    int *number = malloc(4);
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    *number = add(shared, 1);
    printf("%d\n", *number);
    assert(*number == 2);
    free(number);
    exit(0);
}
