/** What the media plane asks of the world. Types only; the control plane gives the answers. */
import type { WireFormat } from './line/audio.ts';
import type { AgentAction, BrainInput, BrainPlan, BrainTrace, EndReason, LlmConfig } from './line/brain.ts';
import type { VoiceChoice } from './line/speech.ts';
import type { DialectName } from './wire/dialects/index.ts';

export type { BrainPlan, KnowledgeDocument, LlmConfig, ScriptGoal, ScriptQuestion, ToolSpec } from './line/brain.ts';
export type { OwnVoice, Pronunciation, VoiceChoice } from './line/speech.ts';
export type { DialectName, StreamDialect } from './wire/dialects/index.ts';

/** What a stream is for. The media plane treats all kinds alike; the control plane gives each its own ports. */
export type SessionKind = 'call' | 'briefing' | 'practice' | 'simulation' | 'audition' | 'supervision';

/** Names one session in every port call, so that the receiver knows its kind without a look-up. */
export interface SessionRef {
  readonly kind: SessionKind;
  /** Unique among sessions of all kinds. */
  readonly callUuid: string;
}

/** A stream on which a person listens to a call, and may speak in the place of its agent. */
export interface SupervisionPlan extends SessionRef {
  readonly kind: 'supervision';
  /** The call that is listened to. */
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
  readonly brain: BrainPlan;
  /** The language model that answers. With its key, so a plan is never written down. */
  readonly llm?: LlmConfig;
  readonly voice: VoiceChoice;
  /** Languages that the call may change to when the caller speaks them; none unless given. */
  readonly languages?: readonly string[];
  /** Provider that recognises what the caller says; the engines of this installation, unless given. */
  readonly recogniser?: string;
  readonly turn: TurnSettings;
  readonly limits: CallLimits;
  /** Outbound calls only: the answering person is screened before the agent speaks. Absent: the agent greets at once. */
  readonly voicemail?: VoicemailPlan;
  readonly line?: LineSettings;
  /** The recording disclosure of the agent's plan is said first, in full, and cannot be interrupted. */
  readonly disclosureRequired?: boolean;
  /** Rate the operator configured for this provider; a stream that says another raises an alarm. */
  readonly expectedRateHz?: number;
  /** Name of the setting that contains this rate, for the alarm. */
  readonly rateSetting?: string;
}

/** A plan as one kind of session makes it; the router adds the kind. */
export type SessionPlan = Omit<CallPlan, 'kind'>;

export interface TurnSettings {
  /** Silence that ends a turn the detector is sure of; the detector may ask for more, never for less. */
  readonly endpointingMs?: number;
  readonly allowInterruptions: boolean;
  /** Words that interrupt a reply, at least; 1 unless given. A command such as "stop" needs no more. */
  readonly minInterruptWords?: number;
}

/** Who picked up. `unknown` does not mean a machine: nothing happens in doubt. */
export type AnsweredBy = 'human' | 'machine' | 'unknown';

/** What to do when a machine answers an outbound call. */
export interface VoicemailPlan {
  readonly action: 'hangup' | 'leave_message';
  /** Said after the beep. */
  readonly message?: string;
}

export interface LineSettings {
  /** Keys are also listened for in the caller's voice, for providers that do not tell of them. */
  readonly inBandDtmf?: boolean;
  /** While the agent is silent the caller hears noise of this level; nothing when absent. */
  readonly comfortNoiseDbfs?: number;
}

export interface CallLimits {
  readonly maxCallSeconds: number;
  /** Silence of both sides after which the agent asks whether the caller is there. */
  readonly silencePromptSeconds: number;
  readonly maxSilencePrompts: number;
  /** How long a goodbye may take to be played out before the line is closed. */
  readonly goodbyeDrainMs: number;
}

/** A token is good for one stream, once, for the dialect it was made for. */
export interface CallPlans {
  /** Undefined: unknown, used, expired, or made for another dialect. */
  claim(token: string, dialect: DialectName): Promise<CallPlan | undefined>;
  /** Of a stream in the dialect `listen`. */
  claimSupervision(token: string): Promise<SupervisionPlan | undefined>;
}

export type CallEndReason =
  | EndReason
  | 'caller_hung_up'
  | 'max_duration'
  | 'fault'
  | 'shutdown'
  | 'operator'
  | 'transferred'
  | 'over_capacity';

/** Milliseconds; `total` runs from the caller's last speech sample to the first agent sample acknowledged as played. */
export interface TurnLatency {
  readonly endpoint: number;
  readonly recognition: number;
  readonly agent: number;
  readonly synthesis: number;
  readonly queue: number;
  readonly network: number;
  readonly total: number;
  /** No acknowledgement came; `network` is the pacer's estimate. */
  readonly estimated: boolean;
}

