import { z } from 'zod';
import { agent } from './agent.ts';
import { analysis } from './analysis.ts';
import { contacts } from './contacts.ts';
import { customer } from './customer.ts';
import { identity } from './identity.ts';
import { intents } from './intents.ts';
import { entry, group, measuredWords, pattern, wordList, wordPatterns } from './lists.ts';
import { numbers } from './numbers.ts';
import { reading } from './reading.ts';
import { retrieval } from './retrieval.ts';
import { scenario } from './scenario.ts';
import { spoken } from './spoken.ts';
import { text } from './text.ts';
import { voice } from './voice.ts';
import { wording } from './wording.ts';

/** Words and phrases of a listener who does not want to speak. */
const fillers = z.strictObject({
  /** In normal spelling. The recogniser tries them on low-confidence speech. */
  signs: measuredWords.exactOptional(),
  /** Further phrases of two or more words, lower case. */
  phrases: measuredWords.exactOptional(),
  words: measuredWords.exactOptional(),
});

/** Words that interrupt, lower case. */
const commands = z.strictObject({
  words: measuredWords.exactOptional(),
  /** Subset that is never the result of a misrecognition. Counts at any confidence. */
  sure: measuredWords.exactOptional(),
  /** Subset of question words. Counts at a lower confidence. */
  questions: measuredWords.exactOptional(),
  /** Words repeated to get attention. Only these and backchannels are repeated. */
  calls: measuredWords.exactOptional(),
  /** Words that a repetition may contain or omit: "take a take". */
  articles: wordList.exactOptional(),
});

const phrases = z.strictObject({
  /** Interruptions in normal spelling. The recogniser tries them on low-confidence speech. */
  interruptions: measuredWords.exactOptional(),
});

/** Requests to wait, shared by all their uses. */
const hold = z.strictObject({
  /** In normal spelling. Also tried by the recogniser as interruptions, and evidence that a person answered. */
  requests: measuredWords.exactOptional(),
  /** Short forms of the requests. */
  forms: wordList.exactOptional(),
  /** Other ways to ask for time. They do not distinguish a person from a machine. */
  patterns: wordPatterns.exactOptional(),
});

/** Words of a farewell: a caller who says nothing else over the agent's goodbye lets the call end. Lower case. */
const farewell = z.strictObject({ words: wordList.exactOptional() });

/** Words for judging whether a caller has finished speaking. Lower case. */
const completeness = z.strictObject({
  /** Words that never end a sentence. */
  unfinished: measuredWords,
  /** Words that rarely end a sentence, except in questions ("what is it for?") and after some verbs ("logged on"). */
  dangling: measuredWords,
  /** Subset that often ends a sentence. */
  closing: measuredWords,
  /** Subset that ends questions. */
  particles: measuredWords,
  /** Subset that ends a sentence after a word of `phrasal`. */
  adverbs: measuredWords,
  phrasal: measuredWords,
  questions: measuredWords,
  /** Words that are a complete answer alone or with one or two others. */
  shortAnswers: measuredWords,
  verbs: measuredWords,
  /** "I" after one of these ends a sentence: "so do I". */
  auxiliaries: measuredWords,
  /** Words of a caller who was asked to read something out and declines. */
  refusals: measuredWords,
  /** Words before the dictation: "sure, it is ...". */
  openers: measuredWords,
  /** Patterns of text endings that a number, name or address follows. */
  carriers: wordPatterns,
  /** Letters spelled with words, and the ends of addresses. */
  spelling: group(['letterWithWord', 'letterOfWord', 'addressEnd', 'announces']),
});

/** Things that callers spell and read out, and how agents ask for them. */
const dictation = z.strictObject({
  email: wordList,
  /** Common domain endings, and those that a country follows: "dot co dot uk". */
  topLevels: wordList,
  secondLevels: wordList,
  /** Signs inside an address that are always followed by more. */
  signs: wordList,
  /** Abbreviations, as opposed to spelled letters. */
  notSpelled: wordList,
  /** Patterns that an address follows. */
  addressees: wordPatterns,
  /** Patterns for an agent's sentence: `asks` for requests, the others for what is requested. */
  requests: z.strictObject({
    asks: wordPatterns,
    spelling: wordPatterns,
    address: wordPatterns,
    card: wordPatterns,
    number: wordPatterns,
  }),
});

