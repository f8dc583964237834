import type { SpokenWord } from '../../line/speech.ts';
import type { TranscriptLine, TranscriptWord } from '../../ports.ts';

/** One phrase of a reply on its way to the caller's ear. */
interface Phrase {
  /** The phrase as the brain gave it; a repetition after a cut is still part of it. */
  readonly whole: { readonly id: string; readonly text: string };
  words: readonly SpokenWord[];
  /** When its first sample plays, on the call's clock; undefined while it waits. */
  startMs: number | undefined;
  fate: Fate;
}

type Fate =
  | { readonly kind: 'pending' }
  /** The far end said that all of it was played. */
  | { readonly kind: 'acknowledged' }
  /** No word from the far end in time: our clock says it was played. */
  | { readonly kind: 'presumed' }
  /** Cut short after this much of it. */
  | { readonly kind: 'cut'; readonly playedMs: number };

/** What is left to say of a phrase: its audio from here on goes by a new name. */
export interface Remainder {
  readonly from: string;
  readonly to: string;
  readonly fromMs: number;
}

/** What the caller heard of one reply. */
export interface HeardReply {
  add(phraseId: string, text: string): void;
  /** The words' places in the audio, known once it is synthesised. */
  timed(phraseId: string, words: readonly SpokenWord[]): void;
  started(phraseId: string, atMs: number): void;
  acknowledged(phraseId: string): void;
  /** All that was sent has had time to play, unacknowledged. */
  presume(): void;
  /** The reply was stopped: this phrase after `playedMs`, later ones before they began. Undefined: between phrases. */
  cut(phraseId: string | undefined, playedMs: number): void;
  /**
   * The reply resumes after a cut, from where it was cut. The rest gets new names, because acknowledgements of the
   * old ones may still come for audio that was cleared. A word that was cut belongs to what is left, if not enough of it
   * was played.
   */
  resume(rename: (phraseId: string) => string): readonly Remainder[];
  /** Words heard so far, in order. */
  readonly words: readonly TranscriptWord[];
  readonly interrupted: boolean;
  /** Each phrase as the brain gave it, with how many of its words have been heard. */
  readonly phrases: readonly { readonly id: string; readonly text: string; readonly heardWords: number }[];
  /** Undefined while nothing has been heard. */
  line(turn: number): TranscriptLine | undefined;
}

/** A word counts as heard when this share of it was played: enough to recognise it by. */
const enoughOfWord = 0.6;
const pending: Fate = { kind: 'pending' };

export function createHeardReply(): HeardReply {
  let phrases = new Map<string, Phrase>();
  let interrupted = false;

  const allWords = (): TranscriptWord[] => [...phrases.values()].flatMap(wordsOf);

  return {
    add(phraseId, text) {
      // Until the synthesiser has timed them, the words stand at the phrase's beginning.
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
    acknowledged(phraseId) {
      const phrase = phrases.get(phraseId);
      // An acknowledgement can still come for audio that was cleared, so it never overrules a cut.
      if (phrase !== undefined && phrase.fate.kind !== 'cut') phrase.fate = { kind: 'acknowledged' };
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
        // What was begun before the place of the cut has been played to its end.
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
        // What was made since the cut waits as well: nothing of it was sent.
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

/** How many words of a phrase were heard, from its first. */
function heardWords(phrase: Phrase): number {
  const missed = phrase.words.findIndex((word) => !judge(phrase, word).endsWith('yes'));
  return missed < 0 ? phrase.words.length : missed;
}
