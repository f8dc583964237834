/** Measurements of a voice in a clip. */
export interface VoiceMeasure {
  readonly seconds: number;
  /** Duration of the speech in the clip. */
  readonly speechSeconds: number;
  /** Share of voiced speech. */
  readonly voicedShare: number;
  /** Median pitch, and its spread as a standard deviation in semitones. */
  readonly pitchHz: number;
  readonly pitchSpread: number;
  /** Mean level of the speech in dBFS, and its standard deviation in dB. */
  readonly levelDbfs: number;
  readonly levelSpread: number;
  /** Share of samples at full scale. */
  readonly clippedShare: number;
  /** Background level, in dB below the speech. */
  readonly noiseDb: number;
  /** Syllables per second of speech. */
  readonly syllableRate: number;
  /** Long-term spectrum of voiced speech in mel bands of equal width, in dB with mean 0. */
  readonly spectrum: readonly number[];
}

/** A voice of an engine, adjusted towards a reference. */
export interface FittedVoice {
  /** Name of the voice that is adjusted. */
  readonly base: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** Similarity of the fitted voice to the reference, from 0 to 1. */
  readonly similarity: number;
  /**
   * `measured`: with the voice encoder on speech of the fitted voice. `estimated`: from the effect of the parameters.
   */
  readonly basis: 'measured' | 'estimated';
  /** The stock voice most similar to the reference, with its similarity. */
  readonly nearest: { readonly name: string; readonly similarity: number };
}

/** Returns the similarity to the reference of speech with these parameters of the base voice, from -1 to 1. */
export type Likeness = (parameters: Readonly<Record<string, number>>) => Promise<number>;

export interface ReferenceRules {
  readonly leastSeconds: number;
  readonly mostSeconds: number;
  /** Minimum speech without pauses. */
  readonly leastSpeechSeconds: number;
}

/** Fits a voice to a clip, for engines whose voices have parameters. */
export interface VoiceFitting {
  measureVoice(samples: Float32Array): Promise<VoiceMeasure>;
  /** Returns why a clip is unsuitable as a reference, as a sentence, or undefined. */
  complaintAbout(measure: VoiceMeasure, rules: ReferenceRules): string | undefined;
  /** Fits without synthesis: returns a start for `improve`, with estimated similarity. */
  fitVoice(measure: VoiceMeasure): FittedVoice;
  /** Improves the best of `starts` by coordinate search, until `signal` aborts at the latest. */
  improve(
    starts: readonly Readonly<Record<string, number>>[],
    likeness: Likeness,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, number>>>;
}
