import type { LineRateHz } from '../../line/audio.ts';
import type { SpokenWord } from '../../line/speech.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { EchoGuard } from '../../turn/echo.ts';
import type { Pacer, PacerSink } from '../../wire/pacing.ts';
import { isKeyMark } from '../keys/keypad.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { HeardReply } from './heard.ts';
import { createPhraseQueue, isFirstMark, phraseOf } from './phrase-queue.ts';
import { createPlayout } from './playout.ts';
import { createReplyProgress, type ReplyProgress } from './reply-progress.ts';

export interface SpeechOutputEvents {
  /** The first sample of a reply was sent; called once for each reply. */
  firstSent(atMs: number): void;
  /**
   * The far end has played the first 20 ms of a reply or, if `estimated`, must have played them without a timely
   * acknowledgement.
   */
  firstPlayed(atMs: number, estimated: boolean): void;
  /** More of the reply has been heard. */
  heard(): void;
  /** All speech has been played, as far as is known. */
  played(): void;
}

export interface SpeechOutputOptions {
  readonly rateHz: LineRateHz;
  readonly pacer: Pacer;
  readonly chunkMs: number;
  readonly encode: (samples: Float32Array) => Uint8Array;
  readonly send: (command: WireCommand) => boolean;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly recorder: Recorder;
  readonly echo: EchoGuard;
  readonly events: SpeechOutputEvents;
}

/** Plays replies to the caller, one at a time, and tracks what was heard of them. */
export interface SpeechOutput {
  /** Begins a reply; the previous one must have been played or stopped. */
  begin(): void;
  phrase(phraseId: string, text: string): void;
  audio(phraseId: string, samples: Float32Array, words: readonly SpokenWord[] | undefined): void;
  seal(phraseId: string): void;
  /** Reports that no more phrases follow. */
  end(): void;
  /** Silences the reply at once, as `stop` does, but it can be resumed. Returns false if nothing is left to hold. */
  hold(): boolean;
  /** Resumes a held reply at the sample at which it fell silent. */
  resume(): void;
  /** Lowers the reply, or restores its level, from the next frame on. */
  soften(softly: boolean): void;
  /** Stops at once and clears the far end's buffer. Returns whether the reply had been played to its end. */
  stop(): 'played' | 'cut';
  /** Must be called about every 10 ms. */
  tick(): void;
  /** Called when a piece of the caller's audio arrives. */
  accompany(): void;
  /** `isEstimated`: nobody said so, but enough time has passed. */
  acknowledged(mark: string, isEstimated: boolean): void;
  readonly heard: HeardReply;
  /** Infinite while a reply is held, so that no more of it is prepared. */
  readonly queuedMs: number;
  readonly speaking: boolean;
  readonly held: boolean;
  /** Sets who learns, besides the events, that the agent has become audible or silent. */
  onAudible(listener: (isAudible: boolean, atMs: number) => void): void;
  /** True once part of the reply has been sent. */
  readonly begun: boolean;
  /** Time that the reply still needs; infinite while it is being prepared or held. */
  readonly remainingMs: number;
}

/** How much of a reply is heard when it counts as begun. */
const heardFirstMs = 20;

