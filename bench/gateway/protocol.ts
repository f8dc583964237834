/** `bare`: uWebSockets.js alone, echoing each frame. `uws`, `ws`: the gateway on either driver. */
export type ServedKind = 'bare' | 'uws' | 'ws';

/** Totals since the server started. */
export interface Measures {
  readonly cpuSeconds: number;
  readonly rssBytes: number;
  /** JavaScript memory, including array buffers. */
  readonly heapBytes: number;
  readonly collections: number;
  readonly collectingMs: number;
  readonly streams: number;
  /** Audio frames received and sent. */
  readonly framesIn: number;
  readonly framesOut: number;
}

/** Lateness of sent frames, by the server's own clock. */
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
