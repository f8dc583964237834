import type { WireFormat } from './audio.ts';

/** What the far end told us, whatever its dialect. */
export type WireEvent =
  | {
      readonly type: 'start';
      /** The provider's own identifiers; empty where the dialect has none. */
      readonly callId: string;
      readonly streamId: string;
      readonly format: WireFormat;
      readonly from?: string;
      readonly to?: string;
      readonly custom: Readonly<Record<string, string>>;
    }
  /** `payload` is owned by the receiver (copied out of the socket's buffer), unless it was given straight to a reader; `number` is the far end's count of pieces. */
  | { readonly type: 'audio'; readonly payload: Uint8Array; readonly number?: number }
  | { readonly type: 'dtmf'; readonly digit: string }
  /** Everything sent before the mark of this name has been played to the caller. */
  | { readonly type: 'played'; readonly name: string }
  | { readonly type: 'cleared' }
  /** The caller wants the agent to stop talking, and says so with a button instead of a word. */
  | { readonly type: 'interrupt' }
  /** The provider reports trouble with the stream; the call continues. */
  | { readonly type: 'trouble'; readonly reason: string }
  | { readonly type: 'stop'; readonly reason: string };

export type AudioEvent = Extract<WireEvent, { type: 'audio' }>;

export type LineState = 'listening' | 'thinking' | 'speaking';

/** What we ask of the far end. A dialect prints nothing for a command its protocol lacks. */
export type WireCommand =
  | { readonly type: 'audio'; readonly payload: Uint8Array }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' }
  | { readonly type: 'dtmf'; readonly digit: string }
  | { readonly type: 'ready'; readonly callUuid: string }
  | { readonly type: 'transcript'; readonly caption: Caption }
  | { readonly type: 'state'; readonly state: LineState }
  | { readonly type: 'latency'; readonly turn: number; readonly stages: Readonly<Record<string, number>> }
  | { readonly type: 'ended'; readonly reason: string };

/** A line of live captions. `id` is stable while the line grows or is corrected. */
export interface Caption {
  readonly id: string;
  readonly speaker: 'agent' | 'caller';
  readonly text: string;
  readonly final: boolean;
  /** Agent lines: how many of its words, from the first, the caller has heard. */
  readonly heardWords?: number;
  /** A person says this instead of the agent. */
  readonly person?: true;
}

/** Why a socket is closed on a peer that broke the protocol. `closeCode` is an RFC 6455 code. */
export interface WireFault {
  readonly code:
    | 'not_json'
    | 'bad_message'
    | 'too_large'
    | 'too_fast'
    | 'out_of_order'
    | 'bad_audio'
    | 'unexpected_binary';
  readonly closeCode: 1003 | 1007 | 1008 | 1009;
  readonly detail: string;
}

export type ParseResult =
  | { readonly ok: true; readonly events: readonly WireEvent[] }
  | { readonly ok: false; readonly fault: WireFault };

/** One stream's parser and printer. It holds the stream's id and sequence numbers, and no socket. */
export interface DialectSession {
  parse(message: string | Uint8Array): ParseResult;
  /** Frames to send, in order: text as string, binary as bytes. Empty when the dialect has no such message. */
  print(command: WireCommand): readonly (string | Uint8Array)[];
  /**
   * The quick way for a call's most frequent message: its audio, good until the next of any session is read, from the bytes
   * of a text frame in its usual form. Undefined: nothing is known of this frame yet, ask `parse`.
   */
  parseAudio?(text: Uint8Array): AudioEvent | undefined;
  /** The quick way to print audio: the bytes of one text frame, good until the next. Undefined: ask `print`. */
  printAudio?(payload: Uint8Array): Uint8Array | undefined;
}

/** How audio must be cut for a dialect: bytes of one outgoing message, and how far ahead of real time to keep the far end. */
export interface Chunking {
  readonly chunkMs: number;
  readonly leadMs: number;
}

export interface Dialect {
  /** In the address of the stream. */
  readonly name: string;
  /** It has a message for keys that we press; without one they are tones. */
  readonly sendsKeys: boolean;
  /** It shows captions while they grow; without, nobody reads them before the call is over. */
  readonly showsCaptions: boolean;
  /** What to do at the far end so that its start message says what really comes. */
  formatAdvice(actual: WireFormat): string;
  chunking(format: WireFormat): Chunking;
  open(): DialectSession;
}
