/** Interfaces that the media plane requires. Types only; the control plane implements them. */

import type { AgentPlan, LlmConfig } from './line/agent.ts';
import type { CallEvent } from './line/call-event.ts';
import type { VoiceChoice } from './line/speech.ts';
import type { StreamRequest } from './line/stream-request.ts';
import type { DialectName } from './wire/dialects/index.ts';

export type {
  AgentPlan,
  KnowledgeDocument,
  LlmConfig,
  ModelUse,
  PathPart,
  ScriptBranch,
  ScriptGoal,
  ScriptQuestion,
  ScriptTest,
  ToolSpec,
} from './line/agent.ts';
export type {
  AnsweredBy,
  CallEndReason,
  CallEvent,
  DisclosureProof,
  FirstAnsweredBy,
  NamedPerson,
  ReceptionReport,
  RecognitionEntry,
  RecognitionSettings,
  ReplyRecord,
  SpeculationReport,
  SpeculativeWork,
  SpeechUse,
  SpokenBy,
  SupervisionAct,
  SupervisorText,
  TakeOver,
  TranscriptLine,
  TranscriptWord,
  TurnLatency,
  UsedModels,
} from './line/call-event.ts';
export type { OwnVoice, Pronunciation, VoiceChoice } from './line/speech.ts';
export type { StreamRequest } from './line/stream-request.ts';
export type { DialectName, StreamDialect } from './wire/dialects/index.ts';

/** What a stream is for. The media plane treats all kinds alike; the control plane gives each its own ports. */
export type SessionKind = 'call' | 'briefing' | 'practice' | 'simulation' | 'audition' | 'supervision';

/** Names one session in every port call, so that the receiver knows its kind without a look-up. */
export interface SessionRef {
  readonly kind: SessionKind;
  /** Unique among sessions of all kinds. */
  readonly callUuid: string;
}

/** A stream on which a person listens to a call, and may speak instead of its agent. */
export interface SupervisionPlan extends SessionRef {
  readonly kind: 'supervision';
  /** `callUuid` of the supervised call. */
  readonly listensTo: string;
}

/** Everything a session needs to know before its first sample. */
export interface CallPlan extends SessionRef {
  readonly kind: Exclude<SessionKind, 'supervision'>;
  readonly direction: 'inbound' | 'outbound';
  readonly dialect: DialectName;
  readonly from: string;
  readonly to: string;
  readonly flowUuid: string;
  readonly brain: AgentPlan;
  /** The language model that answers. It includes its key, so a plan is never stored. */
  readonly llm?: LlmConfig;
  readonly voice: VoiceChoice;
  /** Languages that the call may change to when the caller speaks them; none by default. */
  readonly languages?: readonly string[];
  /** Provider that recognises the caller; this installation's own engines if absent. */
  readonly recogniser?: string;
  readonly turn: TurnSettings;
  readonly limits: CallLimits;
  /** Outbound calls only: the answering person is screened before the agent speaks. Absent: the agent greets at once. */
  readonly voicemail?: VoicemailPlan;
  /** Outbound calls only: words of the options to choose in a telephone menu, the most wanted first. */
  readonly menuChoices?: readonly string[];
  readonly line?: LineSettings;
  /** The recording disclosure of the agent's plan is spoken first, in full and uninterruptible. */
  readonly disclosureRequired?: boolean;
  /** Rate that the operator configured for this provider; a stream with another rate raises an alarm. */
  readonly expectedRateHz?: number;
  /** Name of the setting that contains this rate, for the alarm. */
  readonly rateSetting?: string;
}

/** A plan as one kind of session creates it; the router adds the kind. */
export type SessionPlan = Omit<CallPlan, 'kind'>;

export interface TurnSettings {
  /** Silence that ends a turn when the detector is certain; the detector may require more, never less. */
  readonly endpointingMs?: number;
  readonly allowInterruptions: boolean;
  /** Minimum number of words that interrupt a reply; 1 if absent. A command such as "stop" always interrupts. */
  readonly minInterruptWords?: number;
}