const cue = z.strictObject({
  /** Cues with the same name in several languages count once. */
  name: z.string().min(1),
  /** Natural log-odds in favour of a machine or, in `person`, of a person. */
  weight: z.number().positive(),
  patterns: z.array(pattern).exactOptional(),
  /** Includes the requests to wait of `hold.json`. */
  holdRequests: z.literal(true).exactOptional(),
  /** Said by a machine that records. */
  records: z.literal(true).exactOptional(),
  /** Indicates that no message can be left. */
  noMessage: z.literal(true).exactOptional(),
  /** A question, which recordings do not ask. */
  asks: z.literal(true).exactOptional(),
});

/** Phrases of answering machines, networks and people when a call is answered. Lower case, without punctuation. */
const voicemail = z.strictObject({
  source: z.string().min(1),
  /** Said by machines and exchanges, never by people. */
  machine: z.array(cue).exactOptional(),
  /** Said by machines, and sometimes by people. */
  likely: z.array(cue).exactOptional(),
  /** Said by people who answer. */
  person: z.array(cue).exactOptional(),
  /** A text that consists only of these is a person's greeting. */
  greetings: z
    .strictObject({
      weight: z.number().positive(),
      before: z.array(entry).exactOptional(),
      words: z.array(entry).min(1),
      after: z.array(entry).exactOptional(),
    })
    .exactOptional(),
  /** Robots of telephones that ask a caller for name and reason before the person answers. */
  screening: z
    .strictObject({
      source: z.string().min(1),
      /** Questions for the caller's name or reason, which people and voicemail ask too. */
      asks: z.array(pattern).min(1),
      /** What a screener, and no voicemail, adds to its question: that the person will see or hear the reply. */
      promises: z.array(pattern).min(1),
      /** Words of a person who takes the caller for a robot. They do not count as promises. */
      doubts: z.array(pattern).exactOptional(),
      /** Names of such services: no question is needed. */
      services: z.array(pattern).exactOptional(),
      /** Requests to wait for the person. */
      waits: z.array(pattern).exactOptional(),
      /** The reply of an agent without one of its own; placeholders `{agent}` and `{business}`. */
      reply: entry,
    })
    .exactOptional(),
});

/** Telephone menus ("press one for …"). Lower case, without punctuation. */
const menus = z.strictObject({
  source: z.string().min(1),
  /** Words for each key of a telephone. */
  keys: z.record(z.string().regex(/^[0-9*#]$/), z.array(entry).min(1)),
  /** Requests to press a key: patterns with a group `key`, in which `{key}` is any of the words. */
  options: z.array(z.string().min(1)).min(1),
  /** Words that begin the purpose of an option after its key. */
  purposes: z.array(entry).exactOptional(),
});

export type VoicemailCue = Readonly<z.infer<typeof cue>>;

/** Lines that the call itself says, independently of its agent. */
const lines = z.strictObject({
  /** The agent is slow. */
  moment: entry,
  /** The agent or the voice failed. */
  apology: entry,
  /** The call must end now. */
  farewell: entry,
  /** Half a minute before the maximum call length. */
  endWarning: entry,
  /** In rotation, to a caller on hold for a transfer. */
  hold: z.tuple([entry], entry),
  /** In rotation, to a caller who waits for a tool. */
  progress: z.tuple([entry], entry),
  /** The agent speaks again after a person spoke in its place. */
  back: entry,
});

/** Files of a pack: `media/language/<code>/<name>.json`. Each is optional. */
export const packFiles = {
  agent,
  analysis,
  fillers,
  commands,
  phrases,
  hold,
  farewell,
  completeness,
  numbers,
  dictation,
  voicemail,
  menus,
  customer,
  lines,
  intents,
  wording,
  text,
  reading,
  retrieval,
  identity,
  scenario,
  spoken,
  contacts,
  voice,
} as const;

export type PackFile = keyof typeof packFiles;

/** The data of a language. `code` is its primary subtag and the name of its folder. */
export type LanguagePack = { readonly code: string } & {
  readonly [File in PackFile]?: Readonly<z.infer<(typeof packFiles)[File]>>;
};
