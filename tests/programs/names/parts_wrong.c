// What was touched is named as in the source, by debug information: members, elements, enumerators, flags, characters, and what
// pointers point to.
// heddle: --slice=off --full-schedule
// expect: violation
// kinds: assertion
// text: lock queue\.table\[2\]\.lock
// text: read queue\.head = &first  
// text: write queue\.head = malloc at parts_wrong\.c:49  
// text: write queue\.head = malloc at parts_wrong\.c:49 #2  
// text: write queue\.state = RUNNING  
// text: write queue\.state = FAILED  
// text: write queue\.flags = READ \| EXECUTE  
// text: write queue\.flags = 9  
// text: write queue\.total = 4294967295 \(0xffffffff\)
// text: write queue\.\{number, fraction\} = 2  
// text: write queue\.text = &queue\.buffer\[1\] "i"
// text: write first\.value = 4  
// text: queue\.head->\{low, high\} = 
// text: write queue\.head->name\[3\] = '\\n'
// text: write grid\[1\]\[2\] = -5  
// text: write message = "hello"
// text: write done = true  
// text: write queue\.run = run_once\(\)
// text: write queue\.words\[1\] = 7  
// text: write queue\.words = NULL  
// text: write \(malloc at parts_wrong\.c:51\)\[1\] = 8  
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum state { IDLE, RUNNING = 4, FAILED = -2 };
typedef enum { READ = 1, WRITE = 2, EXECUTE = 4 } flags;

struct node { struct node *next; int value; char name[8]; unsigned low : 3, high : 5; };
struct {
    struct node *head; enum state state; flags flags; unsigned total; char buffer[8], *text; int *words;
    struct { union { int number; float fraction; }; };
    struct { pthread_mutex_t lock; int n; } table[3];
    void (*run)(void);
} queue;
int grid[3][4];
const char *message;
bool done;
static void run_once(void) {}

static void *work(void *argument)
{
    struct node *n = malloc(sizeof *n);
    n->next = argument ? queue.head : NULL;
    int *words = malloc(3 * sizeof *words);
    pthread_mutex_lock(&queue.table[2].lock);
    queue.head = n;
    queue.state = RUNNING;
    queue.state = FAILED;
    queue.flags = READ | EXECUTE;
    queue.flags = (flags)9;
    queue.total = -1u;
    queue.number = 2;
    queue.buffer[0] = 'h';
    queue.buffer[1] = 'i';
    queue.text = &queue.buffer[1];
    queue.head->next->value = 4;
    queue.head->low = 5;
    queue.head->name[3] = '\n';
    grid[1][2] = -5;
    message = "hello";
    done = true;
    queue.run = run_once;
    queue.words = words;
    queue.words[1] = 7;
    queue.words = NULL;
    words[1] = 8;
    pthread_mutex_unlock(&queue.table[2].lock);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct node first = {0};
    queue.head = &first;
    pthread_create(&thread, NULL, work, &first);
    work(&first);
    pthread_join(thread, NULL);
    assert(queue.state == RUNNING); // <- violation
}
