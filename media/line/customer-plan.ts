/**
 * Profile and goals of a simulated customer. Everything it may say comes from this plan, from a language pack or from
 * the agent.
 */
export interface CustomerPlan {
  readonly seed: number;
  readonly languageCode: string;
  readonly name: string;
  readonly difficulty: 'easy' | 'medium' | 'hard' | 'adversarial';
  /** The situation and the profile, sentence by sentence, as written about the customer. */
  readonly situation: readonly string[];
  /** Facts that it states when asked for them. */
  readonly open: readonly CustomerFact[];
  /** Facts that it never volunteers. A reluctant customer states them only when asked repeatedly. */
  readonly hidden: readonly CustomerFact[];
  readonly objections: readonly CustomerObjection[];
  /** Documents that the agent's answers to objections must agree with, if there are any. */
  readonly knowledge: readonly string[];
  readonly maxTurns: number;
  readonly satisfiedWhen?: string;
  readonly hangupTriggers: readonly string[];
  readonly habits: SpeechHabits;
}

export interface CustomerFact {
  readonly id: string;
  /** Subject of a question about this fact. */
  readonly about: string;
  /** Further words or phrases that ask for this fact. */
  readonly askedBy?: readonly string[];
  readonly value: string;
}

export interface CustomerObjection {
  readonly text: string;
  /** Number of fitting answers required; set by the difficulty by default. */
  readonly strength?: number;
  /** Words or phrases that make an answer fitting. */
  readonly answeredBy?: readonly string[];
  /** Subject that the agent must mention before the objection is raised. */
  readonly trigger?: string;
}

export interface SpeechHabits {
  /** Multiple of the usual pace. */
  readonly pace: number;
  readonly fillers: readonly string[];
  readonly verbosity: 'terse' | 'normal' | 'talkative';
  readonly interrupts: 'none' | 'some' | 'often';
}
