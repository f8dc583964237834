/** Who a simulated customer is and what it wants. Everything it may say comes from here, from a language pack or from the agent. */
export interface CustomerPlan {
  readonly seed: number;
  readonly languageCode: string;
  readonly name: string;
  readonly difficulty: 'easy' | 'medium' | 'hard' | 'adversarial';
  /** The situation and the profile, sentence by sentence, as written about the customer. */
  readonly situation: readonly string[];
  /** What it says when it is asked. */
  readonly open: readonly CustomerFact[];
  /** What it says only when it is asked for it. */
  readonly hidden: readonly CustomerFact[];
  readonly objections: readonly CustomerObjection[];
  /** Answers to objections must fit it, where there is any. */
  readonly knowledge: readonly string[];
  readonly maxTurns: number;
  readonly satisfiedWhen?: string;
  readonly hangupTriggers: readonly string[];
  readonly habits: SpeechHabits;
}

export interface CustomerFact {
  readonly id: string;
  /** What a question about it is about. */
  readonly about: string;
  /** Further words or phrases that ask for it. */
  readonly askedBy?: readonly string[];
  readonly value: string;
}

export interface CustomerObjection {
  readonly text: string;
  /** Number of fitting answers required; set by the difficulty by default. */
  readonly strength?: number;
  /** Words or phrases of a fitting answer. */
  readonly answeredBy?: readonly string[];
  /** What the agent must speak of before it is raised. */
  readonly trigger?: string;
}

export interface SpeechHabits {
  /** Factor of the usual pace. */
  readonly pace: number;
  readonly fillers: readonly string[];
  readonly verbosity: 'terse' | 'normal' | 'talkative';
  readonly interrupts: 'none' | 'some' | 'often';
}
