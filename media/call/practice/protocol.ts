import type { CustomerEnd, CustomerPlan } from '../../agent/customer/index.ts';
import type { VoiceChoice } from '../../line/speech.ts';
import type { CallPlan, Tools, TranscriptLine } from '../../ports.ts';
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

/** The same in virtual time, with the call that it is the far end of. */
export interface VirtualPracticeCall {
  /** Of the agent. */
  readonly session: CallPlan;
  readonly customer: CustomerPlan;
  readonly agentOpens: boolean;
  readonly voice: VoiceChoice;
  readonly line: LineQuality;
  /** What time it is for the agent when the call begins, Unix milliseconds. */
  readonly startsAtMs: number;
}

/** Answers the tools of the agent. */
export type PracticeTools = (name: string, args: Readonly<Record<string, unknown>>) => ReturnType<Tools['run']>;

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

/** With what the agent's side of the call recorded of it. */
export interface VirtualTalk extends PracticeTalk {
  readonly log: readonly TranscriptLine[];
}
