import type { WireFormat } from '../line/audio.ts';
import type { Answer } from './answer-document.ts';

/** Identification of a stream to the server: the provider's ids, both numbers, the audio format. */
export interface StreamIdentity {
  readonly callId: string;
  readonly streamId: string;
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly format: WireFormat;
  readonly custom: Readonly<Record<string, string>>;
  /** telephony_b only: one of its two products writes `streamSid`, the other `stream_sid`. */
  readonly spelling?: 'snake' | 'camel';
  /** browser only: audio as binary frames (the default) or as base64 in JSON. */
  readonly packing?: 'binary' | 'json';
}

/** Messages of the far end. `atMs` counts from the start of the stream. */
export type FarEvent =
  | { readonly type: 'start' }
  | { readonly type: 'audio'; readonly payload: Uint8Array; readonly atMs: number }
  | { readonly type: 'dtmf'; readonly digit: string; readonly atMs: number }
  | { readonly type: 'played'; readonly name: string }
  | { readonly type: 'cleared' }
  | { readonly type: 'stop'; readonly reason: string };

/** Requests of the server to the far end, in any dialect. */
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
      /** Agent lines only: number of words, from the first, that were heard. */
      readonly heardWords?: number;
    }
  | { readonly type: 'state'; readonly state: string }
  | { readonly type: 'latency'; readonly turn: number; readonly stages: Readonly<Record<string, number>> }
  | { readonly type: 'ended'; readonly reason: string };

/** A rule of the provider that the server broke. Real providers distort the audio, drop it or hang up in response. */
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

/** One stream as the provider sees it. It counts sequence numbers and chunks but has no socket. */
export interface FarSession {
  /** Returns the messages to send, in order; empty if the dialect has no such message. */
  print(event: FarEvent): readonly (string | Uint8Array)[];
  /** Never throws: an unreadable message yields a complaint. */
  parse(message: string | Uint8Array): FarParse;
}

/** The call for which a provider requests an answer, or the flow that a page calls. */
export interface AnswerQuestion {
  readonly callId: string;
  readonly from: string;
  readonly to: string;
  /** Flow of the browser's test call. */
  readonly flowUuid?: string;
  /** Bearer token for a test call; providers have none. */
  readonly token?: string | undefined;
}

/** The far side of a stream: its audio and its messages. */
export interface FarWire {
  readonly name: string;
  /** Subprotocol that the server must select. */
  readonly subprotocol?: string;
  /** Rate at which to make a caller's speech. */
  readonly speechRateHz: 8000 | 16000;
  /** Supported formats; the first is the default. */
  readonly formats: readonly WireFormat[];
  /** Length of one media frame of the caller. */
  readonly frameMs: number;
  /** Maximum unplayed audio that the far end buffers before it drops some. */
  readonly bufferMs: number;
  /** Longest silence that counts as late audio, where no mark tells it from the end of a phrase. */
  readonly longestGapMs?: number;
  /** Whether the server sends audio all the time, silence included; false by default. */
  readonly isContinuous?: boolean;
  /** What a clear removes: everything unplayed, or everything except the chunk that is playing. */
  readonly clears: 'unplayed' | 'unstarted';
  /** Whether marks whose audio was cleared are acknowledged; false by default. */
  readonly acknowledgesCleared?: boolean;
  open(identity: StreamIdentity): FarSession;
}

/** The provider's side of a dialect, which requests an answer before the stream. */
export interface FarDialect extends FarWire {
  /** Returns the request that starts a call, or an `Answer` if it cannot be made. */
  ask(question: AnswerQuestion): { readonly path: string; readonly init: RequestInit } | Answer;
  readAnswer(body: string): Answer;
}

export const sameFormat = (a: WireFormat, b: WireFormat): boolean => a.encoding === b.encoding && a.rateHz === b.rateHz;
