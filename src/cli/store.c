// heddle store: what a store of results holds.
#include "store/store.h"

#include "base/memory.h"
#include "cli/arguments.h"
#include "report/buffer.h"
#include "report/json_text.h"
#include "report/store_place.h"
#include "store/portable.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// Texts

struct short_text {
    char text[32];
};

// "17 B", "3.4 KB", "120 MB"
static struct short_text size_text(uint64_t bytes)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    struct short_text text;
    double size = (double)bytes;
    int unit = 0;
    for (; size >= 999.5 && unit < 4; unit++)
        size /= 1024;
    snprintf(text.text, sizeof text.text, "%.*f %s", unit && size < 9.95 ? 1 : 0, size, units[unit]);
    return text;
}

// "12 s", "3 h", of seconds; "-": never.
static struct short_text age_text(int64_t moment, int64_t now)
{
    static const struct {
        int64_t seconds;
        const char *name;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    struct short_text text = {"-"};
    int64_t age = moment > 0 && now > moment ? now - moment : 0; // an import may have any moment
    size_t unit = 0;
    while (unit < 3 && age < 2 * units[unit].seconds)
        unit++;
    if (moment)
        snprintf(text.text, sizeof text.text, "%" PRId64 " %s", age / units[unit].seconds, units[unit].name);
    return text;
}

static struct short_text kind_text(uint32_t kind)
{
    struct short_text text;
    const char *word = store_kind_word(kind);
    if (word)
        snprintf(text.text, sizeof text.text, "%s", word);
    else
        snprintf(text.text, sizeof text.text, "kind %u", kind);
    return text;
}

// The list

struct store_listing {
    json_t *array; // NULL: text
    uint64_t entries;
    int64_t now;
};

static json_t *number_json(uint64_t number)
{
    return json_integer((json_int_t)number);
}

static json_t *item_json(const struct store_item *item)
{
    char key[33];
    json_t *object = json_object();
    snprintf(key, sizeof key, "%016" PRIx64 "%016" PRIx64, item->key.high, item->key.low);
    json_put(object, "kind", json_text(kind_text(item->key.kind).text));
    json_put(object, "key", json_text(key));
    json_put(object, "title", json_name(item->title));
    json_put(object, "size", number_json(item->size));
    json_put(object, "stored", number_json(item->stored));
    json_put(object, "uses", number_json(item->uses));
    json_put(object, "written", json_integer(item->written));
    json_put(object, "used", item->used ? json_integer(item->used) : json_null());
    return object;
}

static void show_item(void *context, const struct store_item *item)
{
    struct store_listing *listing = context;
    listing->entries++;
    if (listing->array) {
        json_add(listing->array, item_json(item));
        return;
    }
    if (listing->entries == 1)
        printf("%-8s %8s %8s %6s %8s %8s  %s\n", "kind", "size", "stored", "uses", "age", "used", "title");
    char *title = text_clean(item->title, false);
    printf("%-8s %8s %8s %6" PRIu64 " %8s %8s  %s\n", kind_text(item->key.kind).text,
           size_text(item->size).text, size_text(item->stored).text, item->uses,
           age_text(item->written, listing->now).text, age_text(item->used, listing->now).text, title);
    memory_free(title);
}

// Takes the object over.
static void print_json(json_t *object)
{
    char *text = json_print(object);
    fputs(text, stdout);
    memory_free(text);
}

static void print_list_json(struct store *store, const struct store_listing *listing,
                            const struct store_numbers *numbers)
{
    json_t *object = json_object();
    json_put(object, "read_only", json_boolean(store_is_read_only(store)));
    json_put(object, "entries", listing->array);
    json_put(object, "size", number_json(numbers->size));
    json_put(object, "stored", number_json(numbers->stored));
    bool shared = store_is_shared(store);
    json_put(object, shared ? "server_used" : "file_used", number_json(numbers->used));
    if (!shared)
        json_put(object, "file", number_json(numbers->file));
    json_put(object, "limit", shared && !numbers->limit ? json_null() : number_json(numbers->limit));
    print_json(object);
}

static int show_list(struct store *store, const struct settings *settings, struct error *error)
{
    struct store_numbers numbers;
    struct store_listing listing = {.now = (int64_t)time(NULL)};
    if (settings->store_format == STORE_JSON)
        listing.array = json_array();
    bool good = store_list(store, show_item, &listing, error) && store_count(store, &numbers, error);
    if (good && listing.array) {
        print_list_json(store, &listing, &numbers);
        return HEDDLE_SAFE;
    }
    json_decref(listing.array);
    if (!good)
        return HEDDLE_BAD_INPUT;
    printf("%" PRIu64 " %s, %s, %s compressed; ", numbers.entries, numbers.entries == 1 ? "entry" : "entries",
           size_text(numbers.size).text, size_text(numbers.stored).text);
    if (!store_is_shared(store))
        printf("%s of the file's %s are used, it may have %s%s\n", size_text(numbers.used).text,
               size_text(numbers.file).text, size_text(numbers.limit).text,
               store_is_read_only(store) ? "; read-only" : "");
    else if (numbers.limit)
        printf("the server uses %s of %s\n", size_text(numbers.used).text, size_text(numbers.limit).text);
    else
        printf("the server uses %s, without a limit\n", size_text(numbers.used).text);
    return HEDDLE_SAFE;
}

// Actions

// Two or three numbers that an action leads to, as text or JSON.
struct outcome {
    const char *key, *text;
    uint64_t number;
};

static void print_outcome(const struct settings *settings, const struct outcome *outcome, int count)
{
    json_t *object = settings->store_format == STORE_JSON ? json_object() : NULL;
    for (int i = 0; i < count; i++)
        if (object)
            json_put(object, outcome[i].key, number_json(outcome[i].number));
        else if (i == 0 || outcome[i].number)
            printf("%s%" PRIu64 " %s", i ? ", " : "", outcome[i].number, outcome[i].text);
    if (object)
        print_json(object);
    else
        putchar('\n');
}

static int check_values(struct store *store, const struct settings *settings, struct error *error)
{
    uint64_t checked, removed;
    if (!store_check(store, &checked, &removed, error))
        return HEDDLE_BAD_INPUT;
    const struct outcome outcome[] = {
        {"checked", "checked", checked},
        {"damaged", store_is_read_only(store) ? "damaged" : "damaged and removed", removed},
    };
    print_outcome(settings, outcome, 2);
    return removed ? HEDDLE_VIOLATION : HEDDLE_SAFE;
}

static int compact_named_store(struct store *store, const struct settings *settings, struct error *error)
{
    struct store_numbers before, after;
    if (!store_count(store, &before, error) || !store_compact(store, error) ||
        !store_count(store, &after, error))
        return HEDDLE_BAD_INPUT;
    const struct outcome outcome[] = {{"before", "bytes before", before.file},
                                      {"after", "bytes after", after.file}};
    print_outcome(settings, outcome, 2);
    return HEDDLE_SAFE;
}

static int export_all(struct store *store, const struct settings *settings, struct error *error)
{
    struct portable_counts counts;
    if (!portable_export(store, settings->export_to, &counts, error))
        return HEDDLE_BAD_INPUT;
    const struct outcome outcome[] = {
        {"entries", "entries exported", counts.entries},
        {"left_out", "left out: removed meanwhile, or damaged", counts.left_out}};
    print_outcome(settings, outcome, 2);
    return HEDDLE_SAFE;
}

static int import_all(struct store *store, const struct settings *settings, struct error *error)
{
    struct portable_counts counts;
    if (!portable_import(store, settings->import_from, &counts, error))
        return HEDDLE_BAD_INPUT;
    const struct outcome outcome[] = {{"entries", "entries imported", counts.entries},
                                      {"there", "there already", counts.there},
                                      {"left_out", "left out: too large for the store", counts.left_out}};
    print_outcome(settings, outcome, 3);
    return HEDDLE_SAFE;
}

static int print_cleared(const struct settings *settings)
{
    print_outcome(settings, &(struct outcome){"cleared", "store cleared", 1}, 1);
    return HEDDLE_SAFE;
}

static int clear_servers(struct store *store, const struct settings *settings, struct error *error)
{
    return store_remove_all(store, error) ? print_cleared(settings) : HEDDLE_BAD_INPUT;
}

static int run_store_action(const struct settings *settings, struct error *error)
{
    const char *place = settings->files.data[0];
    if (settings->clear_store && !address_is(place)) // damaged ones, too
        return store_clear(place, error) ? print_cleared(settings) : HEDDLE_BAD_INPUT;
    struct store *store =
        store_place_open(settings, place, settings->import_from ? STORE_MAKE : STORE_EXISTING, 0, error);
    if (!store)
        return HEDDLE_BAD_INPUT;
    int status = settings->check_store     ? check_values(store, settings, error)
                 : settings->compact_store ? compact_named_store(store, settings, error)
                 : settings->clear_store   ? clear_servers(store, settings, error)
                 : settings->export_to     ? export_all(store, settings, error)
                 : settings->import_from   ? import_all(store, settings, error)
                                           : show_list(store, settings, error);
    store_close(store);
    return status;
}

static bool check_store_settings(const struct settings *settings, struct error *error)
{
    if (settings->files.size != 1 || settings->clang_arguments.size)
        return error_set(error, "needs one folder, or one URL of servers");
    int actions = settings->check_store + settings->compact_store + settings->clear_store +
                  (settings->export_to != NULL) + (settings->import_from != NULL);
    return (actions <= 1 ||
            error_set(error, "--check, --compact, --clear, --export and --import exclude each other")) &&
           store_place_check(settings, settings->files.data[0], error);
}

int command_store(const struct cli_command *command, int count, char **arguments)
{
    return arguments_run(command, count, arguments,
                         (struct command_parts){check_store_settings, run_store_action});
}
