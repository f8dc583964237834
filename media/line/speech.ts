/** One recognised word; times are from the first sample of the utterance's audio. */
export interface Word {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1. */
  readonly confidence: number;
}

/** What was said in one stretch of audio. */
export interface Utterance {
  readonly text: string;
  readonly words: readonly Word[];
  /** Mean of the words' confidences, 0 to 1; 0 for no words. */
  readonly confidence: number;
  readonly languageCode: string;
  /** How long the decode took, queueing excluded. */
  readonly decodeMs: number;
  /** Of the job's phrases those that may have been said and nothing else with them, the likeliest first. */
  readonly likely?: readonly LikelyPhrase[];
  /** The model's own tokens, the draft for a later decode of the same speech and more. */
  readonly tokens?: readonly number[];
}

/** A phrase, and the natural logarithm of the probability that it is what was said. */
export interface LikelyPhrase {
  readonly text: string;
  readonly logProbability: number;
}

/** What is likely to be said. */
export interface SpeechHints {
  /** As text that went before: its words are spelled as here, and believed sooner. */
  readonly prompt?: string;
  /** Where the words are badly understood, each of these is tried as well: see `Utterance.likely`. */
  readonly phrases?: readonly string[];
  /** Tokens of an earlier decode of the same speech; checked at once instead of one by one, never believed. */
  readonly draft?: readonly number[];
}

export interface RecogniseJob extends SpeechHints {
  /** Mono, [-1, 1]. At most 30 s are used. */
  readonly samples: Float32Array;
  readonly rateHz: number;
  readonly languageCode: string;
  readonly kind: 'partial' | 'final';
  /** Partial words that decide something: they do not wait behind other work. */
  readonly urgent?: boolean;
  /** Final words of a part of an utterance that continues: nobody waits for them. */
  readonly background?: boolean;
  /** Which utterance the samples are from. An engine with an open stream sends only what it has not sent yet. */
  readonly utterance?: UtterancePart;
}

/** Samples of one utterance, which later jobs repeat with more behind them. */
export interface UtterancePart {
  /** Unique in the process. */
  readonly id: string;
  /** Where in the utterance the samples begin. */
  readonly fromSamples: number;
}

/** The voice that a plan asks for, by its name. `pace` 1 is the voice's own. */
export interface VoiceChoice {
  readonly speaker: string;
  /** Who provides the voice; any provider by default. */
  readonly provider?: string;
  readonly pace?: number;
  /** A voice of one organisation, which no list of voices has. */
  readonly own?: OwnVoice;
  /** Sent with a job to engines that accept them. */
  readonly pronunciations?: readonly Pronunciation[];
}

/** How a word is said: in phonemes, or as other words are written. Words differ in more than their case. */
export interface Pronunciation {
  readonly word: string;
  /** In the International Phonetic Alphabet. */
  readonly phonemes?: string;
  readonly respelling?: string;
}

/** A voice that was made for an organisation, and the engine that speaks with it. */
export interface OwnVoice {
  readonly engine: string;
  readonly voice: string;
  readonly languageCodes: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A voice resolved to the engine that speaks with it. It travels with every job, so engines keep no list of voices. */
export interface VoiceSpec {
  readonly engine: string;
  /** What the engine calls the voice. */
  readonly voice: string;
  readonly pace?: number;
  /** To speak in, for a voice of several languages. */
  readonly languageCode?: string;
  /** What else the engine needs to speak with it, as plain data. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Of a call those of its organisation; of a job those of its text. */
  readonly pronunciations?: readonly Pronunciation[];
}

export interface SpeakJob {
  /** One clause or sentence, as a person would write it. */
  readonly text: string;
  readonly voice: VoiceSpec;
  readonly rateHz: 8000 | 16000;
  /** Whether more of the same sentence follows (keeps the pitch up, shortens the final pause). */
  readonly continues?: boolean;
  /** The clause spoken just before in the same reply: the audio then begins with the pause that belongs between them. */
  readonly after?: { readonly text: string; readonly continues?: boolean };
}

/** Where a written word of the job's text lies in the audio. Estimated from phonemes. */
export interface SpokenWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Pieces arrive in order; concatenated they are the clause without leading or trailing silence. */
export interface SpeakResult {
  readonly samples: Float32Array;
  /** With the first piece: every word of the text, in order. */
  readonly words?: readonly SpokenWord[];
}

export interface TurnJob {
  /** The caller's turn so far, ending in the pause; at most its last 8 s are used. */
  readonly samples: Float32Array;
  readonly rateHz: number;
}

export interface TurnResult {
  /** Probability that the caller is done, 0 to 1. */
  readonly probability: number;
}
