// expect: inconclusive
// message: mystery
// Nobody knows what it does.
extern int mystery(int);

int main(void)
{
    return mystery(3) == 4;
}
