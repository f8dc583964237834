const { runWatched } = await import(new URL('../../dist/src/watched-process/index.js', import.meta.url).href);

/** Replaces the server: prints the ids of its processes, and is then killed. */
await runWatched({
  module: new URL('./spins.mjs', import.meta.url),
  args: [],
  heapMebibytes: 64,
  memoryBytes: 2 ** 30,
  stallMs: 600_000,
  signal: new AbortController().signal,
  onMessage: (/** @type {unknown} */ message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
});
