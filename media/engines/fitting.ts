/** What is measured of a voice, from a clip of it. */
export interface VoiceMeasure {
  readonly seconds: number;
  /** Length of what is speech. */
  readonly speechSeconds: number;
  /** Share of the speech that has a pitch. */
  readonly voicedShare: number;
  /** Median and spread (standard deviation in semitones) of the pitch. */
  readonly pitchHz: number;
  readonly pitchSpread: number;
  /** Mean level of the speech, in dBFS, and how much it goes up and down, in dB. */
  readonly levelDbfs: number;
  readonly levelSpread: number;
  /** Share of samples at the largest value. */
  readonly clippedShare: number;
  /** Level of the background, dB below the speech. */
  readonly noiseDb: number;
  /** Syllables a second of speech. */
  readonly syllableRate: number;
  /** Long-term spectrum of voiced speech in bands of equal width in mel, dB, with mean 0. */
  readonly spectrum: readonly number[];
}

/** A voice of an engine, changed towards a reference. */
export interface FittedVoice {
  /** Of the voice `base`. */
  readonly base: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** Of the fitted voice to the reference, 0 to 1. */
  readonly similarity: number;
  /** `measured` on speech of the fitted voice with the voice encoder, or `estimated` from what the parameters do. */
  readonly basis: 'measured' | 'estimated';
  /** The stock voice that is most like the reference, and how much. */
  readonly nearest: { readonly name: string; readonly similarity: number };
}

/** How like the reference speech with these parameters of the base voice sounds: -1 to 1. */
export type Likeness = (parameters: Readonly<Record<string, number>>) => Promise<number>;

export interface ReferenceRules {
  readonly leastSeconds: number;
  readonly mostSeconds: number;
  /** Of speech, without its pauses. */
  readonly leastSpeechSeconds: number;
}

/** Of an engine whose voices have parameters: fits one of them to a clip. */
export interface VoiceFitting {
  measureVoice(samples: Float32Array): Promise<VoiceMeasure>;
  /** What is wrong with a clip as a reference, as a sentence. */
  complaintAbout(measure: VoiceMeasure, rules: ReferenceRules): string | undefined;
  /** Without speaking: a start for `improve`, with an estimate of its similarity. */
  fitVoice(measure: VoiceMeasure): FittedVoice;
  /** Changes the better of `starts` until it no longer becomes more like the reference, or until `signal` aborts. */
  improve(
    starts: readonly Readonly<Record<string, number>>[],
    likeness: Likeness,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, number>>>;
}
