import type { SpokenWord } from '../../line/speech.ts';
import { createHeardReply, type HeardReply } from './heard.ts';
import { createPhraseStore, type StoredPhrase } from './phrase-store.ts';

/** A reply while it is played: its phrases, and what of them was sent, acknowledged and heard. */
export interface ReplyProgress {
  readonly heard: HeardReply;
  /** Whether all of its phrases are known. */
  ended: boolean;
  held: boolean;
  /** When its first audio was sent. */
  readonly firstSentMs: number | undefined;
  add(phraseId: string, text: string): void;
  /** Keeps audio of a phrase. Returns the present name of the phrase. */
  audio(phraseId: string, samples: Float32Array, words: readonly SpokenWord[] | undefined): string;
  /** Reports that a phrase is complete. Returns its present name. */
  seal(phraseId: string): string;
  /** Reports audio of a phrase that plays from `playMs` to `untilMs`. Returns whether it is the first of that phrase. */
  reached(phraseId: string, playMs: number, untilMs: number): boolean;
  /** Reports that audio was sent. Returns whether it is the first. */
  sent(nowMs: number): boolean;
  /** Reports that the first piece was played. Returns false if that is known already. */
  playFirst(phraseId: string): boolean;
  /** Returns when the first piece was sent, once, if it is not acknowledged in time. */
  presumeFirst(nowMs: number): number | undefined;
  /** Whether by our clock the whole reply has been played, acknowledged or not. */
  isPlayedOut(nowMs: number, queuedMs: number): boolean;
  /** Returns whether no acknowledgement is awaited any more. What is missing then counts as heard. */
  settle(nowMs: number): boolean;
  /** Time that the reply still needs; infinite while it is being prepared or held. */
  remainingMs(nowMs: number, queuedMs: number): number;
  has(phraseId: string): boolean;
  acknowledge(phraseId: string, isEstimated: boolean): void;
  /**
   * Continues after a hold: only acknowledgements of what is repeated are awaited from now on. Returns the rest, under
   * names that differ each time.
   */
  resume(nowMs: number, rateHz: number): ReadonlyMap<string, StoredPhrase>;
}

/** How long to wait for an acknowledgement after the audio has been played. */
const acknowledgementGraceMs = 700;

export function createReplyProgress(): ReplyProgress {
  const heard = createHeardReply();
  const store = createPhraseStore();
  const phrases = new Set<string>();
  const acknowledged = new Set<string>();
  /** New names of phrases that were renamed after a hold. */
  const renamed = new Map<string, string>();
  let current: string | undefined;
  let resumes = 0;
  let firstSentMs: number | undefined;
  let isFirstPlayed = false;
  /** When all sent audio will have been played, by our clock. */
  let playsOutMs = 0;

  function nameOf(phraseId: string): string {
    let name = phraseId;
    for (let next = renamed.get(name); next !== undefined; next = renamed.get(name)) name = next;
    return name;
  }

  const progress: ReplyProgress = {
    heard,
    ended: false,
    held: false,
    get firstSentMs() {
      return firstSentMs;
    },
    add(phraseId, text) {
      phrases.add(phraseId);
      heard.add(phraseId, text);
    },
    audio(phraseId, samples, words) {
      const name = nameOf(phraseId);
      if (words !== undefined) heard.timed(name, words);
      store.push(name, samples);
      return name;
    },
    seal(phraseId) {
      const name = nameOf(phraseId);
      store.seal(name);
      return name;
    },
    reached(phraseId, playMs, untilMs) {
      playsOutMs = untilMs;
      if (current === phraseId) return false;
      current = phraseId;
      store.reached(phraseId);
      heard.started(phraseId, playMs);
      return true;
    },
    has: (phraseId) => phrases.has(phraseId),
    acknowledge(phraseId, isEstimated) {
      heard.acknowledged(phraseId, isEstimated);
      acknowledged.add(phraseId);
      if (!progress.held) store.forget(phraseId);
    },
    sent(nowMs) {
      if (firstSentMs !== undefined) return false;
      firstSentMs = nowMs;
      return true;
    },
    playFirst(phraseId) {
      if (isFirstPlayed || !phrases.has(phraseId)) return false;
      isFirstPlayed = true;
      return true;
    },
    presumeFirst(nowMs) {
      if (firstSentMs === undefined || isFirstPlayed || nowMs <= firstSentMs + acknowledgementGraceMs) return undefined;
      isFirstPlayed = true;
      return firstSentMs;
    },
    isPlayedOut: (nowMs, queuedMs) => progress.ended && !progress.held && queuedMs === 0 && nowMs >= playsOutMs,
    settle(nowMs) {
      if ([...phrases].every((phrase) => acknowledged.has(phrase))) return true;
      if (nowMs < playsOutMs + acknowledgementGraceMs) return false;
      heard.presume();
      return true;
    },
    remainingMs: (nowMs, queuedMs) =>
      !progress.ended || progress.held ? Number.POSITIVE_INFINITY : queuedMs + Math.max(0, playsOutMs - nowMs),
    resume(nowMs, rateHz) {
      progress.held = false;
      playsOutMs = nowMs;
      resumes += 1;
      current = undefined;
      const rest = heard.resume((phraseId) => `${phraseId.replace(/~\d+$/, '')}~${resumes}`);
      phrases.clear();
      for (const { from, to } of rest) {
        renamed.set(from, to);
        phrases.add(to);
      }
      store.rearrange(
        rest.map(({ from, to, fromMs }) => ({ from, to, fromSample: Math.round((fromMs * rateHz) / 1000) })),
      );
      return store.phrases;
    },
  };
  return progress;
}
