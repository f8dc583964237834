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
  /** The next frame is sent when the far end has less unplayed audio than this. */
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
   * Drops what was not sent, with its marks, and tells how far the listener had come. The far end must be told to clear.
   * What still arrives for a phrase cut here is refused, so a resumed phrase needs a new name.
   */
  clear(nowMs: number): Playhead;
  tick(nowMs: number): readonly PacerOutput[];
  playhead(nowMs: number): Playhead;
  /** Audio not yet sent. */
  readonly queuedMs: number;
  /** Nothing queued, and nothing sent that was not yet played at the last tick. */
  readonly idle: boolean;
  readonly underruns: number;
  /** Times `queue` was refused for being full. */
  readonly refused: number;
}

interface Phrase {
  readonly id: string;
  readonly pieces: Float32Array[];
  /** Samples of the first piece that were already sent. */
  offset: number;
  queuedSamples: number;
  sentSamples: number;
  /** Place of its first sample in the stream of all that was sent; undefined before. */
  startAt: number | undefined;
  sealed: boolean;
  marked: boolean;
}

const maxQueuedSeconds = 60;

/** Synthesis that is being aborted may still deliver; no more phrases than this are ever in its hands. */
const maxRememberedCuts = 256;

/** A last frame that needs padding waits for the next phrase until the far end has only this much left. */
const padAtMs = 40;

const nothingPlaying: Playhead = { phraseId: undefined, samplesPlayed: 0, sentSamples: 0 };
const nothingDue: readonly PacerOutput[] = [];