/** What to do when a machine answers an outbound call. */
export interface VoicemailPlan {
  readonly action: 'hangup' | 'leave_message';
  /** Text spoken after the beep. */
  readonly message?: string;
  /** Sentence with name and reason, for a robot that screens the call. */
  readonly screening?: string;
}

export interface LineSettings {
  /** Also detects DTMF tones in the caller's audio, for providers that send no key events. */
  readonly inBandDtmf?: boolean;
  /** Level of the comfort noise that is sent while the agent is silent; none if absent. */
  readonly comfortNoiseDbfs?: number;
}

export interface CallLimits {
  readonly maxCallSeconds: number;
  /** Silence of both sides after which the agent asks whether the caller is there. */
  readonly silencePromptSeconds: number;
  readonly maxSilencePrompts: number;
  /** Maximum time to play a goodbye before the line is closed. */
  readonly goodbyeDrainMs: number;
}

/** A token opens one stream, once, in the dialect for which it was issued. */
export interface CallPlans {
  /**
   * Undefined for a token that is unknown, used, expired or issued for another dialect, and for a `request` with a wrong
   * signature. A line without an HTTP request has none.
   */
  claim(token: string, dialect: DialectName, request?: StreamRequest): Promise<CallPlan | undefined>;
  /**
   * Returns the address of the stream at another server with room, for an unused token of a call for which this server
   * has none; otherwise undefined. Absent without other servers.
   */
  passOn?(token: string, dialect: DialectName): Promise<string | undefined>;
  /** The same as `claim` for a stream in the dialect `listen`. */
  claimSupervision(token: string): Promise<SupervisionPlan | undefined>;
}

/** Events of one session arrive in order. Must not throw. */
export interface CallLog {
  append(session: SessionRef, event: CallEvent): void;
}

/** Receives both tracks: interleaved 16-bit PCM, caller left, agent right, on one sample clock. */
export interface Recordings {
  /**
   * Called about once a second and at the end. Returns false when the disk is full and never throws; the call
   * continues. Takes ownership of the samples: their buffer is transferred to the main thread.
   */
  write(session: SessionRef, rateHz: number, stereo: Int16Array): Promise<boolean>;
  finish(session: SessionRef): Promise<void>;
}

/** The request for a tool. */
export interface ToolRequest {
  /** Turn of the reply that calls the tool. */
  readonly turn: number;
  /** Of the action; unique in the call. */
  readonly id?: string | undefined;
  /** The agent that has taken over the call; absent for the one that began it. */
  readonly agent?: string | undefined;
}

export interface Tools {
  run(
    session: SessionRef,
    name: string,
    args: Readonly<Record<string, unknown>>,
    request: ToolRequest,
  ): Promise<{ ok: boolean; result: string }>;
}

export interface Transfers {
  transfer(
    session: SessionRef,
    target: string,
    brief: string,
  ): Promise<'accepted' | 'declined' | 'no_answer' | 'busy' | 'failed'>;
}

/** What changes in a session when another agent continues it. */
export interface HandedOver extends Pick<CallPlan, 'brain' | 'llm' | 'voice' | 'languages'> {
  readonly agentUuid: string;
}

export interface HandOvers {
  /** Undefined if the agent does not exist, or the session does not lead to it. */
  handOver(session: SessionRef, agentUuid: string): Promise<HandedOver | undefined>;
}

/** A port as implemented for one kind of session: the kind is known, so the session's id suffices. */
export type ById<Port> = {
  readonly [Method in keyof Port]: Port[Method] extends (session: SessionRef, ...rest: infer Rest) => infer Result
    ? (callUuid: string, ...rest: Rest) => Result
    : never;
};

export interface MediaPorts {
  readonly plans: CallPlans;
  readonly log: CallLog;
  readonly recordings: Recordings;
  readonly tools: Tools;
  readonly transfers: Transfers;
  /** If absent, no other agent takes over. */
  readonly handOvers?: HandOvers;
}
