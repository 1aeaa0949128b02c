#include "report/page.h"

#include "base/failure.h"
#include "base/memory.h"
#include "report/json_text.h"

#include <stdlib.h>
#include <string.h>

void page_init(struct page *page)
{
    *page = (struct page){.violations = json_array(), .proofs = json_array(), .files = json_array()};
}

void page_free(struct page *page)
{
    json_decref(page->violations);
    json_decref(page->proofs);
    json_decref(page->files);
    text_list_free(&page->file_names);
    *page = (struct page){0};
}

// The data as it stands in the page: no text in it ends a script or begins a comment. Owned by the caller.
static char *page_data(const struct page *page)
{
    json_t *data = json_object();
    json_put(data, "heddle", json_string(HEDDLE_VERSION));
    json_put(data, "violations", json_incref(page->violations));
    json_put(data, "proofs", json_incref(page->proofs));
    json_put(data, "files", json_incref(page->files));
    char *plain = json_dumps(data, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(data);
    if (!plain)
        failure_memory();
    struct buffer out = {0};
    for (const char *p = plain; *p; p++) { // these stand in strings only
        if (*p == '<' || *p == '>' || *p == '&')
            buffer_print(&out, "\\u%04x", (unsigned)*p);
        else
            buffer_append(&out, p, 1);
    }
    free(plain);
    return buffer_take(&out);
}

// The part that stands where the template says so; NULL: none does.
static const char *part_of_page(const char *mark, size_t length, const char *data)
{
    const struct {
        const char *name, *text;
    } parts[] = {{"STYLE", page_css}, {"SCRIPT", page_js}, {"DATA", data}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strlen(parts[i].name) == length && memcmp(parts[i].name, mark, length) == 0)
            return parts[i].text;
    return NULL;
}

char *page_text(const struct page *page)
{
    struct buffer out = {0};
    char *data = page_data(page);
    for (const char *p = page_html; *p;) { // @@NAME@@
        const char *mark = strstr(p, "@@"), *end = mark ? strstr(mark + 2, "@@") : NULL;
        const char *part = end ? part_of_page(mark + 2, (size_t)(end - mark - 2), data) : NULL;
        if (!part) {
            buffer_append(&out, p, strlen(p));
            break;
        }
        buffer_append(&out, p, (size_t)(mark - p));
        buffer_append(&out, part, strlen(part));
        p = end + 2;
    }
    memory_free(data);
    return buffer_take(&out);
}
