# 1 "gcc_atomics.c"
# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdatomic.h" 1 3 4
typedef enum { memory_order_relaxed = 0, memory_order_acquire = 2, memory_order_seq_cst = 5 } memory_order;
typedef _Atomic struct
{

  _Bool __val;
# 230 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdatomic.h" 3 4
} atomic_flag;
extern _Bool atomic_flag_test_and_set (volatile atomic_flag *);
# 2 "gcc_atomics.c" 2
static atomic_flag taken = { 0 };
struct pair { int x, y; };
static _Atomic struct pair pair;
static _Atomic int firsts;
void told(void)
{
  struct pair new = { 1, 2 };
  if (!__atomic_test_and_set ((&taken), 5))
    __atomic_fetch_add ((&firsts), (1), (memory_order_relaxed));
  __extension__ ({ __auto_type __atomic_store_ptr = (&pair); __typeof__ ((void)0, *__atomic_store_ptr) __atomic_store_tmp = (new); __atomic_store (__atomic_store_ptr, &__atomic_store_tmp, (5)); });
}
int first_told(void)
{
  struct pair seen = __extension__ ({ __auto_type __atomic_load_ptr = (&pair); __typeof__ ((void)0, *__atomic_load_ptr) __atomic_load_tmp; __atomic_load (__atomic_load_ptr, &__atomic_load_tmp, (memory_order_acquire)); __atomic_load_tmp; });
  return seen.y == 2 ? firsts : 0;
}
