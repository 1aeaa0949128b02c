// expect: safe
#include <assert.h>

static int product[2][2];

static void multiply(int a[2][2], int b[2][2])
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            product[i][j] = 0;
            for (int k = 0; k < 2; k++)
                product[i][j] += a[i][k] * b[k][j];
        }
}

int main(void)
{
    int fibonacci[2][2] = {{1, 1}, {1, 0}}, power[2][2] = {{1, 0}, {0, 1}};
    for (int n = 0; n < 10; n++) {
        multiply(power, fibonacci);
        for (int i = 0; i < 4; i++)
            power[i / 2][i % 2] = product[i / 2][i % 2];
    }
    assert(power[0][1] == 55);
    return 0;
}