export function createPacer({ rateHz, chunkMs, leadMs }: PacerOptions): Pacer {
  const chunkSamples = Math.round((rateHz * chunkMs) / 1000);
  const maxQueuedSamples = rateHz * maxQueuedSeconds;
  const samplesIn = (ms: number): number => (ms * rateHz) / 1000;
  /** Phrases not yet played to their end, oldest first. */
  let phrases: Phrase[] = [];
  const cut = new Set<string>();
  let queuedSamples = 0;
  /** All samples sent since the pacer was made, padding included. */
  let sentSamples = 0;
  /** The sample `anchorSample` plays at `anchorMs`; set anew whenever the far end had run dry. */
  let anchorMs = Number.NEGATIVE_INFINITY;
  let anchorSample = 0;
  let dry = true;
  let idle = true;
  /** Before this nothing is due unless something is queued. In whole milliseconds: a fraction would be allocated anew each time. */
  let restUntilMs = 0;
  let underruns = 0;
  let refused = 0;

  const aheadSamples = (nowMs: number): number => (dry ? 0 : sentSamples - anchorSample - samplesIn(nowMs - anchorMs));

  const playedSamples = (nowMs: number): number =>
    dry ? sentSamples : Math.min(sentSamples, anchorSample + Math.floor(samplesIn(nowMs - anchorMs)));

  const isOver = (phrase: Phrase): boolean => phrase.sealed && phrase.queuedSamples === 0;

  function open(phraseId: string): Phrase {
    const known = phrases.findLast((phrase) => phrase.id === phraseId);
    if (known !== undefined) return known;
    const phrase: Phrase = {
      id: phraseId,
      pieces: [],
      offset: 0,
      queuedSamples: 0,
      sentSamples: 0,
      startAt: undefined,
      sealed: false,
      marked: false,
    };
    phrases.push(phrase);
    return phrase;
  }

  /** Samples that can be sent now without waiting for more of an unfinished phrase. */
  function available(): { readonly samples: number; readonly complete: boolean } {
    let samples = 0;
    for (const phrase of phrases) {
      samples += phrase.queuedSamples;
      if (samples >= chunkSamples) return { samples, complete: false };
      if (!phrase.sealed) return { samples, complete: false };
    }
    return { samples, complete: true };
  }

  /** Moves up to `room` samples of the phrase into the frame. */
  function take(phrase: Phrase, frame: Float32Array, at: number): number {
    phrase.startAt ??= sentSamples + at;
    let filled = at;
    while (filled < frame.length && phrase.queuedSamples > 0) {
      const piece = phrase.pieces[0] as Float32Array;
      const part = piece.subarray(phrase.offset, phrase.offset + frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      phrase.offset += part.length;
      phrase.queuedSamples -= part.length;
      if (phrase.offset === piece.length) {
        phrase.pieces.shift();
        phrase.offset = 0;
      }
    }
    phrase.sentSamples += filled - at;
    queuedSamples -= filled - at;
    return filled - at;
  }

  /** The usual frame lies within one piece, and is not copied. */
  function sendWithin(phrase: Phrase, piece: Float32Array, out: PacerOutput[]): void {
    const samples = piece.subarray(phrase.offset, phrase.offset + chunkSamples);
    phrase.startAt ??= sentSamples;
    phrase.offset += chunkSamples;
    phrase.queuedSamples -= chunkSamples;
    phrase.sentSamples += chunkSamples;
    queuedSamples -= chunkSamples;
    if (phrase.offset === piece.length) {
      phrase.pieces.shift();
      phrase.offset = 0;
    }
    sentSamples += chunkSamples;
    out.push({ type: 'audio', samples, phraseId: phrase.id });
  }

  function sendFrame(out: PacerOutput[]): void {
    const phrase = phrases.find(({ queuedSamples }) => queuedSamples > 0);
    const piece = phrase?.pieces[0];
    if (phrase !== undefined && piece !== undefined && piece.length - phrase.offset >= chunkSamples) {
      return sendWithin(phrase, piece, out);
    }
    const frame = new Float32Array(chunkSamples);
    let filled = 0;
    let first: Phrase | undefined;
    for (const phrase of phrases) {
      if (phrase.queuedSamples > 0) {
        first ??= phrase;
        filled += take(phrase, frame, filled);
      }
      if (filled === chunkSamples || !isOver(phrase)) break;
    }
    sentSamples += chunkSamples;
    out.push({ type: 'audio', samples: frame, phraseId: (first as Phrase).id });
  }

  function sendMarks(out: PacerOutput[]): void {
    for (const phrase of phrases) {
      if (!isOver(phrase)) return;
      if (!phrase.marked) out.push({ type: 'mark', name: phrase.id });
      phrase.marked = true;
    }
  }

  /** Notices that the far end has nothing left; the next frame then begins a new stretch. */
  function noticeDry(nowMs: number, out: PacerOutput[]): void {
    if (dry || aheadSamples(nowMs) > 0) return;
    dry = true;
    const broken = phrases.find((phrase) => phrase.sentSamples > 0 && !isOver(phrase));
    if (broken === undefined) return;
    underruns += 1;
    out.push({ type: 'underrun', phraseId: broken.id });
  }

  function sendDue(nowMs: number, out: PacerOutput[]): void {
    for (;;) {
      const ahead = aheadSamples(nowMs);
      if (ahead >= samplesIn(leadMs)) return;
      const { samples, complete } = available();
      if (samples < chunkSamples) {
        if (!complete || samples === 0 || ahead >= samplesIn(Math.min(padAtMs, leadMs))) return;
      }
      if (dry) {
        dry = false;
        anchorMs = nowMs;
        anchorSample = sentSamples;
      }
      sendFrame(out);
      sendMarks(out);
    }
  }

  /** Forgets phrases that were played to their end. */
  function prune(nowMs: number): void {
    const played = playedSamples(nowMs);
    const isGone = (phrase: Phrase): boolean =>
      isOver(phrase) && phrase.marked && (phrase.startAt ?? 0) + phrase.sentSamples <= played;
    while (phrases.length > 0 && isGone(phrases[0] as Phrase)) phrases.shift();
  }

  function playhead(nowMs: number): Playhead {
    const played = playedSamples(nowMs);
    let found = nothingPlaying;
    for (const phrase of phrases) {
      if (phrase.startAt === undefined || phrase.startAt > played) break;
      const samplesPlayed = Math.min(phrase.sentSamples, played - phrase.startAt);
      if (isOver(phrase) && samplesPlayed === phrase.sentSamples) continue;
      found = { phraseId: phrase.id, samplesPlayed, sentSamples: phrase.sentSamples };
    }
    return found;
  }

  return {
    queue(phraseId, samples) {
      if (cut.has(phraseId)) return false;
      if (queuedSamples + samples.length > maxQueuedSamples) {
        refused += 1;
        return false;
      }
      const phrase = open(phraseId);
      if (phrase.sealed) return false;
      idle = false;
      restUntilMs = 0;
      if (samples.length > 0) phrase.pieces.push(samples);
      phrase.queuedSamples += samples.length;
      queuedSamples += samples.length;
      return true;
    },
    seal(phraseId) {
      if (cut.has(phraseId)) return;
      open(phraseId).sealed = true;
      idle = false;
      restUntilMs = 0;
    },
    clear(nowMs) {
      const where = playhead(nowMs);
      for (const phrase of phrases) if (!phrase.marked) cut.add(phrase.id);
      for (const id of cut) if (cut.size > maxRememberedCuts) cut.delete(id);
      phrases = [];
      queuedSamples = 0;
      dry = true;
      idle = true;
      restUntilMs = 0;
      return where;
    },
    tick(nowMs) {
      if (idle || nowMs < restUntilMs) return nothingDue;
      const out: PacerOutput[] = [];
      noticeDry(nowMs, out);
      sendMarks(out);
      sendDue(nowMs, out);
      prune(nowMs);
      if (!dry) restUntilMs = Math.floor(anchorMs + ((sentSamples - anchorSample) * 1000) / rateHz - leadMs);
      if (phrases.length === 0 && dry) {
        idle = true;
        out.push({ type: 'idle' });
      }
      return out;
    },
    playhead,
    get queuedMs() {
      return (queuedSamples * 1000) / rateHz;
    },
    get idle() {
      return idle;
    },
    get underruns() {
      return underruns;
    },
    get refused() {
      return refused;
    },
  };
}
