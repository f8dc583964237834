/** What is due now, in order. A mark follows the last frame of its phrase. */
export type PacerOutput =
  /** `phraseId` is the phrase of the first sample; the frame may end in the next one. Its samples may be those that were queued. */
  | { readonly type: 'audio'; readonly samples: Float32Array; readonly phraseId: string }
  /** Everything of the phrase has been sent. */
  | { readonly type: 'mark'; readonly name: string }
  /** The far end has run dry inside this phrase. Told once per gap. */
  | { readonly type: 'underrun'; readonly phraseId: string }
  /** All that was queued has been sent and, by our clock, played. Told once. */
  | { readonly type: 'idle' };

/** Receives what is due, in order, with the meaning of `PacerOutput`. */
export interface PacerSink {
  audio(samples: Float32Array, phraseId: string): void;
  mark(name: string): void;
  underrun?(phraseId: string): void;
  idle?(): void;
}

/** Where the listener is, by our clock. Samples are at the pacer's rate. */
export interface Playhead {
  /** Undefined when nothing is being played or awaited. */
  readonly phraseId: string | undefined;
  /** Samples of that phrase whose time to be played has come. */
  readonly samplesPlayed: number;
  /** Samples of that phrase that the far end was given. */
  readonly sentSamples: number;
}

export interface PacerOptions {
  readonly rateHz: number;
  /** Length of one outgoing frame. */
  readonly chunkMs: number;
  /** The next frame is sent when the far end has less unplayed audio than this, give or take what `accompany` may. */
  readonly leadMs: number;
}

/**
 * Turns phrases of any length into frames at the pace of a loudspeaker. Pure and synchronous: time comes in with each
 * call and must not go back.
 */
export interface Pacer {
  /** Appends to a phrase, or begins it after those before. False, and nothing taken, when 60 s are queued or the phrase was sealed or cut. */
  queue(phraseId: string, samples: Float32Array): boolean;
  /** The phrase is complete; its mark follows its last frame. A phrase never begun gets only its mark. */
  seal(phraseId: string): void;
  /**
   * Drops unsent audio with its marks, and returns how far the listener had come. The caller must send `clear` to the far end.
   * What still arrives for a phrase cut here is refused, so a resumed phrase needs a new name.
   */
  clear(nowMs: number): Playhead;
  tick(nowMs: number): readonly PacerOutput[];
  /** As `tick`, told instead of listed. The sink may call the pacer. */
  drive(nowMs: number, sink: PacerSink): void;
  /**
   * As `drive`, when a frame of the far end has just come: a frame goes with it up to 10 ms early, and while such frames
   * come `drive` leaves it to them for 10 ms. Its socket and its call are at hand then, and out of the processor's caches
   * when the beat comes by.
   */
  accompany(nowMs: number, sink: PacerSink): void;
  playhead(nowMs: number): Playhead;
  /** Audio not yet sent. */
  readonly queuedMs: number;
  /** Nothing queued, and nothing sent that was not yet played at the last tick. */
  readonly idle: boolean;
  readonly underruns: number;
  /** Times `queue` was refused for being full. */
  readonly refused: number;
}