export interface TranscriptWord {
  readonly text: string;
  /** Milliseconds on the call's sample clock. */
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence?: number;
  /** Agent words only. */
  readonly heard?: 'yes' | 'no' | 'estimated_yes' | 'estimated_no';
}

export interface TranscriptLine {
  readonly turn: number;
  readonly speaker: 'agent' | 'customer';
  /** What was said and, for the agent, heard. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly words: readonly TranscriptWord[];
  readonly interrupted?: boolean;
  /** A person said this in the place of the agent. */
  readonly person?: true;
}

/** What somebody who listens to a call did to it. `lost`: their stream broke while they spoke. */
export type SupervisionAct = 'taken_over' | 'handed_back' | 'lost' | 'say' | 'guide';

/** What becomes of the request to speak in the place of the agent. `not_now`: the agent must finish what it does first. */
export type TakeOver = 'taken' | 'not_now' | 'gone';

/** What a caller heard of the recording disclosure. */
export interface DisclosureProof {
  readonly text: string;
  /** Those that were sent, each with how it is known that it was heard. */
  readonly words: readonly TranscriptWord[];
  readonly startMs: number;
  /** Of the last word that was heard. */
  readonly endMs: number;
  readonly heardWords: number;
  readonly totalWords: number;
  readonly inFull: boolean;
  /** `estimated`: the far end did not acknowledge all of it in time, and our clock says that it was played. */
  readonly evidence: 'acknowledged' | 'estimated' | 'cut_off';
}

/** The event log of a call: with both tracks it is enough to run the call again. `atMs` is on the call's sample clock. */
export type CallEvent =
  | {
      readonly type: 'started';
      readonly atMs: number;
      readonly format: WireFormat;
      readonly providerCallId: string;
      readonly streamId: string;
      readonly wallMs: number;
    }
  | { readonly type: 'line'; readonly atMs: number; readonly line: TranscriptLine }
  /** Noted after each reply that says the recording disclosure, or begins to. */
  | { readonly type: 'disclosure'; readonly atMs: number; readonly disclosure: DisclosureProof }
  | {
      readonly type: 'turn';
      readonly atMs: number;
      readonly turn: number;
      readonly latency: TurnLatency;
      readonly trace?: BrainTrace;
    }
  | { readonly type: 'barge_in'; readonly atMs: number; readonly onsetMs: number; readonly stopMs: number }
  /** The caller speaks another language: the voice and the agent follow, from the next reply on. */
  | { readonly type: 'language'; readonly atMs: number; readonly languageCode: string }
  /** Speech over a reply that was not an interruption: the reply continued, and nothing was answered. */
  | {
      readonly type: 'backchannel';
      readonly atMs: number;
      readonly onsetMs: number;
      readonly because: 'filler' | 'unclear' | 'noise' | 'distant';
      readonly text: string;
      /** When the reply went on, and how long it had been silent; it may only have been softened. */
      readonly decidedMs: number;
      readonly silentMs: number;
    }
  | {
      readonly type: 'dtmf';
      readonly atMs: number;
      readonly digit: string;
      readonly from: 'caller' | 'agent' /** Of our own tones: whether they were played to their end. */;
      readonly heard?: 'yes' | 'estimated_yes' | 'estimated_no';
    }
  | { readonly type: 'action'; readonly atMs: number; readonly action: AgentAction }
  /** Who answered an outbound call; a later one takes an earlier one back. */
  | {
      readonly type: 'voicemail';
      readonly atMs: number;
      readonly kind: AnsweredBy;
      readonly confidence: number;
      readonly evidence: readonly string[];
    }
  | {
      readonly type: 'supervision';
      readonly atMs: number;
      readonly act: SupervisionAct;
      /** The session of the person on this call; absent for texts, which need none. */
      readonly supervision?: string;
      readonly text?: string;
    }
  | { readonly type: 'alarm'; readonly atMs: number; readonly code: string; readonly detail: string }
  /** Noted once, at the end. */
  | { readonly type: 'reception'; readonly atMs: number; readonly reception: ReceptionReport }
  /** Noted once, at the end. */
  | { readonly type: 'speculation'; readonly atMs: number; readonly speculation: SpeculationReport }
  | { readonly type: 'reply'; readonly atMs: number; readonly reply: ReplyRecord }
  | { readonly type: 'hearing'; readonly atMs: number; readonly entries: readonly RecognitionEntry[] }
  | { readonly type: 'ended'; readonly atMs: number; readonly reason: CallEndReason; readonly wallMs: number };

