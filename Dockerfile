# syntax=docker/dockerfile:1
# The first stage builds, the second holds nothing but the program, an allocator, a C library and a user without rights.
# docs/hosting.md says how to use it; `compose.yaml` is the short way.

FROM rust:1.95-slim-trixie AS build
# An allocator that gives back what a busy evening needed (docs/hosting.md, *Memory*).
RUN apt-get update \
    && apt-get install -y --no-install-recommends libjemalloc2 \
    && cp /usr/lib/*/libjemalloc.so.2 /usr/local/lib/
WORKDIR /istaka
COPY . .
# What cargo has fetched and compiled stays on the building machine for the next time. Cargo judges by the times of files: sources
# of an older version, out of an archive, would pass for those of the newer one that was compiled last. So all of them are new.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/istaka/target \
    find . -path ./target -prune -o -type f -exec touch {} + \
    && cargo build --release --locked \
    && cp target/release/istaka /usr/local/bin/istaka \
    && mkdir /data

FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /usr/local/bin/istaka /usr/local/bin/istaka
COPY --from=build /usr/local/lib/libjemalloc.so.2 /usr/local/lib/libjemalloc.so.2
COPY --from=build --chown=65532:65532 --chmod=700 /data /data
# Where the allocator cannot be loaded, the loader says so and the C library's is used: its threads that come and go keep
# nothing for themselves, a third less memory with many tables (docs/benchmarks.md).
# Temporary files can be as long as the database, and nothing but the volume has room for that: SQLite and the program ask for
# `TMPDIR`.
ENV ISTAKA_DB=/data/istaka.db \
    TMPDIR=/data \
    ISTAKA_METRICS_PORT=4181 \
    LD_PRELOAD=/usr/local/lib/libjemalloc.so.2 \
    MALLOC_CONF=narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0,background_thread:true,tcache_max:4096,lg_tcache_nslots_mul:0,tcache_nslots_small_max:32 \
    MALLOC_ARENA_MAX=1
USER 65532:65532
WORKDIR /data
VOLUME /data
# It ends in order within nine seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["/usr/local/bin/istaka", "health"]
ENTRYPOINT ["/usr/local/bin/istaka"]
