"""The packages of bench/real: how each is built, what its harness (harness/NAME.c) needs, which verdicts are right, and a
mistake to plant in it."""

from dataclasses import dataclass, field


@dataclass
class Bug:
    """Text of the package's source that is replaced: `pattern` is a regular expression for re.subn, which must match `count`
    times."""

    file: str
    what: str
    pattern: str
    replacement: str
    count: int = 1
    options: list = field(default_factory=list)


@dataclass
class Package:
    name: str
    build: list  # commands of the shell in the package's folder, with `heddle` in the path; {work}: where packages are
    link: list  # what is checked with the harness, relative to the package's folder
    bug: Bug = None
    source: str = ""  # the name of the source package, where it is another one
    flags: list = field(default_factory=list)  # of the harness; folders of -I are relative to the package's
    libraries: list = field(default_factory=list)  # to link the harness natively
    options: list = field(default_factory=list)  # of heddle check
    rebuild: list = field(default_factory=list)  # after a change; by default the last command of `build`
    needs: list = field(default_factory=list)  # packages that are built before
    race_options: list = field(default_factory=list)  # of heddle check for data races
    race_flags: list = field(default_factory=list)  # of the harness for data races
    native: bool = True  # whether the harness is also run natively
    verdict: str = "safe"  # inconclusive: nothing better is known yet
    races: str = "safe"
    note: str = ""  # what a reader of the results should know

    def __post_init__(self):
        self.source = self.source or self.name


