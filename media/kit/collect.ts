/**
 * Collects garbage, in a process that was started with `--expose-gc`; elsewhere it does nothing. Buffers of tensors lie
 * outside of V8's heap and hardly press it to collect, so that a long recording would keep 60 MB of them (measured).
 */
export const collectGarbage = (): void => globalThis.gc?.();
