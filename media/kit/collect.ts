/**
 * Collects garbage if the process was started with `--expose-gc`; otherwise does nothing. Tensor buffers lie outside
 * V8's heap and hardly trigger collections, so that a long recording would keep 60 MB of them (measured).
 */
export const collectGarbage = (): void => globalThis.gc?.();
