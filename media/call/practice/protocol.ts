import type { CustomerEnd, CustomerPlan } from '../../agent/customer/index.ts';
import type { PathPart } from '../../line/agent.ts';
import type { VoiceChoice } from '../../line/speech.ts';
import type { CallPlan, HandedOver, Tools, TranscriptLine, UsedModels } from '../../ports.ts';
import type { LineQuality } from './line-quality.ts';
import type { VoiceMetrics } from './metrics.ts';

/** A call by a simulated customer over the browser dialect. */
export interface PracticeCall {
  /** Address of the stream. */
  readonly url: string;
  readonly plan: CustomerPlan;
  /** If false, the customer speaks first. */
  readonly agentOpens: boolean;
  /** Voice of the customer. */
  readonly voice: VoiceChoice;
  /** Quality of the customer's line. */
  readonly line: LineQuality;
}

/** The same in virtual time, including the plan of the agent's side. */
export interface VirtualPracticeCall {
  /** Plan of the agent's side. */
  readonly session: CallPlan;
  readonly customer: CustomerPlan;
  readonly agentOpens: boolean;
  readonly voice: VoiceChoice;
  readonly line: LineQuality;
  /** The agent's wall clock when the call begins, in Unix milliseconds. */
  readonly startsAtMs: number;
}

/** What the agent's side of a practice call asks for. */
export interface PracticeAnswers {
  /** Returns the result of a tool. */
  tool(name: string, args: Readonly<Record<string, unknown>>): ReturnType<Tools['run']>;
  /** Returns what another agent continues with; undefined if it does not exist. */
  handOver(agentUuid: string): Promise<HandedOver | undefined>;
}

/** A line of the transcript; times are seconds from the opening of the stream. */
export interface PracticeLine {
  readonly speaker: 'agent' | 'customer';
  readonly text: string;
  readonly timestamp: number;
}

export interface PracticeTalk {
  /** The customer's words as intended, and the agent's as far as they were heard. */
  readonly lines: readonly PracticeLine[];
  readonly end: CustomerEnd;
  /** A mistake of the customer, because of which the call says nothing about the agent. */
  readonly mistake?: string;
  readonly metrics: VoiceMetrics;
  /** The recording as a WAV file: customer left, agent right. */
  readonly wav: Uint8Array;
}

/** What a reply went through, by the turn that it belongs to. */
export interface TurnPath {
  readonly turn: number;
  readonly path: readonly PathPart[];
}

/** Also contains what the agent's side of the call logged. */
export interface VirtualTalk extends PracticeTalk {
  readonly log: readonly TranscriptLine[];
  /** Steps and branches of the flow that each reply went through. */
  readonly paths: readonly TurnPath[];
  /** What each reply asked language models. */
  readonly used: readonly UsedModels[];
}
