declare module 'vader-sentiment' {
  interface Polarity {
    readonly pos: number;
    readonly neg: number;
    readonly neu: number;
    /** -1 to 1. */
    readonly compound: number;
  }
  export const SentimentIntensityAnalyzer: { polarity_scores(text: string): Polarity };
}