/** How the caller's audio came in over the whole call. */
export interface ReceptionReport {
  /** False when the far end has no numbers, or none that make sense: then losses show as `filledMs` only. */
  readonly numbered: boolean;
  readonly pieces: number;
  /** Given up: these never came, or too late; `late` is the part that came after all. */
  readonly lost: number;
  readonly late: number;
  readonly duplicated: number;
  /** Came after a later one and were put back in their place. */
  readonly reordered: number;
  /** The longest that was waited for a missing piece. */
  readonly windowMs: number;
  /** Interarrival jitter (RFC 3550) at its highest. */
  readonly jitterMs: number;
  /** Put in for what was missing, and dropped of what came too much. */
  readonly filledMs: number;
  readonly droppedMs: number;
}

/** Replies that were begun while the caller might still have gone on, and what became of them. */
export interface SpeculationReport {
  readonly started: number;
  /** The caller had finished: what was made was said. */
  readonly redeemed: number;
  readonly dropped: number;
  /** What was done speculatively, in all and for nothing. */
  readonly made: SpeculativeWork;
  readonly wasted: SpeculativeWork;
}

export interface SpeculativeWork {
  /** Time that was waited for the agent's first phrase, and spent on synthesis. */
  readonly brainMs: number;
  readonly speechMs: number;
  /** Characters of the phrases to be spoken, and length of what was spoken of them. */
  readonly characters: number;
  readonly audioMs: number;
}

/** What the agent was asked and what it gave, noted when the reply is over; with the lines it is enough to ask it again. */
export interface ReplyRecord {
  readonly turn: number;
  readonly input: BrainInput;
  /** The wall clock it was given. */
  readonly wallMs: number;
  readonly phrases: readonly string[];
  readonly actions: readonly AgentAction[];
  /** All it had to say was known. */
  readonly complete: boolean;
  /** A word of it was heard; its line is the one noted just before. */
  readonly heard: boolean;
}

/**
 * What the recognition of a call received from outside, asked of the models, and made of it, in order. With the caller's track it
 * is enough to hear the call again. `beat` counts blocks of 32 ms that were heard and steps that were judged.
 */
export type RecognitionEntry = { readonly beat: number } & (
  | { readonly opened: RecognitionSettings }
  /** Told by the rest of the call: the name of the input, and what came with it; `within` the output that it answered at once. */
  | { readonly in: string; readonly args: readonly unknown[]; readonly within?: string }
  /** Told to the rest of the call. */
  | { readonly out: string; readonly args: readonly unknown[] }
  /** A model was asked; `ask` is its number in the call. */
  | { readonly ask: number; readonly engine: string; readonly kind?: string; readonly samples: number }
  /** It answered; `sum` is a digest of the whole answer. */
  | { readonly told: number; readonly value: string | number; readonly sum: string }
  | { readonly failed: number; readonly why: string }
  /** No thread had time for it, and it was given up. */
  | { readonly shed: number }
  /** Nobody wanted the answer any more. */
  | { readonly gone: number }
  /** A timer of recognition was due; the number says which of the call. */
  | { readonly timer: number }
  /** The detector fell so far behind that audio went by unjudged: this call cannot be heard again exactly. */
  | { readonly overruns: number }
);

/** What recognition gets before its first sample. */
export interface RecognitionSettings {
  readonly rateHz: 8000 | 16000;
  readonly languageCode: string;
  readonly partialEveryMs: number;
  readonly partialShare: number;
  readonly endpointingMs?: number;
  readonly minInterruptWords?: number;
}

/** Events of one session arrive in order. Must not throw. */
export interface CallLog {
  append(session: SessionRef, event: CallEvent): void;
}

/** Where both tracks go: interleaved 16-bit PCM, caller left, agent right, on one sample clock. */
export interface Recordings {
  /**
   * Called about once a second and at the end. Returns false when the disk is full and never throws; the call continues.
   * The samples belong to the port from here on: their buffer moves to the main thread.
   */
  write(session: SessionRef, rateHz: number, stereo: Int16Array): Promise<boolean>;
  finish(session: SessionRef): Promise<void>;
}

export interface Tools {
  run(
    session: SessionRef,
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ ok: boolean; result: string }>;
}

export interface Transfers {
  transfer(
    session: SessionRef,
    target: string,
    brief: string,
  ): Promise<'accepted' | 'declined' | 'no_answer' | 'busy' | 'failed'>;
}

/** A port as one kind of session implements it: the kind is known, so the session's id is enough. */
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
}
