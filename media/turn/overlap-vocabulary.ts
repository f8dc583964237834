import type { OverlapCalibration } from '../language/calibration.ts';
import { entriesOf } from '../language/languages.ts';
import type { EntryList } from '../language/lists.ts';
import type { LanguagePack } from '../language/schema.ts';
import { plainWords } from '../text/words.ts';

/** What callers say over a reply, in all languages, including typical misrecognitions of one recogniser. */
export interface OverlapVocabulary {
  /** Backchannels in written form. */
  readonly signs: readonly string[];
  /** Interruptions in written form, by language. */
  readonly interruptions: ReadonlyMap<string, readonly string[]>;
  /** Words of each filler of two or more words, longest first. */
  readonly fillerPhrases: readonly (readonly string[])[];
  isFiller(word: string): boolean;
  readonly commands: ReadonlySet<string>;
  readonly sureCommands: ReadonlySet<string>;
  readonly questions: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
  /** Words that hums are recognised as. Among other words they count as words. */
  readonly hums: ReadonlySet<string>;
  /** Words that the first half of a filler is recognised as. */
  readonly halves: ReadonlySet<string>;
  /** Returns whether the text has an ending that occurs only in misheard fillers. */
  endsAsFiller(text: string): boolean;
}

export function createOverlapVocabulary(
  packs: readonly LanguagePack[],
  misheard: OverlapCalibration['misheard'] = {},
): OverlapVocabulary {
  const entries = (pick: (pack: LanguagePack) => EntryList | undefined): readonly string[] => entriesOf(pick, packs);
  const signs = entries(({ fillers }) => fillers?.signs);
  const signWords = signs.map((text) => plainWords(text));
  const phrases = [...entries(({ fillers }) => fillers?.phrases), ...(misheard.phrases?.entries ?? [])];
  const fillerPhrases = [
    ...phrases.map((phrase) => phrase.split(' ')),
    ...signWords.filter(({ length }) => length > 1),
  ].sort((a, b) => b.length - a.length);
  const hums = new Set(misheard.hums?.entries);
  const fillerWords = new Set([
    ...entries(({ fillers }) => fillers?.words),
    ...signWords.flatMap((words) => (words.length === 1 ? words : [])),
    ...(misheard.words?.entries ?? []),
    ...hums,
  ]);
  const misheardWord = whole(misheard.wordPatterns?.entries ?? []);
  const endings = (misheard.endings?.entries ?? []).map((pattern) => new RegExp(`\\b(?:${pattern})$`, 'iu'));
  return {
    signs,
    interruptions: new Map(packs.map((pack) => [pack.code, interruptionsOf(pack)])),
    fillerPhrases,
    isFiller: (word) => fillerWords.has(word) || misheardWord.test(word),
    commands: new Set(entries(({ commands }) => commands?.words)),
    sureCommands: new Set(entries(({ commands }) => commands?.sure)),
    questions: new Set(entries(({ commands }) => commands?.questions)),
    calls: new Set(entries(({ commands }) => commands?.calls)),
    articles: new Set(entries(({ commands }) => commands?.articles)),
    hums,
    halves: new Set(misheard.halves?.entries),
    endsAsFiller: (text) => endings.some((ending) => ending.test(text)),
  };
}

const interruptionsOf = ({ phrases, hold }: LanguagePack): readonly string[] => [
  ...(phrases?.interruptions?.entries ?? []),
  ...(hold?.requests?.entries ?? []),
];

const whole = (patterns: readonly string[]): RegExp =>
  new RegExp(patterns.length === 0 ? '(?!)' : `^(?:${patterns.join('|')})$`, 'u');
