import type { SpokenWord } from '../../line/speech.ts';
import type { TranscriptLine, TranscriptWord } from '../../ports.ts';

/** One phrase of a reply on its way to the caller. */
interface Phrase {
  /** The original phrase of the agent; a repetition after a cut is still part of it. */
  readonly whole: { readonly id: string; readonly text: string };
  words: readonly SpokenWord[];
  /** When its first sample plays, on the call's clock; undefined while it waits. */
  startMs: number | undefined;
  fate: Fate;
}

type Fate =
  | { readonly kind: 'pending' }
  /** The far end acknowledged that all of it was played. */
  | { readonly kind: 'acknowledged' }
  /** No acknowledgement arrived in time; by our clock it was played. */
  | { readonly kind: 'presumed' }
  /** It was cut after `playedMs`. */
  | { readonly kind: 'cut'; readonly playedMs: number };

/** The unspoken rest of a phrase, whose audio from `fromMs` on has a new name. */
export interface Remainder {
  readonly from: string;
  readonly to: string;
  readonly fromMs: number;
}

/** What the caller heard of one reply. */
export interface HeardReply {
  add(phraseId: string, text: string): void;
  /** Sets the positions of the words in the audio, known once it is synthesised. */
  timed(phraseId: string, words: readonly SpokenWord[]): void;
  started(phraseId: string, atMs: number): void;
  /** `isEstimated`: by the clock and not by the far end. */
  acknowledged(phraseId: string, isEstimated?: boolean): void;
  /** Reports that all sent audio has had time to play without an acknowledgement. */
  presume(): void;
  /**
   * Reports that the reply was stopped: this phrase after `playedMs`, later ones before they began. Undefined: between
   * phrases.
   */
  cut(phraseId: string | undefined, playedMs: number): void;
  /**
   * Continues the reply where it was cut. The rest gets new names, because acknowledgements of the old ones may still
   * arrive for cleared audio. A cut word belongs to the rest if not enough of it was played.
   */
  resume(rename: (phraseId: string) => string): readonly Remainder[];
  /** All words in order, each with whether it was heard. */
  readonly words: readonly TranscriptWord[];
  readonly interrupted: boolean;
  /** Each original phrase of the agent, with the number of its words that were heard. */
  readonly phrases: readonly { readonly id: string; readonly text: string; readonly heardWords: number }[];
  /** Returns the transcript line; undefined while nothing has been heard. */
  line(turn: number): TranscriptLine | undefined;
}

/** A word counts as heard if this share of it was played, enough to recognise it. */
const enoughOfWord = 0.6;
const pending: Fate = { kind: 'pending' };

