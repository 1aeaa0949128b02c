// One page for a browser that shows violations and proofs: `heddle report`.
#ifndef HEDDLE_REPORT_PAGE_H
#define HEDDLE_REPORT_PAGE_H

#include "report/entry.h"

#include <jansson.h>

// What the page shows, as JSON: see page/page.js for what it reads.
struct page {
    json_t *violations, *proofs, *files; // arrays; owned
    text_list file_names;                // of `files`
};

void page_init(struct page *page);
void page_free(struct page *page);
// Adds the violation that a check has replayed and confirmed.
void page_add(struct page *page, struct heddle_check *check);
// Adds what the JSON result of a check says that ended safe (docs/results.md), whose sources have to be what
// they were. `path`: of the result, for messages. False with the error set.
bool page_add_proof(struct page *page, const char *path, const json_t *result, struct error *error);
// The page: HTML, styles, script and data in one text, which refers to nothing else. Owned by the caller.
char *page_text(const struct page *page);

// The page's parts, embedded at build time from page/.
extern const char page_html[], page_css[], page_js[];

#endif
