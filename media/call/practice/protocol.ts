import type { CustomerEnd, CustomerPlan } from '../../agent/customer/index.ts';
import type { VoiceChoice } from '../../line/speech.ts';
import type { LineQuality } from './line-quality.ts';
import type { VoiceMetrics } from './metrics.ts';

/** A call that a simulated customer makes over the browser's dialect. */
export interface PracticeCall {
  /** Of the stream. */
  readonly url: string;
  readonly plan: CustomerPlan;
  /** Otherwise the customer speaks first. */
  readonly agentOpens: boolean;
  /** Of the customer. */
  readonly voice: VoiceChoice;
  /** Of the customer's line. */
  readonly line: LineQuality;
}

/** Who said what, in seconds from the opening of the stream. */
export interface PracticeLine {
  readonly speaker: 'agent' | 'customer';
  readonly text: string;
  readonly timestamp: number;
}

export interface PracticeTalk {
  /** The customer's words as they were meant, and the agent's as far as they were heard. */
  readonly lines: readonly PracticeLine[];
  readonly end: CustomerEnd;
  /** A mistake of the customer: the call says nothing about the agent. */
  readonly mistake?: string;
  readonly metrics: VoiceMetrics;
  /** The recording as a WAV file: the customer left, the agent right. */
  readonly wav: Uint8Array;
}
