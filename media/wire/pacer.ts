import type { Pacer, PacerOptions, PacerOutput, PacerSink, Playhead } from './pacing.ts';

interface Phrase {
  readonly id: string;
  readonly pieces: Float32Array[];
  /** Samples of the first piece that have already been sent. */
  offset: number;
  queuedSamples: number;
  sentSamples: number;
  /** Position of its first sample among all samples sent; undefined before it is sent. */
  startAt: number | undefined;
  sealed: boolean;
  marked: boolean;
}

const maxQueuedSeconds = 60;

/** An aborted synthesis may still deliver audio, but never for more phrases than this. */
const maxRememberedCuts = 256;

/** A last frame that needs padding waits for the next phrase until the far end has only this much audio left. */
const padAtMs = 40;

/** How much earlier a frame may be sent along with one received from the far end, and how much later without. */
const companyMs = 10;
/** The far end's frames arrive every 20 ms: after a gap longer than this, the pacer stops waiting for the next. */
const companyLastsMs = 40;

const nothingPlaying: Playhead = { phraseId: undefined, samplesPlayed: 0, sentSamples: 0 };
const nothingDue: readonly PacerOutput[] = [];

/** One object with all its state, because a stream's data has left the processor's caches by its next frame. */
class PhrasePacer implements Pacer {
  /**
   * Time before which nothing is due unless something is queued. In whole milliseconds: a fraction would be allocated
   * each time.
   */
  private restUntilMs = 0;
  private accompaniedMs = -1000;
  private isIdle = true;
  private dry = true;
  private readonly chunkSamples: number;
  private queuedSamples = 0;
  /** All samples sent since the pacer was created, including padding. */
  private sentSamples = 0;
  /** Sample that plays at `anchorMs`; both are reset after every underrun. */
  private anchorSample = 0;
  /** Phrases that have not been fully played, oldest first. */
  private phrases: Phrase[] = [];
  private anchorMs = Number.NEGATIVE_INFINITY;
  private readonly samplesPerMs: number;
  private readonly leadMs: number;
  private cut: Set<string> | undefined;
  underruns = 0;
  refused = 0;

  constructor({ rateHz, chunkMs, leadMs }: PacerOptions) {
    this.chunkSamples = Math.round((rateHz * chunkMs) / 1000);
    this.samplesPerMs = rateHz / 1000;
    this.leadMs = leadMs;
    this.cut = undefined;
  }

  queue(phraseId: string, samples: Float32Array): boolean {
    if (this.cut?.has(phraseId)) return false;
    if (this.queuedSamples + samples.length > this.samplesPerMs * 1000 * maxQueuedSeconds) {
      this.refused += 1;
      return false;
    }
    const phrase = this.open(phraseId);
    if (phrase.sealed) return false;
    this.wake();
    if (samples.length > 0) phrase.pieces.push(samples);
    phrase.queuedSamples += samples.length;
    this.queuedSamples += samples.length;
    return true;
  }

  seal(phraseId: string): void {
    if (this.cut?.has(phraseId)) return;
    this.open(phraseId).sealed = true;
    this.wake();
  }

  clear(nowMs: number): Playhead {
    const where = this.playhead(nowMs);
    this.cut ??= new Set();
    for (const phrase of this.phrases) if (!phrase.marked) this.cut.add(phrase.id);
    for (const id of this.cut) if (this.cut.size > maxRememberedCuts) this.cut.delete(id);
    this.phrases = [];
    this.queuedSamples = 0;
    this.dry = true;
    this.isIdle = true;
    this.restUntilMs = 0;
    return where;
  }

  tick(nowMs: number): readonly PacerOutput[] {
    if (this.isResting(nowMs)) return nothingDue;
    const out: PacerOutput[] = [];
    this.drive(nowMs, {
      audio: (samples, phraseId) => out.push({ type: 'audio', samples, phraseId }),
      mark: (name) => out.push({ type: 'mark', name }),
      underrun: (phraseId) => out.push({ type: 'underrun', phraseId }),
      idle: () => out.push({ type: 'idle' }),
    });
    return out;
  }

  drive(nowMs: number, sink: PacerSink): void {
    if (!this.isResting(nowMs)) this.send(nowMs, this.leadMs, sink);
  }

  accompany(nowMs: number, sink: PacerSink): void {
    this.accompaniedMs = Math.floor(nowMs);
    if (this.isIdle || nowMs < this.restUntilMs - companyMs) return;
    this.send(nowMs, this.leadMs + companyMs, sink);
  }

  private isResting(nowMs: number): boolean {
    if (this.isIdle) return true;
    const waitMs = nowMs - this.accompaniedMs < companyLastsMs ? companyMs : 0;
    return nowMs < this.restUntilMs + waitMs;
  }

  private send(nowMs: number, leadMs: number, sink: PacerSink): void {
    if (!this.dry && this.aheadSamples(nowMs) <= 0) this.runDry(sink);
    this.sendMarks(sink);
    this.sendDue(nowMs, leadMs, sink);
    this.prune(nowMs);
    if (!this.dry) {
      const sentMs = (this.sentSamples - this.anchorSample) / this.samplesPerMs;
      this.restUntilMs = Math.floor(this.anchorMs + sentMs - this.leadMs);
    }
    if (this.phrases.length > 0 || !this.dry) return;
    this.isIdle = true;
    sink.idle?.();
  }

