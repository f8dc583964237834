import type { LineRateHz } from '../../line/audio.ts';
import type { SpokenWord } from '../../line/speech.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { EchoGuard } from '../../turn/echo.ts';
import type { Pacer, PacerSink } from '../../wire/pacing.ts';
import { isKeyMark } from '../keys/keypad.ts';
import type { Recorder } from '../recording/recorder.ts';
import { createHeardReply, type HeardReply } from './heard.ts';
import { createPhraseQueue, isFirstMark, phraseOf } from './phrase-queue.ts';
import { createPhraseStore } from './phrase-store.ts';
import { createPlayout } from './playout.ts';

export interface SpeechOutputEvents {
  /** The first sample of a reply was sent; called once for each reply. */
  firstSent(atMs: number): void;
  /**
   * The far end has played the first piece of a reply or, if `estimated`, must have played it without a timely
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

/** How long to wait for an acknowledgement after the audio has been played. */
const acknowledgementGraceMs = 700;

interface ReplyProgress {
  readonly phrases: Set<string>;
  readonly acknowledged: Set<string>;
  ended: boolean;
  firstSentMs: number | undefined;
  firstPlayed: boolean;
  /** When all sent audio will have been played, by our clock. */
  playsOutMs: number;
  current: string | undefined;
  held: boolean;
  /** New names of phrases that were renamed after a hold. */
  readonly renamed: Map<string, string>;
}

export function createSpeechOutput(options: SpeechOutputOptions): SpeechOutput {
  const { pacer, rateHz, events } = options;
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  let heard = createHeardReply();
  let store = createPhraseStore();
  const queue = createPhraseQueue(options);
  const playout = createPlayout(options);
  let resumes = 0;
  let reply: ReplyProgress | undefined;
  let audible = false;
  let tellAudible: (isAudible: boolean, atMs: number) => void = () => {};
  /** Time of the current tick, for the audio that it sends. */
  let beatMs = 0;

  const setAudible = (isAudible: boolean, atMs: number): void => {
    if (audible === isAudible) return;
    audible = isAudible;
    tellAudible(isAudible, atMs);
  };

  function sendAudio(audio: Float32Array, ofPhrase: string): void {
    const nowMs = beatMs;
    const playMs = playout.send(audio, nowMs);
    // Key tones may precede a reply.
    if (reply === undefined || isKeyMark(ofPhrase)) return;
    const phraseId = phraseOf(ofPhrase);
    reply.playsOutMs = playout.endMs;
    if (reply.current !== phraseId) {
      reply.current = phraseId;
      store.reached(phraseId);
      heard.started(phraseId, playMs);
      events.heard();
    }
    setAudible(true, nowMs);
    if (reply.firstSentMs !== undefined) return;
    reply.firstSentMs = nowMs;
    events.firstSent(nowMs);
  }

  const sink: PacerSink = {
    audio: sendAudio,
    mark: (name) => void options.send({ type: 'mark', name }),
  };

  /** Whether by our clock the whole reply has been played, acknowledged or not. */
  const playedOut = (nowMs: number): boolean =>
    reply?.ended === true && !reply.held && pacer.queuedMs === 0 && nowMs >= reply.playsOutMs;

  function finishIfPlayed(nowMs: number): void {
    if (reply === undefined) return;
    if (reply.firstSentMs !== undefined && !reply.firstPlayed && nowMs > reply.firstSentMs + acknowledgementGraceMs) {
      reply.firstPlayed = true;
      events.firstPlayed(reply.firstSentMs + options.chunkMs, true);
    }
    if (!playedOut(nowMs)) return;
    // Speech from now on is not an interruption.
    setAudible(false, nowMs);
    const waiting = [...reply.phrases].some((phrase) => !reply?.acknowledged.has(phrase));
    if (waiting && nowMs < reply.playsOutMs + acknowledgementGraceMs) return;
    if (waiting) heard.presume();
    reply = undefined;
    events.heard();
    events.played();
  }

  /** Silences the agent: in the pacer, in the recording and at the far end. */
  function hush(nowMs: number): void {
    const { phraseId, playedMs } = queue.clear(nowMs);
    if (reply?.firstSentMs !== undefined) options.send({ type: 'clear' });
    playout.cut(nowMs);
    heard.cut(phraseId, playedMs);
    setAudible(false, nowMs);
  }

  const nameOf = (phraseId: string): string => {
    let name = phraseId;
    for (let next = reply?.renamed.get(name); next !== undefined; next = reply?.renamed.get(name)) name = next;
    return name;
  };

  return {
    begin() {
      playout.soften(false);
      heard = createHeardReply();
      store = createPhraseStore();
      queue.begin();
      reply = {
        phrases: new Set(),
        acknowledged: new Set(),
        ended: false,
        firstSentMs: undefined,
        firstPlayed: false,
        playsOutMs: 0,
        current: undefined,
        held: false,
        renamed: new Map(),
      };
    },
    phrase(phraseId, text) {
      reply?.phrases.add(phraseId);
      heard.add(phraseId, text);
    },
    audio(phraseId, samples, words) {
      if (reply === undefined) return;
      const name = nameOf(phraseId);
      if (words !== undefined) heard.timed(name, words);
      store.push(name, samples);
      if (!reply.held) queue.add(name, samples);
    },
    seal(phraseId) {
      if (reply === undefined) return;
      const name = nameOf(phraseId);
      store.seal(name);
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
      reply.held = false;
      reply.current = undefined;
      reply.playsOutMs = options.nowMs();
      resumes += 1;
      const rest = heard.resume((phraseId) => `${phraseId.replace(/~\d+$/, '')}~${resumes}`);
      playout.fadeIn();
      // By our clock earlier audio has been played, so only acknowledgements of the repeated part are awaited.
      reply.phrases.clear();
      for (const { from, to } of rest) {
        reply.renamed.set(from, to);
        reply.phrases.add(to);
      }
      store.rearrange(rest.map(({ from, to, fromMs }) => ({ from, to, fromSample: samplesOf(fromMs) })));
      if (reply.firstSentMs === undefined) queue.begin();
      for (const [phraseId, { pieces, sealed }] of store.phrases) {
        for (const piece of pieces) queue.add(phraseId, piece);
        if (sealed) queue.seal(phraseId);
      }
    },
    soften: playout.soften,
    onAudible(listener) {
      tellAudible = listener;
    },
    stop() {
      if (reply === undefined) return 'played';
      const nowMs = options.nowMs();
      const outcome = playedOut(nowMs) ? 'played' : 'cut';
      if (outcome === 'played') {
        heard.presume();
        setAudible(false, nowMs);
      } else hush(nowMs);
      reply = undefined;
      events.heard();
      return outcome;
    },
    tick() {
      beatMs = options.nowMs();
      pacer.drive(beatMs, sink);
      finishIfPlayed(beatMs);
    },
    accompany() {
      beatMs = options.nowMs();
      pacer.accompany(beatMs, sink);
    },
    acknowledged(mark, isEstimated) {
      if (isFirstMark(mark)) {
        if (reply === undefined || reply.firstPlayed || !reply.phrases.has(phraseOf(mark))) return;
        reply.firstPlayed = true;
        return events.firstPlayed(options.nowMs(), isEstimated);
      }
      if (!reply?.phrases.has(mark)) return;
      heard.acknowledged(mark, isEstimated);
      reply.acknowledged.add(mark);
      if (!reply.held) store.forget(mark);
      events.heard();
      finishIfPlayed(options.nowMs());
    },
    get heard() {
      return heard;
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
      if (reply === undefined) return 0;
      if (!reply.ended || reply.held) return Number.POSITIVE_INFINITY;
      return pacer.queuedMs + Math.max(0, reply.playsOutMs - options.nowMs());
    },
  };
}
