/** Output that is due now, in order. A mark follows the last frame of its phrase. */
export type PacerOutput =
  /**
   * `phraseId` is the phrase of the first sample; the frame may end in the next one. `samples` may share memory with
   * the queued ones.
   */
  | { readonly type: 'audio'; readonly samples: Float32Array; readonly phraseId: string }
  /** Everything of the phrase has been sent. */
  | { readonly type: 'mark'; readonly name: string }
  /** The far end ran out of audio inside this phrase. Emitted once per gap. */
  | { readonly type: 'underrun'; readonly phraseId: string }
  /** All queued audio has been sent and, by our clock, played. Emitted once. */
  | { readonly type: 'idle' };

/** Receives the output that is due, in order; see `PacerOutput`. */
export interface PacerSink {
  audio(samples: Float32Array, phraseId: string): void;
  mark(name: string): void;
  underrun?(phraseId: string): void;
  idle?(): void;
}

/** Position of the listener by our clock. Samples are at the pacer's rate. */
export interface Playhead {
  /** Undefined when nothing is playing or about to play. */
  readonly phraseId: string | undefined;
  /** Samples of the phrase that should have been played by now. */
  readonly samplesPlayed: number;
  /** Samples of the phrase that have been sent. */
  readonly sentSamples: number;
}

export interface PacerOptions {
  readonly rateHz: number;
  /** Length of one outgoing frame. */
  readonly chunkMs: number;
  /** The next frame is sent when the far end has less unplayed audio than this, within the tolerance of `accompany`. */
  readonly leadMs: number;
}

/**
 * Cuts phrases of any length into frames at real-time pace. Pure and synchronous: each call passes the time, which must
 * not go back.
 */
export interface Pacer {
  /**
   * Appends to a phrase, or begins it after the earlier ones. Returns false without taking samples when 60 s are queued
   * or the phrase was sealed or cut.
   */
  queue(phraseId: string, samples: Float32Array): boolean;
  /** Marks the phrase as complete; its mark follows its last frame. A phrase without audio gets only its mark. */
  seal(phraseId: string): void;
  /**
   * Drops unsent audio with its marks, and returns the listener's position. The caller must send `clear` to the far
   * end. Later audio for a cut phrase is refused, so a resumed phrase needs a new name.
   */
  clear(nowMs: number): Playhead;
  tick(nowMs: number): readonly PacerOutput[];
  /** Like `tick`, but calls the sink instead of returning a list. The sink may call the pacer. */
  drive(nowMs: number, sink: PacerSink): void;
  /**
   * Like `drive`, for when a frame of the far end has just arrived: a frame may be sent with it up to 10 ms early, and
   * while such frames arrive, `drive` waits up to 10 ms for them. At that moment the data of the socket and the call is
   * in the processor's caches; by the next beat it is not.
   */
  accompany(nowMs: number, sink: PacerSink): void;
  playhead(nowMs: number): Playhead;
  /** Audio that has not been sent. */
  readonly queuedMs: number;
  /** True if nothing is queued and everything sent had been played by the last tick. */
  readonly idle: boolean;
  readonly underruns: number;
  /** Number of times `queue` refused samples because it was full. */
  readonly refused: number;
}
