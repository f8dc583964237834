import { z } from 'zod';
import { agent } from './agent.ts';
import { analysis } from './analysis.ts';
import { contacts } from './contacts.ts';
import { customer } from './customer.ts';
import { identity } from './identity.ts';
import { intents } from './intents.ts';
import { entry, group, measuredWords, pattern, wordList, wordPatterns } from './lists.ts';
import { numbers } from './numbers.ts';
import { retrieval } from './retrieval.ts';
import { scenario } from './scenario.ts';
import { spoken } from './spoken.ts';
import { text } from './text.ts';
import { voice } from './voice.ts';
import { wording } from './wording.ts';

/** Words and phrases of somebody who listens and does not want to speak. */
const fillers = z.strictObject({
  /** As they are written. The recogniser tries them against speech that it understood badly. */
  signs: measuredWords.exactOptional(),
  /** Further phrases of two words or more, lower case. */
  phrases: measuredWords.exactOptional(),
  words: measuredWords.exactOptional(),
});

/** Words that interrupt, lower case. */
const commands = z.strictObject({
  words: measuredWords.exactOptional(),
  /** Of these, words that nothing else is taken for. They count at any confidence. */
  sure: measuredWords.exactOptional(),
  /** Of these, question words. They count at a lower confidence. */
  questions: measuredWords.exactOptional(),
  /** Words that are repeated to get attention. A backchannel is repeated as well, and no other word is. */
  calls: measuredWords.exactOptional(),
  /** Words that a repetition may or may not have: "take a take". */
  articles: wordList.exactOptional(),
});

const phrases = z.strictObject({
  /** Interruptions as they are written. The recogniser tries them against speech that it understood badly. */
  interruptions: measuredWords.exactOptional(),
});

/** Requests to wait. Every use of them reads this file. */
const hold = z.strictObject({
  /** As they are written. Also interruptions that the recogniser tries, and evidence that a person answered. */
  requests: measuredWords.exactOptional(),
  /** Short forms of the requests. */
  forms: wordList.exactOptional(),
  /** Other ways to ask for time. They do not tell a person from a machine. */
  patterns: wordPatterns.exactOptional(),
});

/** Whether the words of a caller sound finished. Lower case. */
const completeness = z.strictObject({
  /** No sentence ends with these. */
  unfinished: measuredWords,
  /** Sentences rarely end with these, except in questions ("what is it for?") and after some verbs ("logged on"). */
  dangling: measuredWords,
  /** Of these, words that end a sentence often enough. */
  closing: measuredWords,
  /** Of these, words that end a question. */
  particles: measuredWords,
  /** Of these, words that end a sentence behind one of `phrasal`. */
  adverbs: measuredWords,
  phrasal: measuredWords,
  questions: measuredWords,
  /** Words that are an answer by themselves, or with one or two others. */
  shortAnswers: measuredWords,
  verbs: measuredWords,
  /** "I" behind one of these ends a sentence: "so do I". */
  auxiliaries: measuredWords,
  /** Words of a caller who was asked to read something out and does not. */
  refusals: measuredWords,
  /** Words before what is read out: "sure, it is ...". */
  openers: measuredWords,
  /** Patterns of the end of a text that a number, name or address follows. */
  carriers: wordPatterns,
  /** Letters that are spelled with words, and the ends of addresses. */
  spelling: group(['letterWithWord', 'letterOfWord', 'addressEnd', 'announces']),
});

/** What callers spell and read out, and how agents ask for it. */
const dictation = z.strictObject({
  email: wordList,
  /** What most addresses end in, and what a country follows: "dot co dot uk". */
  topLevels: wordList,
  secondLevels: wordList,
  /** Signs within an address that something follows. */
  signs: wordList,
  /** Abbreviations that are not spelled letters. */
  notSpelled: wordList,
  /** Patterns behind which an address follows. */
  addressees: wordPatterns,
  /** Patterns of an agent's sentence: that it asks, and what for. */
  requests: z.strictObject({
    asks: wordPatterns,
    spelling: wordPatterns,
    address: wordPatterns,
    card: wordPatterns,
    number: wordPatterns,
  }),
});

const cue = z.strictObject({
  /** Cues of one name in several languages are one. */
  name: z.string().min(1),
  /** Natural log-odds, towards a machine or, in `person`, a person. */
  weight: z.number().positive(),
  patterns: z.array(pattern).exactOptional(),
  /** The requests to wait of `hold.json` as well. */
  holdRequests: z.literal(true).exactOptional(),
  /** A machine that records says this. */
  records: z.literal(true).exactOptional(),
  /** No message can be left. */
  noMessage: z.literal(true).exactOptional(),
  /** A question, which no tape asks. */
  asks: z.literal(true).exactOptional(),
});

/** What answering machines, networks and people say when a call is answered. Lower case, without punctuation. */
const voicemail = z.strictObject({
  source: z.string().min(1),
  /** Said by machines and exchanges, and by nobody who picks up. */
  machine: z.array(cue).exactOptional(),
  /** Said by machines, and by people too. */
  likely: z.array(cue).exactOptional(),
  /** Said by people who pick up. */
  person: z.array(cue).exactOptional(),
  /** A text of nothing else is a person's greeting. */
  greetings: z
    .strictObject({
      weight: z.number().positive(),
      before: z.array(entry).exactOptional(),
      words: z.array(entry).min(1),
      after: z.array(entry).exactOptional(),
    })
    .exactOptional(),
});

export type VoicemailCue = Readonly<z.infer<typeof cue>>;

/** What a call says by itself, beside its agent. */
const lines = z.strictObject({
  /** The agent is slow. */
  moment: entry,
  /** The agent or the voice failed. */
  apology: entry,
  /** The call must end now. */
  farewell: entry,
  /** Half a minute before the longest call is ended. */
  endWarning: entry,
  /** One after the other, to a caller who is being put through. */
  hold: z.tuple([entry], entry),
  /** A person spoke instead of the agent, which speaks again from here on. */
  back: entry,
});

/** The files of a pack: `media/language/<code>/<name>.json`. Each is optional. */
export const packFiles = {
  agent,
  analysis,
  fillers,
  commands,
  phrases,
  hold,
  completeness,
  numbers,
  dictation,
  voicemail,
  customer,
  lines,
  intents,
  wording,
  text,
  retrieval,
  identity,
  scenario,
  spoken,
  contacts,
  voice,
} as const;

export type PackFile = keyof typeof packFiles;

/** A language as data. `code` is its primary subtag, the name of its folder. */
export type LanguagePack = { readonly code: string } & {
  readonly [File in PackFile]?: Readonly<z.infer<(typeof packFiles)[File]>>;
};
