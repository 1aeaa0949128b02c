// BUG=1: a folder counts as done when it is taken, not when it is added up.
//        The worker takes the last folder; the caller sees outstanding == 0 and copies the totals; the worker
//        adds what it counted: it is missing in the copy.
// BUG=2: the totals are added up without the lock.
//        Both workers read totals.files, both add to what they read, one of the additions is lost.
// BUG=3: the end of the scan is signalled, not broadcast.
//        Both workers wait for a folder; one of them is woken and leaves; the other sleeps for ever, and the
//        caller with it.
#include "scanner.h"

#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

// Lists a folder to be scanned. The lock is held.
static void list_folder(struct scanner *scanner, const struct tree_node *folder)
{
    struct scanner_job *job = malloc(sizeof *job);
    if (job == NULL) {
        scanner->failed = true;
        return;
    }
    *job = (struct scanner_job){.next = scanner->jobs, .folder = folder};
    scanner->jobs = job;
    scanner->outstanding++;
    pthread_cond_signal(&scanner->work);
}

// Takes a folder, waiting for one; NULL when the scan is over. The lock is held.
static const struct tree_node *take_folder(struct scanner *scanner)
{
    while (scanner->jobs == NULL && !scanner->over)
        pthread_cond_wait(&scanner->work, &scanner->lock);
    struct scanner_job *job = scanner->jobs;
    if (job == NULL)
        return NULL;
    const struct tree_node *folder = job->folder;
    scanner->jobs = job->next;
    free(job);
    return folder;
}

// The lock is held.
static void finish_folder(struct scanner *scanner)
{
    scanner->outstanding--;
    if (scanner->outstanding == 0)
        pthread_cond_signal(&scanner->done);
}

static bool passes(const struct scanner_filter *filter, const struct tree_node *file)
{
    return file->size >= filter->minimum_size &&
           (filter->suffix == NULL || tree_name_ends(file, filter->suffix));
}

static void count_file(struct scanner_totals *totals, const struct scanner_filter *filter,
                       const struct tree_node *file)
{
    if (!passes(filter, file)) {
        totals->skipped++;
        return;
    }
    totals->files++;
    totals->bytes += file->size;
    if (totals->largest == NULL || file->size > totals->largest_size) {
        totals->largest = file;
        totals->largest_size = file->size;
    }
}

// What is directly in the folder. No lock is needed: nobody changes the tree.
static struct scanner_totals read_folder(const struct scanner *scanner, const struct tree_node *folder)
{
    struct scanner_totals totals = {.folders = 1};
    for (const struct tree_node *entry = folder->first; entry != NULL; entry = entry->sibling)
        if (entry->kind == TREE_FILE)
            count_file(&totals, &scanner->filter, entry);
    return totals;
}

static void add_totals(struct scanner_totals *sum, const struct scanner_totals *part)
{
    sum->files += part->files;
    sum->folders += part->folders;
    sum->bytes += part->bytes;
    sum->skipped += part->skipped;
    if (part->largest != NULL && (sum->largest == NULL || part->largest_size > sum->largest_size)) {
        sum->largest = part->largest;
        sum->largest_size = part->largest_size;
    }
}

static void list_subfolders(struct scanner *scanner, const struct tree_node *folder)
{
    for (const struct tree_node *entry = folder->first; entry != NULL; entry = entry->sibling)
        if (entry->kind == TREE_FOLDER)
            list_folder(scanner, entry);
}

// What is left in the list when no thread could be started.
static void drop_jobs(struct scanner *scanner)
{
    struct scanner_job *next;
    for (struct scanner_job *job = scanner->jobs; job != NULL; job = next) {
        next = job->next;
        free(job);
    }
}

static void *work(void *argument)
{
    struct scanner *scanner = argument;
    pthread_mutex_lock(&scanner->lock);
    for (const struct tree_node *folder = take_folder(scanner); folder != NULL;
         folder = take_folder(scanner)) {
        // First what gives the other workers something to do.
        list_subfolders(scanner, folder);
#if BUG == 1
        finish_folder(scanner);
#endif
        pthread_mutex_unlock(&scanner->lock);
        struct scanner_totals part = read_folder(scanner, folder);
#if BUG == 2
        add_totals(&scanner->totals, &part);
        pthread_mutex_lock(&scanner->lock);
#else
        pthread_mutex_lock(&scanner->lock);
        add_totals(&scanner->totals, &part);
#endif
#if BUG != 1
        finish_folder(scanner);
#endif
    }
    pthread_mutex_unlock(&scanner->lock);
    return NULL;
}

// Waits until nothing is outstanding, and tells the workers. Returns the totals.
static struct scanner_totals end_scan(struct scanner *scanner)
{
    pthread_mutex_lock(&scanner->lock);
    while (scanner->outstanding > 0)
        pthread_cond_wait(&scanner->done, &scanner->lock);
    struct scanner_totals totals = scanner->totals;
    scanner->over = true;
#if BUG == 3
    pthread_cond_signal(&scanner->work);
#else
    pthread_cond_broadcast(&scanner->work);
#endif
    pthread_mutex_unlock(&scanner->lock);
    return totals;
}

bool scanner_run(const struct tree_node *root, struct scanner_filter filter, size_t workers,
                 struct scanner_totals *totals)
{
    struct scanner scanner = {.filter = filter};
    pthread_mutex_init(&scanner.lock, NULL);
    pthread_cond_init(&scanner.work, NULL);
    pthread_cond_init(&scanner.done, NULL);
    list_folder(&scanner, root);
    *totals = (struct scanner_totals){0};

    pthread_t threads[SCANNER_WORKERS];
    size_t started = 0;
    while (started < workers && started < SCANNER_WORKERS &&
           pthread_create(&threads[started], NULL, work, &scanner) == 0)
        started++;
    if (started == 0)
        scanner.failed = true;
    else
        *totals = end_scan(&scanner);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);

    drop_jobs(&scanner);
    pthread_cond_destroy(&scanner.done);
    pthread_cond_destroy(&scanner.work);
    pthread_mutex_destroy(&scanner.lock);
    return !scanner.failed;
}