export function createSpeechOutput(options: SpeechOutputOptions): SpeechOutput {
  const { pacer, events } = options;
  /** The reply that is being played, or the last one. */
  let last = createReplyProgress();
  const queue = createPhraseQueue(options);
  const playout = createPlayout(options);
  let reply: ReplyProgress | undefined;
  const audible = createAudible();

  function sendAudio(audio: Float32Array, ofPhrase: string, nowMs: number): void {
    const playMs = playout.send(audio, nowMs);
    // Key tones may precede a reply.
    if (reply === undefined || isKeyMark(ofPhrase)) return;
    const phraseId = phraseOf(ofPhrase);
    if (reply.reached(phraseId, playMs, playout.endMs)) events.heard();
    audible.set(true, nowMs);
    if (reply.sent(nowMs)) events.firstSent(nowMs);
  }

  const beats = createBeats(options, sendAudio);

  /** Whether by our clock the whole reply has been played, acknowledged or not. */
  const playedOut = (nowMs: number): boolean => reply?.isPlayedOut(nowMs, pacer.queuedMs) === true;

  function finishIfPlayed(nowMs: number): void {
    const firstMs = reply?.presumeFirst(nowMs);
    if (firstMs !== undefined) events.firstPlayed(firstMs + heardFirstMs, true);
    if (!playedOut(nowMs)) return;
    // Speech from now on is not an interruption.
    audible.set(false, nowMs);
    if (reply?.settle(nowMs) !== true) return;
    reply = undefined;
    events.heard();
    events.played();
  }

  /** A piece is acknowledged at its end: a longer one was heard before. */
  function firstAcknowledged(phraseId: string, isEstimated: boolean): void {
    if (reply?.playFirst(phraseId) !== true) return;
    const heardMs = options.nowMs() - Math.max(0, queue.firstMs - heardFirstMs);
    events.firstPlayed(Math.max(heardMs, reply.firstSentMs ?? heardMs), isEstimated);
  }

  /** Silences the agent: in the pacer, in the recording and at the far end. */
  function hush(nowMs: number): void {
    const { phraseId, playedMs } = queue.clear(nowMs);
    if (reply?.firstSentMs !== undefined) options.send({ type: 'clear' });
    playout.cut(nowMs);
    last.heard.cut(phraseId, playedMs);
    audible.set(false, nowMs);
  }

  return {
    begin() {
      playout.soften(false);
      queue.begin();
      last = createReplyProgress();
      reply = last;
    },
    phrase(phraseId, text) {
      last.add(phraseId, text);
    },
    audio(phraseId, samples, words) {
      if (reply === undefined) return;
      const name = reply.audio(phraseId, samples, words);
      if (!reply.held) queue.add(name, samples);
    },
    seal(phraseId) {
      if (reply === undefined) return;
      const name = reply.seal(phraseId);
      if (!reply.held) queue.seal(name);
    },
    end() {
      if (reply !== undefined) reply.ended = true;
    },
    hold() {
      const nowMs = options.nowMs();
      if (reply === undefined || reply.held || playedOut(nowMs)) return false;
      hush(nowMs);
      reply.held = true;
      events.heard();
      return true;
    },
    resume() {
      if (reply?.held !== true) return;
      const rest = reply.resume(options.nowMs(), options.rateHz);
      playout.fadeIn();
      if (reply.firstSentMs === undefined) queue.begin();
      queue.addAll(rest);
    },
    soften: playout.soften,
    onAudible: audible.listen,
    stop() {
      if (reply === undefined) return 'played';
      const nowMs = options.nowMs();
      const outcome = playedOut(nowMs) ? 'played' : 'cut';
      if (outcome === 'played') {
        reply.heard.presume();
        audible.set(false, nowMs);
      } else hush(nowMs);
      reply = undefined;
      events.heard();
      return outcome;
    },
    tick() {
      finishIfPlayed(beats.drive());
    },
    accompany: beats.accompany,
    acknowledged(mark, isEstimated) {
      if (isFirstMark(mark)) return firstAcknowledged(phraseOf(mark), isEstimated);
      if (!reply?.has(mark)) return;
      reply.acknowledge(mark, isEstimated);
      events.heard();
      finishIfPlayed(options.nowMs());
    },
    get heard() {
      return last.heard;
    },
    get queuedMs() {
      return reply?.held === true ? Number.POSITIVE_INFINITY : pacer.queuedMs;
    },
    get speaking() {
      return reply !== undefined;
    },
    get held() {
      return reply?.held === true;
    },
    get begun() {
      return reply?.firstSentMs !== undefined;
    },
    get remainingMs() {
      return reply?.remainingMs(options.nowMs(), pacer.queuedMs) ?? 0;
    },
  };
}

/** Whether the agent is audible, and who wants to know. */
function createAudible() {
  let isAudible = false;
  let tell: (isAudible: boolean, atMs: number) => void = () => {};
  return {
    set(isNow: boolean, atMs: number): void {
      if (isAudible === isNow) return;
      isAudible = isNow;
      tell(isNow, atMs);
    },
    listen(listener: typeof tell): void {
      tell = listener;
    },
  };
}

/** Drives the pacer. Its audio is of the time of the beat that sends it. */
function createBeats(
  { pacer, nowMs, send }: SpeechOutputOptions,
  onAudio: (audio: Float32Array, ofPhrase: string, atMs: number) => void,
) {
  let beatMs = 0;
  const sink: PacerSink = {
    audio: (audio, ofPhrase) => onAudio(audio, ofPhrase, beatMs),
    mark: (name) => void send({ type: 'mark', name }),
  };
  return {
    /** Returns the time of this beat. */
    drive(): number {
      beatMs = nowMs();
      pacer.drive(beatMs, sink);
      return beatMs;
    },
    accompany(): void {
      beatMs = nowMs();
      pacer.accompany(beatMs, sink);
    },
  };
}
