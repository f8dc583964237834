import type { WireFormat } from '../line/audio.ts';
import type { Answer } from './answer-document.ts';

/** What identifies a stream to the server: the provider's ids, the two numbers, how audio is packed. */
export interface StreamIdentity {
  readonly callId: string;
  readonly streamId: string;
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly format: WireFormat;
  readonly custom: Readonly<Record<string, string>>;
  /** telephony_b: one of its two products writes `streamSid` where the other writes `stream_sid`. */
  readonly spelling?: 'snake' | 'camel';
  /** browser: audio as binary frames (the default) or as base64 in JSON. */
  readonly packing?: 'binary' | 'json';
}

/** What the far end has to say. `atMs` runs from the start of the stream. */
export type FarEvent =
  | { readonly type: 'start' }
  | { readonly type: 'audio'; readonly payload: Uint8Array; readonly atMs: number }
  | { readonly type: 'dtmf'; readonly digit: string; readonly atMs: number }
  | { readonly type: 'played'; readonly name: string }
  | { readonly type: 'cleared' }
  | { readonly type: 'stop'; readonly reason: string };

/** What the server asked of the far end, whatever the dialect. */
export type FarCommand =
  | { readonly type: 'audio'; readonly payload: Uint8Array }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' }
  | { readonly type: 'dtmf'; readonly digit: string }
  | { readonly type: 'ready'; readonly callUuid: string }
  | {
      readonly type: 'transcript';
      readonly id?: string;
      readonly speaker: 'agent' | 'caller';
      readonly text: string;
      readonly final: boolean;
      /** Agent lines: how many of its words, from the first, were heard. */
      readonly heardWords?: number;
    }
  | { readonly type: 'state'; readonly state: string }
  | { readonly type: 'latency'; readonly turn: number; readonly stages: Readonly<Record<string, number>> }
  | { readonly type: 'ended'; readonly reason: string };

/** A rule of the provider that the server broke. Real providers distort, drop or hang up on these. */
export interface Complaint {
  readonly code:
    | 'not_json'
    | 'unknown_event'
    | 'bad_message'
    | 'wrong_stream'
    | 'wrong_format'
    | 'too_large'
    | 'too_small'
    | 'ragged_chunk'
    | 'unexpected_binary';
  readonly detail: string;
}

export interface FarParse {
  readonly commands: readonly FarCommand[];
  readonly complaints: readonly Complaint[];
}

/** One stream as the provider sees it. It counts sequence numbers and chunks, and has no socket. */
export interface FarSession {
  /** Messages to send, in order; empty when the dialect has no such message. */
  print(event: FarEvent): readonly (string | Uint8Array)[];
  /** Never throws: what cannot be read is a complaint. */
  parse(message: string | Uint8Array): FarParse;
}

/** Whose call a provider asks about, or which flow a page calls. */
export interface AnswerQuestion {
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  /** The browser's test call belongs to a flow. */
  readonly flowUuid?: string;
  /** Bearer token for a test call; providers have none. */
  readonly token?: string | undefined;
}

/** The provider's side of a dialect. */
export interface FarDialect {
  readonly name: string;
  /** The request that starts a call; an answer where it cannot be asked for. */
  ask(question: AnswerQuestion): { readonly path: string; readonly init: RequestInit } | Answer;
  readAnswer(body: string): Answer;
  /** Rate that speech for a caller is made at. */
  readonly speechRateHz: 8000 | 16000;
  /** The first is the provider's default. */
  readonly formats: readonly WireFormat[];
  /** Length of one of the caller's media frames. */
  readonly frameMs: number;
  /** How much unplayed audio the provider holds before it drops some. */
  readonly bufferMs: number;
  /** What a clear removes: everything unplayed, or everything but the chunk that is being played. */
  readonly clears: 'unplayed' | 'unstarted';
  open(identity: StreamIdentity): FarSession;
}

export const sameFormat = (a: WireFormat, b: WireFormat): boolean => a.encoding === b.encoding && a.rateHz === b.rateHz;