PACKAGES = [
    Package(
        name="ck",
        race_options=["--volatile=atomic"],
        build=["CC=heddle-cc ./configure", "make -C src"],
        link=["src/libck.a"],
        flags=["-Iinclude"],
        bug=Bug("src/ck_epoch.c", "an active reader is not waited for",
                r"active != 0 && ck_pr_load_uint\(&cr->epoch\) != epoch", "0 && epoch"),
    ),
    Package(
        name="liburcu",
        race_options=["--volatile=atomic"],
        build=['./configure CC="heddle cc" --disable-shared', "make -C src"],
        link=["src/.libs/liburcu-mb.a", "src/.libs/liburcu-common.a"],
        flags=["-Iinclude"],
        bug=Bug("src/urcu.c", "readers are waited for once, in one phase",
                r"wait_for_readers\(&registry, &cur_snap_readers, &qsreaders\);", ";"),
    ),
    Package(
        name="c-blosc",
        build=['CC="heddle cc" cmake -B out -DDEACTIVATE_SNAPPY=ON -DDEACTIVATE_LZ4=ON -DDEACTIVATE_ZSTD=ON -DDEACTIVATE_ZLIB=ON '
               "-DBUILD_TESTS=OFF -DBUILD_BENCHMARKS=OFF -DBUILD_FUZZERS=OFF",
               "cmake --build out --target blosc_static"],
        link=["out/blosc/libblosc.a"],
        flags=["-Iblosc"],
        bug=Bug("blosc/blosc.c", "a worker takes a block without the lock",
                r"pthread_mutex_(un)?lock\(&context->parent_context->count_mutex\);", ";", 9),
    ),
    Package(
        name="libzstd",
        build=["make -C lib CC='heddle cc' ZSTD_NO_ASM=1 libzstd.a-mt"],
        link=["lib/libzstd.a"],
        bug=Bug("lib/common/pool.c", "a job that ends does not say so",
                r"(ctx->numThreadsBusy--;\s*)ZSTD_pthread_cond_signal\(&ctx->queuePushCond\);", r"\1"),
    ),
    Package(
        name="libwebp",
        build=['./configure CC="heddle cc" --disable-shared', "make -C src/utils"],
        link=["src/utils/.libs/libwebputils.a"],
        flags=["-I."],
        bug=Bug("src/utils/thread_utils.c", "the status is looked at once", r"while \(worker->status_ != OK\)", "if (worker->status_ != OK)"),
    ),
    Package(
        name="nginx",
        race_options=["--volatile=atomic"],
        build=['./configure --with-cc="heddle cc" --with-threads --without-http --without-pcre', "make -f objs/Makefile objs/nginx"],
        link=["objs/nginx"],
        flags=["-Isrc/core", "-Isrc/event", "-Isrc/os/unix", "-Iobjs"],
        native=False,  # objs/nginx is a program with a main of its own
        bug=Bug("src/core/ngx_thread_pool.c", "the queue of what is done is not locked",
                r"ngx_spinlock\(&ngx_thread_pool_done_lock, 1, 2048\);", ";", 2),
    ),
    Package(
        name="redis",
        races="inconclusive",
        build=['make -C deps hdr_histogram hiredis linenoise lua CC="heddle cc"', 'make -C src CC="heddle cc" MALLOC=libc redis-server'],
        link=["src/redis-server"],
        native=False,
        bug=Bug("src/bio.c", "the lock is dropped", r"(bioSubmitJob\(int type, bio_job \*job\) \{\s*)pthread_mutex_lock\(&bio_mutex\[type\]\);", r"\1"),
    ),
    Package(
        name="zlib",
        build=['CC="heddle cc" CFLAGS="-O2 -DDYNAMIC_CRC_TABLE" ./configure --static', "make libz.a"],
        link=["libz.a"],
        flags=["-I."],
        bug=Bug("crc32.c", "who comes second does not wait", r"while \(!atomic_load\(&state->done\)\)\s*;", ";"),
    ),
    Package(
        name="xz-utils",
        verdict="inconclusive",
        races="inconclusive",
        build=['./configure CC="heddle cc" --disable-shared --disable-nls --disable-assembler', "make -C src/liblzma"],
        link=["src/liblzma/.libs/liblzma.a"],
        flags=["-Isrc/liblzma/api"],
        bug=Bug("src/liblzma/common/stream_encoder_mt.c", "the end of a block is not announced",
                r"(worker_start\(void \*thr_ptr\)\s*\{.*?)mythread_sync\(thr->coder->mutex\)", r"\1if (1)"),
    ),
    Package(
        name="htslib",
        build=["printf '#define HAVE_DRAND48 1\n' > config.h", "make CC='heddle cc' -o htscodecs/htscodecs thread_pool.o"],
        link=["thread_pool.o"],
        flags=["-I."],
        race_flags=["-DWORKERS=1"],  # with two, 60 seconds are not enough
        bug=Bug("thread_pool.c", "results are handed out as they come", r"if \(r->serial == q->next_serial\)(\s*break;)", r"\1"),
    ),
    Package(
        name="apr",
        races="violation",  # allocator_alloc looks at max_index before it takes the lock, on purpose
        rebuild=["make"],
        build=['./configure CC="heddle cc" --disable-shared', "make"],
        link=[".libs/libapr-1.a"],
        flags=["-Iinclude", "-D_GNU_SOURCE"],
        libraries=["-lcrypt", "-ldl"],
        bug=Bug("memory/unix/apr_pools.c", "the allocator's lock is dropped",
                r"if \(allocator->mutex\)\s*apr_thread_mutex_(lock|unlock)\(allocator->mutex\);", ";", 2),
    ),
    Package(
        name="portaudio19",
        race_options=["--volatile=atomic"],
        build=["./configure CC='heddle cc' --without-alsa --without-jack --disable-shared", "heddle cc -O2 -Isrc/common -Iinclude -c src/common/pa_ringbuffer.c"],
        link=["pa_ringbuffer.o"],
        flags=["-Isrc/common"],
        bug=Bug("src/common/pa_ringbuffer.c", "the index is advanced before the data is there",
                r"(PaUtil_WriteRingBuffer.*?)( {4}numWritten = .*?;)(.*?)( {4}PaUtil_AdvanceRingBufferWriteIndex.*?;\n)",
                r"\1\2\n\4\3"),
    ),
    Package(
        name="lz4",
        build=["make -C lib CC='heddle cc' liblz4.a"],
        link=["lib/liblz4.a"],
        flags=["-Ilib"],
        bug=Bug("lib/lz4.c", "the state of compression is shared",
                r"(int LZ4_compress_fast\(.*?#else\s*)LZ4_stream_t ctx;", r"\1static LZ4_stream_t ctx;"),
    ),
    Package(
        name="xxhash",
        build=["make CC='heddle cc' libxxhash.a"],
        link=["libxxhash.a"],
        flags=["-I."],
        bug=Bug("xxhash.h", "the state is shared",
                r"(XXH64_createState\(void\)\s*\{\s*)return \(XXH64_state_t\*\)XXH_malloc\(sizeof\(XXH64_state_t\)\);"
                r"(\s*\}.*?)XXH_free\(statePtr\);", r"\1static XXH64_state_t shared; return &shared;\2(void)statePtr;"),
    ),
    Package(
        name="openssl",
        build=['CC="heddle-cc" ./Configure linux-x86_64 no-asm no-shared no-tests', "make build_generated",
               "make crypto/libcrypto-lib-threads_pthread.o crypto/libcrypto-lib-mem.o"],
        link=["crypto/libcrypto-lib-threads_pthread.o", "crypto/libcrypto-lib-mem.o"],
        native=False,  # the two objects need more of the library than the harness reaches
        flags=["-Iinclude"],
        bug=Bug("crypto/threads_pthread.c", "the reference count is not atomic",
                r"\*ret = __atomic_add_fetch\(val, amount, __ATOMIC_ACQ_REL\);", "*ret = (*val += amount);"),
    ),
    Package(
        name="curl",
        build=['./configure CC="heddle cc" --without-ssl --disable-shared --without-zlib --without-libpsl --without-brotli '
               "--without-zstd --disable-ldap --without-nghttp2 --without-libidn2 --without-librtmp", "make -C lib"],
        link=["lib/.libs/libcurl.a"],
        flags=["-Iinclude"],
        bug=Bug("lib/easy.c", "initialising is not locked", r"global_init_(un)?lock\(\);", ";", 14,
                ["--property=data-race"]),
    ),
    Package(
        name="libevent",
        build=['CC="heddle cc" cmake -B out -DEVENT__DISABLE_OPENSSL=ON -DEVENT__DISABLE_TESTS=ON -DEVENT__DISABLE_SAMPLES=ON '
               "-DEVENT__DISABLE_BENCHMARK=ON -DEVENT__LIBRARY_TYPE=STATIC",
               "cmake --build out --target event_core_static event_pthreads_static"],
        link=["out/lib/libevent_core.a", "out/lib/libevent_pthreads.a"],
        flags=["-Iinclude", "-Iout/include"],
        bug=Bug("buffer.c", "adding is not locked",
                r"(\nevbuffer_add\(struct evbuffer \*buf.*?)EVBUFFER_LOCK\(buf\);(.*?)EVBUFFER_UNLOCK\(buf\);", r"\1\2"),
    ),
    Package(
        name="libxml2",
        build=['./configure CC="heddle cc" --disable-shared --without-python --without-lzma --without-zlib --without-icu',
               "make libxml2.la"],
        link=[".libs/libxml2.a"],
        flags=["-Iinclude"],
        libraries=["-lm"],
        bug=Bug("dict.c", "the reference count is not locked",
                r"(xmlDictReference\(xmlDictPtr dict\) \{.*?)xmlR?MutexLock\(xmlDictMutex\);(.*?)xmlR?MutexUnlock\(xmlDictMutex\);", r"\1\2"),
    ),
    Package(
        name="libuv1",
        build=['CC="heddle cc" cmake -B out -DBUILD_TESTING=OFF', "cmake --build out --target uv_a"],
        link=["out/libuv_a.a"],
        flags=["-Iinclude"],
        libraries=["-ldl"],
        bug=Bug("src/unix/async.c", "the loop is not woken up", r"uv__async_send\(handle->loop\);", ";"),
    ),
    Package(
        name="lmdb",
        races="violation",  # mdb_txn_renew0 reads the flags of the writers' one transaction before it takes the lock
        build=['make -C libraries/liblmdb CC="heddle cc" liblmdb.a'],
        link=["libraries/liblmdb/liblmdb.a"],
        flags=["-Ilibraries/liblmdb"],
        bug=Bug("libraries/liblmdb/mdb.c", "the newest state is looked up before the lock",
                r"(if \(LOCK_MUTEX\(rc, env, env->me_wmutex\)\)\s*return rc;\s*)txn->mt_txnid = ti->mti_txnid;",
                r"txnid_t last = ti->mti_txnid; \1txn->mt_txnid = last;"),
    ),
    Package(
        name="lua5.4",
        # The seed of its hashes is made of the time and of addresses; any would do here, so it is fixed.
        build=["""make -C src CC="heddle cc" MYCFLAGS='-D"luai_makeseed(L)=7"' liblua.a"""],
        link=["src/liblua.a"],
        # Lua compares pointers, so that each allocation of one thread could get what the other has just released.
        options=["--reuse=off"],
        bug=Bug("src/lparser.c", "the parser's state is shared", r"LexState lexstate;\s*FuncState funcstate;",
                "static LexState lexstate; static FuncState funcstate;"),
        flags=["-Isrc"],
        libraries=["-lm"],
    ),
    Package(
        name="mimalloc",
        build=['CC="heddle cc" cmake -B out -DCMAKE_BUILD_TYPE=Release -DMI_OVERRIDE=OFF -DMI_BUILD_TESTS=OFF',
               "cmake --build out --target mimalloc-static"],
        link=["out/libmimalloc.a"],
        flags=["-Iinclude"],
        bug=Bug("src/alloc.c", "a thread frees another's block as its own",
                r"(is_local= )\(_mi_thread_id\(\) == mi_atomic_load_relaxed\(&segment->thread_id\)\);", r"\1true;",
                options=["--property=data-race"]),
    ),
    Package(
        name="sqlite3",
        verdict="inconclusive",
        races="inconclusive",
        build=['ac_cv_func_malloc_usable_size=no ./configure CC="heddle cc" --disable-shared --disable-tcl --disable-readline',
               "make sqlite3.c sqlite3.h libsqlite3.la"],
        link=[".libs/libsqlite3.a"],
        flags=["-I."],
        libraries=["-ldl", "-lm"],
        bug=Bug("src/vdbeapi.c", "a step of a statement does not lock the connection",
                r"(int sqlite3_step\(sqlite3_stmt \*pStmt\)\{.*?db = v->db;\s*)sqlite3_mutex_enter\(db->mutex\);", r"\1"),
    ),
]


def find(name):
    for package in PACKAGES:
        if package.name == name:
            return package
    raise SystemExit(f"run: no package is called {name}")
