#include "store/head.h"

#include "store/message.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <math.h>
#include <string.h>
#include <time.h>

enum { HEAD_MAGIC = 0x48656164, HEAD_VERSION = 1 };

static void put_number(unsigned char *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (unsigned char)(number >> 8 * (bytes - 1 - i));
}

static uint64_t get_number(const unsigned char *from, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number = number << 8 | from[i];
    return number;
}

struct key_bytes key_bytes(const struct store_key *key, uint32_t part)
{
    struct key_bytes bytes;
    put_number(bytes.data, key->kind, 4);
    put_number(bytes.data + 4, key->high, 8);
    put_number(bytes.data + 12, key->low, 8);
    put_number(bytes.data + KEY_BYTES, part, 4);
    return bytes;
}

bool key_read(struct bytes bytes, struct store_key *key)
{
    if (bytes.size != KEY_BYTES && bytes.size != PART_KEY_BYTES)
        return false;
    const unsigned char *from = bytes.data;
    *key = (struct store_key){.kind = (uint32_t)get_number(from, 4),
                              .high = get_number(from + 4, 8),
                              .low = get_number(from + 12, 8)};
    return true;
}

// With head->own 0.
static uint64_t own_checksum(const struct store_key *key, const struct head *head, const char *title)
{
    unsigned char bytes[HEAD_MOST_BYTES];
    struct key_bytes name = key_bytes(key, 0);
    memcpy(bytes, name.data, KEY_BYTES);
    memcpy(bytes + KEY_BYTES, head, sizeof *head);
    memcpy(bytes + KEY_BYTES + sizeof *head, title, head->title_size);
    return XXH3_64bits(bytes, KEY_BYTES + sizeof *head + head->title_size);
}

size_t head_write(const struct store_key *key, struct head *head, const char *title,
                  unsigned char to[HEAD_MOST_BYTES])
{
    size_t length = strnlen(title, STORE_TITLE_MOST);
    char text[STORE_TITLE_MOST + 1] = {0};
    memcpy(text, title, length);
    head->magic = HEAD_MAGIC;
    head->version = HEAD_VERSION;
    head->title_size = (uint16_t)(length + 1);
    head->own = 0;
    head->own = own_checksum(key, head, text);
    memcpy(to, head, sizeof *head);
    memcpy(to + sizeof *head, text, length + 1);
    return sizeof *head + length + 1;
}

bool head_read(const struct store_key *key, struct bytes bytes, struct head *head, const char **title)
{
    if (bytes.size <= sizeof *head)
        return false;
    memcpy(head, bytes.data, sizeof *head);
    *title = (const char *)bytes.data + sizeof *head;
    if (head->magic != HEAD_MAGIC || head->version != HEAD_VERSION ||
        head->title_size > STORE_TITLE_MOST + 1 || bytes.size != sizeof *head + head->title_size ||
        (*title)[head->title_size - 1] != 0)
        return false;
    uint64_t own = head->own;
    head->own = 0;
    return own_checksum(key, head, *title) == own && head->size <= MESSAGE_MOST && head->stored <= head->size;
}

int64_t head_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * MOMENTS_PER_SECOND + now.tv_nsec / (1000000000 / MOMENTS_PER_SECOND);
}

void head_count(struct head *head, struct head_clock clock)
{
    uint64_t since = clock.now > head->clock ? clock.now - head->clock : 0;
    head->worth = 1 + head->worth * exp2(-(double)since / (double)clock.half);
    head->clock = clock.now;
}

void head_use(struct head *head, int64_t moment, struct head_clock clock)
{
    head_count(head, clock);
    head->uses++;
    if (moment > head->used)
        head->used = moment;
}

double head_score(const struct head *head, struct head_clock clock)
{
    return log2(head->worth) + (double)head->clock / (double)clock.half;
}
