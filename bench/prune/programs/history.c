// Where pruning does not help. Two threads write N digits each, 1 and 2, to a log: one number in base 3. The claim, that
// no digit was lost, looks at the whole log in the end, and needs of the log at any place before, for each of the many ways
// on, that the digits it then has add up: a condition for each interleaving of what is left, none of which implies another
// as far as arithmetic on one word shows (it is a fact about digits, not about sizes). So a summary either has all of them,
// C(2 d, d) parts where both threads have d digits to go, and evaluating it is as much work as exploring what is below;
// or it is made small by fixing the log to what it is now, and then it is never met again, since no two ways to a place
// leave the same log. Safe; C(2 N, N) traces.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned history;

static void *write_digits(void *argument)
{
    unsigned digit = *(const unsigned *)argument;
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&lock);
        history = 3 * history + digit;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    static const unsigned digits[] = {1, 2};
    pthread_t first, second;
    pthread_create(&first, NULL, write_digits, (void *)&digits[0]);
    pthread_create(&second, NULL, write_digits, (void *)&digits[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    unsigned sum = 0;
    for (int k = 0; k < 2 * N; k++) {
        sum += history % 3;
        history /= 3;
    }
    assert(sum == 3 * N);
    return 0;
}
