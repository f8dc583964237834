/** `bare`: uWebSockets.js alone, sending each frame back. `uws`, `ws`: our gateway on either driver. */
export type ServedKind = 'bare' | 'uws' | 'ws';

/** Since the server began. */
export interface Measures {
  readonly cpuSeconds: number;
  readonly rssBytes: number;
  /** JavaScript's own, array buffers included. */
  readonly heapBytes: number;
  readonly collections: number;
  readonly collectingMs: number;
  readonly streams: number;
  /** Audio that came and audio that left. */
  readonly framesIn: number;
  readonly framesOut: number;
}

/** How late frames left, by our own clock. */
export interface Lateness {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface Served {
  readonly port: number;
  counts(): Pick<Measures, 'streams' | 'framesIn' | 'framesOut'>;
  lateness(): Lateness;
}
