// expect: violation
// kinds: memory
static int table[10];
static int neighbour[10];

int main(void)
{
    int i = 0;
    neighbour[0] = 1;
    while (i < 11)
        table[i++] = 7; // <- violation
    return neighbour[0];
}
