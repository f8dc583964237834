/** What the log of a call says. */

import type { AgentAction, AgentInput, AgentTrace, EndReason, ModelUse } from './agent.ts';
import type { WireFormat } from './audio.ts';

/** Who picked up. After `unknown` the call proceeds as with a person. */
export type AnsweredBy = 'human' | 'machine' | 'unknown';

/** A robot that answers an outbound call before a person or voicemail does. */
export type FirstAnsweredBy = 'call_screening' | 'menu';

export type CallEndReason =
  | EndReason
  | 'caller_hung_up'
  | 'max_duration'
  | 'fault'
  | 'shutdown'
  | 'operator'
  | 'transferred'
  /** A robot answered the outbound call, and nobody after it. */
  | 'nobody_answered'
  /** Only of a person who listens to a call and may no longer do so. */
  | 'access_ended'
  | 'over_capacity';

/**
 * Milliseconds. `total` runs from the caller's last speech sample to the acknowledgement of the agent's first sample as
 * played.
 */
export interface TurnLatency {
  readonly endpoint: number;
  readonly recognition: number;
  readonly agent: number;
  readonly synthesis: number;
  readonly queue: number;
  readonly network: number;
  readonly total: number;
  /** True if no acknowledgement arrived; `network` is then the pacer's estimate. */
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
  /** The spoken text. An agent line contains only the words that the caller heard. */
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly words: readonly TranscriptWord[];
  readonly interrupted?: boolean;
  /** Agent lines only: the person whose words these are, if they are not the agent's. */
  readonly spokenBy?: SpokenBy;
}

/** A user of this installation. `name` is the one at the time. */
export interface NamedPerson {
  readonly userUuid: string;
  readonly name: string | null;
}

/** A person whose words our side spoke in place of the agent's. Both ids are null for a person who is not a user. */
export interface SpokenBy {
  /** `human`: a teammate after a transfer. */
  readonly kind: 'supervisor' | 'human';
  readonly userUuid: string | null;
  readonly name: string | null;
  /** Present if the person wrote the words and the agent's voice said them. */
  readonly through?: 'agent';
}

/** A supervising person's text for the agent of a call. */
export interface SupervisorText {
  /** `say`: the agent says it to the caller in the next gap. `guide`: its engine follows it, and the caller never hears it. */
  readonly kind: 'say' | 'guide';
  readonly text: string;
  readonly person: NamedPerson;
}

/** An action of a listener on a call. `lost`: the stream broke while the listener spoke. */
export type SupervisionAct = 'taken_over' | 'handed_back' | 'lost' | 'say' | 'guide';

/** The result of a request to speak instead of the agent. `not_now`: the agent must finish its announcement first. */
export type TakeOver = 'taken' | 'not_now' | 'gone';

/** The part of the recording disclosure that the caller heard. */
export interface DisclosureProof {
  readonly text: string;
  /** The sent parts, each with its evidence of having been heard. */
  readonly words: readonly TranscriptWord[];
  readonly startMs: number;
  /** End of the last word that was heard. */
  readonly endMs: number;
  readonly heardWords: number;
  readonly totalWords: number;
  readonly inFull: boolean;
  /** `estimated`: the far end did not acknowledge all of it in time, but by our clock it was played. */
  readonly evidence: 'acknowledged' | 'estimated' | 'cut_off';
}

/** Event log of a call; with both tracks it suffices to run the call again. `atMs` is on the call's sample clock. */
export type CallEvent =
  | {
      readonly type: 'started';
      readonly atMs: number;
      /** Absent for a conversation in writing. */
      readonly format?: WireFormat;
      readonly providerCallId: string;
      readonly streamId: string;
      readonly wallMs: number;
    }
  | { readonly type: 'line'; readonly atMs: number; readonly line: TranscriptLine }
  /** Logged after each reply that contains the recording disclosure or its beginning. */
  | { readonly type: 'disclosure'; readonly atMs: number; readonly disclosure: DisclosureProof }
  | {
      readonly type: 'turn';
      readonly atMs: number;
      readonly turn: number;
      readonly latency: TurnLatency;
      readonly trace?: AgentTrace;
    }
  /** Logged for each reply that asked language models, when it ends. */
  | { readonly type: 'models'; readonly atMs: number; readonly turn: number; readonly used: UsedModels }
  | { readonly type: 'barge_in'; readonly atMs: number; readonly onsetMs: number; readonly stopMs: number }
  /** The caller switched the language. The voice and the agent use it from the next reply. */
  | { readonly type: 'language'; readonly atMs: number; readonly languageCode: string }
  /** Speech over a reply that did not interrupt it: the reply continued and the speech was not answered. */
  | {
      readonly type: 'backchannel';
      readonly atMs: number;
      readonly onsetMs: number;
      readonly because: 'filler' | 'unclear' | 'noise' | 'distant';
      readonly text: string;
      /** `decidedMs`: when the reply continued. `silentMs`: how long it was silent, unless it was only lowered. */
      readonly decidedMs: number;
      readonly silentMs: number;
    }
  | {
      readonly type: 'dtmf';
      readonly atMs: number;
      readonly digit: string;
      readonly from: 'caller' | 'agent' /** For tones that the agent sends: whether they were played to the end. */;
      readonly heard?: 'yes' | 'estimated_yes' | 'estimated_no';
    }
  | { readonly type: 'action'; readonly atMs: number; readonly action: AgentAction }
  /** Who answered an outbound call; a later event replaces an earlier one. */
  | {
      readonly type: 'voicemail';
      readonly atMs: number;
      readonly kind: AnsweredBy;
      readonly confidence: number;
      readonly evidence: readonly string[];
      /** The robot that has answered; who answers after it is not known yet. */
      readonly robot?: FirstAnsweredBy;
    }
  | {
      readonly type: 'supervision';
      readonly atMs: number;
      readonly act: SupervisionAct;
      readonly by: NamedPerson;
      /** The session of the supervising person; absent for texts, which need none. */
      readonly supervision?: string;
      readonly text?: string;
    }
  | { readonly type: 'alarm'; readonly atMs: number; readonly code: string; readonly detail: string }
  /** Logged once, at the end. */
  | { readonly type: 'reception'; readonly atMs: number; readonly reception: ReceptionReport }
  /** Logged once, at the end. */
  | { readonly type: 'speculation'; readonly atMs: number; readonly speculation: SpeculationReport }
  /** Logged once, at the end, if speech servers did something for the call. */
  | { readonly type: 'speech'; readonly atMs: number; readonly used: readonly SpeechUse[] }
  | { readonly type: 'reply'; readonly atMs: number; readonly reply: ReplyRecord }
  | { readonly type: 'hearing'; readonly atMs: number; readonly entries: readonly RecognitionEntry[] }
  | { readonly type: 'ended'; readonly atMs: number; readonly reason: CallEndReason; readonly wallMs: number };

