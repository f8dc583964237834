import type { SpokenToken } from '../spoken-token.ts';
import { addS, inflect } from './inflection.ts';
import { byPartOfSpeech, chooseEntry, type Lexicon } from './lexicon.ts';
import { consonants, demote, lengthOf, primary, secondary, stressed, vowels } from './symbols.ts';
import type { Tagger } from './tagger.ts';
import type { ReadUnknown } from './unknown-words.ts';
import { type WordContext, weakForm } from './weak-forms.ts';

/** Returns the phonemes of each token in order: empty for silent tokens, the mark itself for marks. */
export type Phonemise = (tokens: readonly SpokenToken[]) => Promise<string[]>;

export interface PhonemiserParts {
  readonly lexicon: Lexicon;
  readonly tag: Tagger;
  readonly readUnknown: ReadUnknown;
}

/** Converts English words in context, from the end backwards, since a word's sound depends on the next one. */
export function createPhonemiser({ lexicon, tag, readUnknown }: PhonemiserParts): Phonemise {
  return async (tokens) => {
    const tags = tagTokens(tokens, tag);
    const sounds = new Array<string>(tokens.length).fill('');
    let next: WordContext['next'];
    let beforeTo = false;
    for (let i = tokens.length - 1; i >= 0; i--) {
      const token = tokens[i] as SpokenToken;
      const context = { tag: tags[i] as string, next, beforeTo };
      const sound = await soundOf(token, context);
      sounds[i] = sound;
      next = firstSound(sound, next);
      beforeTo = token.kind === 'word' && token.text.toLowerCase() === 'to';
    }
    return sounds;
  };

  async function soundOf(token: SpokenToken, context: WordContext): Promise<string> {
    if (token.kind === 'mark') return token.text;
    if (token.kind === 'word' && token.phonemes !== undefined) return token.phonemes;
    const sound = token.kind === 'letters' ? spell(token.text, lexicon) : await soundOfWord(token.text, context);
    // The model uses other symbols for these two sounds.
    return sound.replaceAll('ɾ', 'T').replaceAll('ʔ', 't');
  }

  async function soundOfWord(text: string, context: WordContext): Promise<string> {
    const word = text.normalize('NFKC').replaceAll('’', "'");
    const phonemes = weakForm(word, context) ?? lookUp(word, context, lexicon);
    if (phonemes !== undefined) return phonemes;
    const parts = word.split(/[-_/.]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== '');
    if (parts.length < 2) return readUnknown(word.replace(/^'+|'+$/g, ''));
    const sounds: string[] = [];
    for (const part of parts) sounds.push(await soundOfWord(part, { ...context, next: 'consonant', beforeTo: false }));
    return joinCompound(sounds.filter((sound) => sound !== ''));
  }
}

/** Contractions are tagged as two pieces, as in the training data. The word gets the tag of the longer piece. */
function tagTokens(tokens: readonly SpokenToken[], tag: Tagger): string[] {
  const pieces: string[] = [];
  const pieceOf: number[] = [];
  for (const token of tokens) {
    const parts = token.kind === 'word' ? splitContraction(token.text) : [token.text];
    pieceOf.push(
      pieces.length + (parts.length === 2 && (parts[1] as string).length > (parts[0] as string).length ? 1 : 0),
    );
    pieces.push(...parts);
  }
  const tags = tag(pieces);
  return pieceOf.map((piece) => {
    const tag = tags[piece] ?? 'NN';
    // The tables tag some words as plurals regardless of context; after these pronouns only a verb is possible.
    return tag === 'NNS' && /^(?:he|she|it|who)$/i.test(pieces[piece - 1] ?? '') ? 'VBZ' : tag;
  });
}

function splitContraction(word: string): string[] {
  const match = /^(.+?)(n't|'(?:s|m|d|re|ve|ll))$/i.exec(word.replaceAll('’', "'"));
  return match === null ? [word] : [match[1] as string, match[2] as string];
}

function lookUp(word: string, context: WordContext, lexicon: Lexicon): string | undefined {
  const find = (form: string): string | undefined => {
    const entry = lexicon.find(form) ?? (form === form.toLowerCase() ? undefined : lexicon.find(form.toLowerCase()));
    return entry === undefined ? undefined : (chooseEntry(entry, context.tag, context.next === undefined) ?? undefined);
  };
  const lower = word.toLowerCase();
  /** Considers only stems whose sound depends on the part of speech: "he objects", but "two objects". */
  const findHomograph = (stem: string): string | undefined => {
    const entry = lexicon.findChecked(stem);
    return entry === undefined ? undefined : (byPartOfSpeech(entry, context.tag) ?? undefined);
  };
  const sound = inflect(lower, findHomograph) ?? find(word) ?? inflect(lower, find) ?? contraction(lower, find);
  if (sound === undefined) return undefined;
  if (word === lower) return sound;
  // A capital adds slight stress to an unstressed word; all capitals mean emphasis.
  return word.length > 1 && word === word.toUpperCase()
    ? stressed(sound.includes(primary) ? sound : sound.replaceAll(secondary, primary), primary)
    : stressed(sound, secondary);
}

const endings: Readonly<Record<string, string>> = { "'ll": 'əl', "'d": 'd', "'ve": 'v', "'re": 'ɹ', "'m": 'm' };

function contraction(word: string, find: (form: string) => string | undefined): string | undefined {
  const [stem, ending] = splitContraction(word);
  const sound = ending === undefined ? undefined : endings[ending];
  const stemSound = stem === undefined || sound === undefined ? undefined : find(stem);
  return stemSound === undefined ? undefined : stemSound + sound;
}

/** Joins letter names, with the stress on the last. */
function spell(letters: string, lexicon: Lexicon): string {
  const plural = /[A-Z]s$/.test(letters);
  const names = [...(plural ? letters.slice(0, -1) : letters)].flatMap((letter) => {
    const entry = lexicon.findChecked(letter.toUpperCase());
    return typeof entry === 'string' ? [entry] : [];
  });
  const last = names.at(-1);
  if (last === undefined) return '';
  const sound = [...names.slice(0, -1).map((name) => demote(name)), last].join('');
  return plural ? addS(sound) : sound;
}

/** Joins a compound such as "follow-up" into one stress group, with the shorter half reduced. */
function joinCompound(sounds: readonly string[]): string {
  if (sounds.length < 2) return sounds[0] ?? '';
  const byLength = sounds
    .map((sound, index) => ({ index, length: lengthOf(sound) }))
    .sort((a, b) => a.length - b.length);
  const held = new Set(byLength.slice(0, Math.floor(sounds.length / 2)).map(({ index }) => index));
  return sounds.map((sound, index) => (held.has(index) ? demote(sound) : sound)).join('');
}

function firstSound(sound: string, otherwise: WordContext['next']): WordContext['next'] {
  for (const symbol of sound) {
    if (vowels.has(symbol)) return 'vowel';
    if (consonants.has(symbol)) return 'consonant';
    if (',.?!;:—…'.includes(symbol)) return undefined;
  }
  return otherwise;
}
