const { serveWork } = await import(new URL('../../dist/src/threads/index.js', import.meta.url).href);

/** Work for tests. `block` takes until somebody wakes the lock. */
serveWork({
  double: (/** @type {number} */ value) => 2 * value,
  block: (/** @type {SharedArrayBuffer} */ lock) => {
    const view = new Int32Array(lock);
    Atomics.add(view, 1, 1);
    Atomics.wait(view, 0, 0);
    return 'woken';
  },
  spin: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  fill: () => {
    const all = [];
    for (;;) all.push(new Array(10_000).fill({}));
  },
  fail: () => {
    throw new RangeError('too deep');
  },
});
