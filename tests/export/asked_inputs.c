// Inputs of several kinds, between others that cannot matter to the assertion: each gets what it had in heddle.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

struct order {
    char kind;
    double price;
    short amounts[3];
};

extern unsigned __VERIFIER_nondet_uint(void);
extern __int128 __VERIFIER_nondet_int128(void);

static int total;
static unsigned colours[4];
static size_t none;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sell(void *argument)
{
    const struct order *order = argument;
    unsigned colour = __VERIFIER_nondet_uint(), times = __VERIFIER_nondet_uint();
    heddle_assume(times >= 1 && times <= 3);
    colours[times] = colour;
    int price = order->price > 2.5 ? order->amounts[1] * (int)times : 0;
#ifdef FIXED
    pthread_mutex_lock(&lock);
    total += price;
    pthread_mutex_unlock(&lock);
#else
    pthread_mutex_lock(&lock);
    int now = total;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    total = now + price;
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void)
{
    pthread_t first, second;
    long unused;
    struct order order;
    heddle_symbolic(&unused, sizeof unused, "unused");
    heddle_symbolic(&unused, none, "none");
    heddle_assume(__VERIFIER_nondet_int128() >> 70 == 5);
    heddle_symbolic(&order, sizeof order, "order");
    heddle_assume(order.kind == 'k' && order.price < 100 && order.amounts[1] > 4 && order.amounts[1] < 10);
    pthread_create(&first, 0, sell, &order);
    pthread_create(&second, 0, sell, &order);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(order.price <= 2.5 || total >= 2 * order.amounts[1]);
    return 0;
}
