/** A recognised word. Times count from the first sample of the utterance's audio. */
export interface Word {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1. */
  readonly confidence: number;
}

/** The words recognised in one stretch of audio. */
export interface Utterance {
  readonly text: string;
  readonly words: readonly Word[];
  /** Mean confidence of the words, 0 to 1; 0 without words. */
  readonly confidence: number;
  readonly languageCode: string;
  /** Duration of the decode, without time in the queue. */
  readonly decodeMs: number;
  /** Phrases of the job that may be all that was said, most likely first. */
  readonly likely?: readonly LikelyPhrase[];
  /** The model's tokens, used as the draft for a later decode of the same speech with more audio. */
  readonly tokens?: readonly number[];
}

/** A phrase and the natural logarithm of the probability that it was said. */
export interface LikelyPhrase {
  readonly text: string;
  readonly logProbability: number;
}

/** Text that the recogniser should expect. */
export interface SpeechHints {
  /** Preceding text: words in it are spelled as here, and recognised more readily. */
  readonly prompt?: string;
  /** Names that may be said. Words that sound like one of them become it if the audio is about as likely. */
  readonly keyTerms?: readonly string[];
  /** Phrases to score against the audio when the recognition is uncertain: see `Utterance.likely`. */
  readonly phrases?: readonly string[];
  /**
   * Tokens of an earlier decode of the same speech. The decoder verifies them all in one step instead of one by one.
   */
  readonly draft?: readonly number[];
}

export interface RecogniseJob extends SpeechHints {
  /** Mono, [-1, 1]. At most 30 s are used. */
  readonly samples: Float32Array;
  readonly rateHz: number;
  readonly languageCode: string;
  readonly kind: 'partial' | 'final';
  /** Partial words that decide something: the job skips the queue. */
  readonly urgent?: boolean;
  /** Final words of one part of a continuing utterance: nothing waits for them. */
  readonly background?: boolean;
  /** The utterance that contains the samples. An engine with an open stream sends only what it has not sent yet. */
  readonly utterance?: UtterancePart;
}

/** Position of a job's samples in an utterance. Later jobs repeat these samples and add more. */
export interface UtterancePart {
  /** Unique in the process. */
  readonly id: string;
  /** Position of the first sample in the utterance. */
  readonly fromSamples: number;
}

/** The voice that a plan requests by name. `pace` 1 is the voice's natural pace. */
export interface VoiceChoice {
  readonly speaker: string;
  /** Provider of the voice; any provider by default. */
  readonly provider?: string;
  readonly pace?: number;
  /** A voice of one organisation, absent from all lists of voices. */
  readonly own?: OwnVoice;
  /** Sent with a job to engines that accept them. */
  readonly pronunciations?: readonly Pronunciation[];
}

/** Pronunciation of a word, as phonemes or as a respelling. Two words must differ in more than case. */
export interface Pronunciation {
  readonly word: string;
  /** In the International Phonetic Alphabet. */
  readonly phonemes?: string;
  readonly respelling?: string;
}

/** A custom voice of an organisation and the engine that speaks with it. */
export interface OwnVoice {
  readonly engine: string;
  readonly voice: string;
  readonly languageCodes: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A voice resolved to the engine that speaks with it. Every job includes it, so engines need no list of voices. */
export interface VoiceSpec {
  readonly engine: string;
  /** The engine's name for the voice. */
  readonly voice: string;
  readonly pace?: number;
  /** Language to speak, for a multilingual voice. */
  readonly languageCode?: string;
  /** Other parameters of the engine for this voice, as plain data. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** For a call, all pronunciations of its organisation; for a job, those that its text needs. */
  readonly pronunciations?: readonly Pronunciation[];
}

export interface SpeakJob {
  /** One clause or sentence, as a person would write it. */
  readonly text: string;
  readonly voice: VoiceSpec;
  readonly rateHz: 8000 | 16000;
  /** Whether more of the same sentence follows (keeps the pitch up, shortens the final pause). */
  readonly continues?: boolean;
  /** The preceding clause of the same reply. If present, the audio begins with the pause between the two clauses. */
  readonly after?: { readonly text: string; readonly continues?: boolean };
}

/** Position of a written word of the job's text in the audio, estimated from phonemes. */
export interface SpokenWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Pieces arrive in order. Concatenated, they are the clause without leading or trailing silence. */
export interface SpeakResult {
  readonly samples: Float32Array;
  /** All words of the text, in order; sent with the first piece. */
  readonly words?: readonly SpokenWord[];
}

export interface TurnJob {
  /** The caller's turn up to the pause. At most the last 8 s are used. */
  readonly samples: Float32Array;
  readonly rateHz: number;
}

export interface TurnResult {
  /** Probability that the caller has finished, 0 to 1. */
  readonly probability: number;
}
