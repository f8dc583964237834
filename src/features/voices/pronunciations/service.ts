import { randomUUID } from 'node:crypto';
import type { Pronunciation } from '../../../../media/ports.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { NewPronunciation, PronunciationPatch, SpokenWord } from './schema.ts';
import type { PronunciationRow, PronunciationStore, Written } from './store.ts';

/** The refusal as a sentence that names the field. */
export interface Refused {
  readonly refused: string;
}

export interface PronunciationsOptions {
  readonly store: PronunciationStore;
  /**
   * Parses phonemes as the embedded voices do; `unknown` is the first symbol that they do not know, or empty without a
   * vowel.
   */
  readonly readPhonemes: (phonemes: string) => Promise<{ readonly symbols: string } | { readonly unknown: string }>;
  /** Synthesises a text as a WAV file. Returns `voice_unknown` if no voice of this name accepts pronunciations. */
  readonly speak: (
    text: string,
    voice: { readonly speaker?: string | undefined; readonly pronunciations: readonly Pronunciation[] },
  ) => Promise<Uint8Array | 'voice_unknown' | 'busy'>;
  readonly now: () => Date;
}

export interface Pronunciations {
  list: PronunciationStore['list'];
  add(organisation: OrganisationId, body: NewPronunciation): Promise<Written | Refused>;
  change(organisation: OrganisationId, uuid: string, body: PronunciationPatch): Promise<Written | Refused>;
  remove: PronunciationStore['remove'];
  /** Returns what is wrong with a pronunciation, as a sentence that names the field; undefined if nothing is. */
  refusalOf(body: NewPronunciation): Promise<string | undefined>;
  /** Synthesises the word as a WAV file. Nothing is stored. */
  spoken(body: SpokenWord): Promise<Uint8Array | 'busy' | Refused>;
  /** Returns all pronunciations of an organisation in the format for calls. */
  lexicon(organisation: OrganisationId): Promise<readonly Pronunciation[]>;
}

export const maxWords = 500;

type Said = Pick<PronunciationRow, 'phonemes' | 'respelling'>;

/** The lexicon of an organisation: pronunciations of words, in phonemes or respelled. */
export function createPronunciations(options: PronunciationsOptions): Pronunciations {
  const { store, now } = options;

  async function refusalOf({ phonemes, respelling }: Said): Promise<string | undefined> {
    if (phonemes === null && respelling === null) return 'body phonemes: give phonemes or a respelling.';
    if (phonemes !== null && respelling !== null) return 'body respelling: give phonemes or a respelling, not both.';
    const read = phonemes === null ? { symbols: '' } : await options.readPhonemes(phonemes);
    if (!('unknown' in read)) return undefined;
    return read.unknown === ''
      ? 'body phonemes: must contain a vowel.'
      : `body phonemes: “${read.unknown}” is not a phoneme of the embedded voices. They know ${knownPhonemes}.`;
  }

  return {
    list: store.list,
    remove: store.remove,
    refusalOf: ({ phonemes = null, respelling = null }) => refusalOf({ phonemes, respelling }),
    async add(organisation, { word, phonemes = null, respelling = null }) {
      const refused = await refusalOf({ phonemes, respelling });
      if (refused !== undefined) return { refused };
      const row = { uuid: randomUUID(), word, phonemes, respelling, createdAt: now().toISOString() };
      return store.add(organisation, row, maxWords);
    },
    async change(organisation, uuid, body) {
      const before = await store.get(organisation, uuid);
      if (before === undefined) return 'unknown';
      const spoken = saidAfter(before, body);
      const refused = await refusalOf(spoken);
      if (refused !== undefined) return { refused };
      return store.change(organisation, uuid, { word: body.word ?? before.word, ...spoken });
    },
    async spoken({ word, phonemes = null, respelling = null, speaker }) {
      const isGiven = phonemes !== null || respelling !== null;
      const refused = isGiven ? await refusalOf({ phonemes, respelling }) : undefined;
      if (refused !== undefined) return { refused };
      const pronunciations = isGiven ? [pronunciationOf({ word, phonemes, respelling })] : [];
      const sound = await options.speak(word, { speaker, pronunciations });
      return sound === 'voice_unknown'
        ? { refused: 'body speaker: must be a voice of this installation that accepts pronunciations.' }
        : sound;
    },
    lexicon: async (organisation) =>
      (await store.list(organisation, { limit: maxWords, offset: 0 })).rows.map(pronunciationOf),
  };
}

const knownPhonemes = 'b d f h j k l m n p s t v w z ŋ ɡ ɹ ʃ ʒ ð θ tʃ dʒ i u ɑ ɔ ə ɛ ɜ æ ɪ ʊ ʌ aɪ aʊ eɪ oʊ ɔɪ ˈ ˌ';

/** Phonemes and respelling exclude each other: the given one replaces the other. */
function saidAfter(before: Said, { phonemes, respelling }: PronunciationPatch): Said {
  return {
    phonemes: phonemes === undefined ? (respelling ? null : before.phonemes) : phonemes,
    respelling: respelling === undefined ? (phonemes ? null : before.respelling) : respelling,
  };
}

const pronunciationOf = ({ word, phonemes, respelling }: Pick<PronunciationRow, 'word'> & Said): Pronunciation => ({
  word,
  ...(phonemes === null ? {} : { phonemes }),
  ...(respelling === null ? {} : { respelling }),
});