/** The language models of one reply. */
export interface UsedModels extends Pick<AgentTrace, 'brain' | 'fallback' | 'refusal'> {
  /** In the order in which they were asked. */
  readonly models: readonly ModelUse[];
  /** Whether the reply was prepared and never begun, because the caller went on. */
  readonly discarded: boolean;
}

/** What a speech server did for a call. */
export interface SpeechUse {
  readonly part: 'recognition' | 'synthesis';
  readonly engine: string;
  /** Audio that it received or made. */
  readonly audioMs: number;
  /** Of the texts that it spoke; 0 for recognition. */
  readonly characters: number;
}

/** Reception of the caller's audio over the whole call. */
export interface ReceptionReport {
  /** False when the far end sends no usable sequence numbers: losses then appear as `filledMs` only. */
  readonly numbered: boolean;
  readonly pieces: number;
  /** Packets that did not arrive in time; `late` counts those that arrived afterwards. */
  readonly lost: number;
  readonly late: number;
  readonly duplicated: number;
  /** Packets that arrived after a later one and were reordered. */
  readonly reordered: number;
  /** The longest wait for a missing packet. */
  readonly windowMs: number;
  /** Maximum interarrival jitter (RFC 3550). */
  readonly jitterMs: number;
  /** Audio inserted for missing samples, and audio dropped as excess. */
  readonly filledMs: number;
  readonly droppedMs: number;
}

/** Speculative replies, prepared while the caller might still have continued, and their results. */
export interface SpeculationReport {
  readonly started: number;
  /** Replies that were spoken because the caller had finished. */
  readonly redeemed: number;
  readonly dropped: number;
  /** Speculative work, in total and discarded. */
  readonly made: SpeculativeWork;
  readonly wasted: SpeculativeWork;
}

export interface SpeculativeWork {
  /** Time until the agent's first phrase, and time spent on synthesis. */
  readonly brainMs: number;
  readonly speechMs: number;
  /** Characters of the phrases to be spoken, and duration of the spoken part. */
  readonly characters: number;
  readonly audioMs: number;
}

/** The request to the agent and its result, logged when the reply ends; with the lines it suffices to repeat the request. */
export interface ReplyRecord {
  readonly turn: number;
  readonly input: AgentInput;
  /** The wall clock that the request contained. */
  readonly wallMs: number;
  readonly phrases: readonly string[];
  readonly actions: readonly AgentAction[];
  /** True if the agent had produced its whole reply. */
  readonly complete: boolean;
  /** True if the caller heard at least one word; the reply's line is then the one logged just before. */
  readonly heard: boolean;
  /** Ids of the actions that began before it had been played; none if absent. */
  readonly begun?: readonly string[];
  /** Steps and branches of the flow that it went through; none if absent. */
  readonly path?: AgentTrace['path'];
}

/**
 * An entry of a call's recognition log: its inputs, its requests to models and its outputs, in order. With the caller's
 * track this suffices to replay the recognition. `beat` counts received blocks of 32 ms and evaluated steps.
 */
export type RecognitionEntry = { readonly beat: number } & (
  | { readonly opened: RecognitionSettings }
  /** An input from the rest of the call: its name and its arguments. `within`: the output during which it arrived. */
  | { readonly in: string; readonly args: readonly unknown[]; readonly within?: string }
  /** An output to the rest of the call. */
  | { readonly out: string; readonly args: readonly unknown[] }
  /** A request to a model; `ask` is its number in the call. */
  | { readonly ask: number; readonly engine: string; readonly kind?: string; readonly samples: number }
  /** The model's response; `sum` is a digest of the whole response. */
  | { readonly told: number; readonly value: string | number; readonly sum: string }
  | { readonly failed: number; readonly why: string }
  /** The request was dropped because no thread was free in time. */
  | { readonly shed: number }
  /** The request was cancelled. */
  | { readonly gone: number }
  /** A timer of the recognition fired; the number identifies it in the call. */
  | { readonly timer: number }
  /** The detector fell behind and skipped audio: the call cannot be replayed exactly. */
  | { readonly overruns: number }
);

/** The settings of the recognition, before its first sample. */
export interface RecognitionSettings {
  readonly rateHz: 8000 | 16000;
  readonly languageCode: string;
  readonly partialEveryMs: number;
  readonly partialShare: number;
  readonly endpointingMs?: number;
  readonly minInterruptWords?: number;
  /** Names that the caller may say. */
  readonly keyTerms?: readonly string[];
}