  playhead(nowMs: number): Playhead {
    const played = this.playedSamples(nowMs);
    let playhead = nothingPlaying;
    for (const phrase of this.phrases) {
      if (phrase.startAt === undefined || phrase.startAt > played) break;
      const samplesPlayed = Math.min(phrase.sentSamples, played - phrase.startAt);
      if (isOver(phrase) && samplesPlayed === phrase.sentSamples) continue;
      playhead = { phraseId: phrase.id, samplesPlayed, sentSamples: phrase.sentSamples };
    }
    return playhead;
  }

  get queuedMs(): number {
    return this.queuedSamples / this.samplesPerMs;
  }

  get idle(): boolean {
    return this.isIdle;
  }

  private wake(): void {
    this.isIdle = false;
    this.restUntilMs = 0;
  }

  private aheadSamples(nowMs: number): number {
    return this.dry ? 0 : this.sentSamples - this.anchorSample - (nowMs - this.anchorMs) * this.samplesPerMs;
  }

  private playedSamples(nowMs: number): number {
    if (this.dry) return this.sentSamples;
    const played = this.anchorSample + Math.floor((nowMs - this.anchorMs) * this.samplesPerMs);
    return Math.min(this.sentSamples, played);
  }

  private open(phraseId: string): Phrase {
    const openPhrase = this.phrases.findLast((phrase) => phrase.id === phraseId);
    if (openPhrase !== undefined) return openPhrase;
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
    this.phrases.push(phrase);
    return phrase;
  }

  /** Whether a frame can be sent: a whole one or, when nothing more can join it in time, the padded rest. */
  private isFrameReady(ahead: number): boolean {
    let samples = 0;
    for (const phrase of this.phrases) {
      samples += phrase.queuedSamples;
      if (samples >= this.chunkSamples) return true;
      if (!phrase.sealed) return false;
    }
    return samples > 0 && ahead < Math.min(padAtMs, this.leadMs) * this.samplesPerMs;
  }

  private sendDue(nowMs: number, leadMs: number, sink: PacerSink): void {
    for (;;) {
      const ahead = this.aheadSamples(nowMs);
      if (ahead >= leadMs * this.samplesPerMs || !this.isFrameReady(ahead)) return;
      if (this.dry) {
        this.dry = false;
        this.anchorMs = nowMs;
        this.anchorSample = this.sentSamples;
      }
      this.sendFrame(sink);
      this.sendMarks(sink);
    }
  }

  private sendFrame(sink: PacerSink): void {
    for (const phrase of this.phrases) {
      if (phrase.queuedSamples === 0) continue;
      const piece = phrase.pieces[0] as Float32Array;
      if (piece.length - phrase.offset < this.chunkSamples) break;
      return this.sendWithin(phrase, piece, sink);
    }
    this.sendJoined(sink);
  }

  /** The usual frame lies within one piece, so it is not copied. */
  private sendWithin(phrase: Phrase, piece: Float32Array, sink: PacerSink): void {
    const { chunkSamples } = this;
    const samples = new Float32Array(piece.buffer, piece.byteOffset + phrase.offset * 4, chunkSamples);
    phrase.startAt ??= this.sentSamples;
    this.took(phrase, piece, chunkSamples);
    this.sentSamples += chunkSamples;
    sink.audio(samples, phrase.id);
  }

  private sendJoined(sink: PacerSink): void {
    const frame = new Float32Array(this.chunkSamples);
    let filled = 0;
    let first: Phrase | undefined;
    for (const phrase of this.phrases) {
      if (phrase.queuedSamples > 0) {
        first ??= phrase;
        filled = this.take(phrase, frame, filled);
      }
      if (filled === this.chunkSamples || !isOver(phrase)) break;
    }
    this.sentSamples += this.chunkSamples;
    sink.audio(frame, (first as Phrase).id);
  }

  /** Moves as many samples as fit from the phrase into the frame; returns the number of samples in the frame. */
  private take(phrase: Phrase, frame: Float32Array, at: number): number {
    phrase.startAt ??= this.sentSamples + at;
    let filled = at;
    while (filled < frame.length && phrase.queuedSamples > 0) {
      const piece = phrase.pieces[0] as Float32Array;
      const part = piece.subarray(phrase.offset, phrase.offset + frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      this.took(phrase, piece, part.length);
    }
    return filled;
  }

  private took(phrase: Phrase, piece: Float32Array, samples: number): void {
    phrase.offset += samples;
    phrase.queuedSamples -= samples;
    phrase.sentSamples += samples;
    this.queuedSamples -= samples;
    if (phrase.offset < piece.length) return;
    phrase.pieces.shift();
    phrase.offset = 0;
  }

  private sendMarks(sink: PacerSink): void {
    for (const phrase of this.phrases) {
      if (!isOver(phrase)) return;
      if (phrase.marked) continue;
      phrase.marked = true;
      sink.mark(phrase.id);
    }
  }

  /** The far end has no audio left; the next frame starts a new run. */
  private runDry(sink: PacerSink): void {
    this.dry = true;
    const broken = this.phrases.find((phrase) => phrase.sentSamples > 0 && !isOver(phrase));
    if (broken === undefined) return;
    this.underruns += 1;
    sink.underrun?.(broken.id);
  }

  /** Removes phrases that have been fully played. */
  private prune(nowMs: number): void {
    const played = this.playedSamples(nowMs);
    for (let phrase = this.phrases[0]; phrase !== undefined; phrase = this.phrases[0]) {
      const isGone = isOver(phrase) && phrase.marked && (phrase.startAt ?? 0) + phrase.sentSamples <= played;
      if (!isGone) return;
      this.phrases.shift();
    }
  }
}

const isOver = (phrase: Phrase): boolean => phrase.sealed && phrase.queuedSamples === 0;

export const createPacer = (options: PacerOptions): Pacer => new PhrasePacer(options);