export function createHeardReply(): HeardReply {
  let phrases = new Map<string, Phrase>();
  let interrupted = false;

  const allWords = (): TranscriptWord[] => [...phrases.values()].flatMap(wordsOf);

  return {
    add(phraseId, text) {
      // Until the synthesiser has timed them, all words have the position of the phrase's beginning.
      const words = text
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => ({ text: word, startMs: 0, endMs: 0 }));
      phrases.set(phraseId, { whole: { id: phraseId, text }, words, startMs: undefined, fate: pending });
    },
    timed(phraseId, words) {
      const phrase = phrases.get(phraseId);
      if (phrase !== undefined && words.length > 0) phrase.words = words;
    },
    started(phraseId, atMs) {
      const phrase = phrases.get(phraseId);
      if (phrase !== undefined) phrase.startMs ??= atMs;
    },
    acknowledged(phraseId, isEstimated = false) {
      const phrase = phrases.get(phraseId);
      // An acknowledgement may still arrive for cleared audio, so it never overrules a cut.
      if (phrase !== undefined && phrase.fate.kind !== 'cut')
        phrase.fate = { kind: isEstimated ? 'presumed' : 'acknowledged' };
    },
    presume() {
      for (const phrase of phrases.values()) {
        if (phrase.fate.kind === 'pending' && phrase.startMs !== undefined) phrase.fate = { kind: 'presumed' };
      }
    },
    cut(phraseId, playedMs) {
      let reached = false;
      for (const [id, phrase] of phrases) {
        const isCutHere = id === phraseId;
        if (isCutHere) reached = true;
        if (phrase.fate.kind !== 'pending') continue;
        if (isCutHere) phrase.fate = { kind: 'cut', playedMs };
        // A phrase that began before the one that was cut has been played to its end.
        else if (phrase.startMs !== undefined && !reached) phrase.fate = { kind: 'presumed' };
        else phrase.fate = { kind: 'cut', playedMs: 0 };
      }
      interrupted = allWords().some((word) => !wasHeard(word));
    },
    resume(rename) {
      const rest: Remainder[] = [];
      const next = new Map<string, Phrase>();
      for (const [id, phrase] of phrases) {
        const { fate } = phrase;
        // Audio produced since the cut also waits: none of it was sent.
        const isUnsaid = fate.kind === 'cut' || (fate.kind === 'pending' && phrase.startMs === undefined);
        const heard = fate.kind === 'cut' ? heardWords(phrase) : isUnsaid ? 0 : phrase.words.length;
        if (heard > 0 || !isUnsaid) next.set(id, { ...phrase, words: phrase.words.slice(0, heard) });
        if (!isUnsaid) continue;
        const fromMs = fate.kind === 'cut' && phrase.startMs !== undefined ? fate.playedMs : 0;
        const words = phrase.words.slice(heard).map(({ text, startMs, endMs }) => ({
          text,
          startMs: Math.max(0, startMs - fromMs),
          endMs: Math.max(0, endMs - fromMs),
        }));
        const to = rename(id);
        next.set(to, { whole: phrase.whole, words, startMs: undefined, fate: pending });
        rest.push({ from: id, to, fromMs });
      }
      phrases = next;
      interrupted = false;
      return rest;
    },
    get words() {
      return allWords();
    },
    get interrupted() {
      return interrupted;
    },
    get phrases() {
      const whole = new Map<string, { id: string; text: string; heardWords: number }>();
      for (const phrase of phrases.values()) {
        const before = whole.get(phrase.whole.id)?.heardWords ?? 0;
        const heard = wordsOf(phrase).filter(wasHeard).length;
        whole.set(phrase.whole.id, { ...phrase.whole, heardWords: before + heard });
      }
      return [...whole.values()];
    },
    line(turn) {
      const words = allWords();
      const heard = words.filter(wasHeard);
      const first = heard[0];
      const last = heard.at(-1);
      if (first === undefined || last === undefined) return undefined;
      return {
        turn,
        speaker: 'agent',
        text: heard.map((word) => word.text).join(' '),
        startMs: first.startMs,
        endMs: last.endMs,
        words,
        ...(interrupted ? { interrupted: true } : {}),
      };
    },
  };
}

const wasHeard = (word: TranscriptWord): boolean => word.heard === 'yes' || word.heard === 'estimated_yes';

function judge({ fate, startMs }: Phrase, word: SpokenWord): NonNullable<TranscriptWord['heard']> {
  switch (fate.kind) {
    case 'acknowledged':
      return 'yes';
    case 'presumed':
      return 'estimated_yes';
    case 'pending':
      return 'no';
    case 'cut': {
      if (startMs === undefined) return 'no';
      const neededMs = word.startMs + (word.endMs - word.startMs) * enoughOfWord;
      return fate.playedMs >= neededMs ? 'estimated_yes' : 'estimated_no';
    }
  }
}

function wordsOf(phrase: Phrase): TranscriptWord[] {
  const offsetMs = phrase.startMs ?? 0;
  return phrase.words.map((word) => ({
    text: word.text,
    startMs: Math.round(offsetMs + word.startMs),
    endMs: Math.round(offsetMs + word.endMs),
    heard: judge(phrase, word),
  }));
}

/** Returns how many words of a phrase, from the first, were heard. */
function heardWords(phrase: Phrase): number {
  const missed = phrase.words.findIndex((word) => !judge(phrase, word).endsWith('yes'));
  return missed < 0 ? phrase.words.length : missed;
}
