import type { WireFormat } from './audio.ts';

/** An event received from the far end, in any dialect. */
export type WireEvent =
  | {
      readonly type: 'start';
      /** The provider's identifiers; empty if the dialect has none. */
      readonly callId: string;
      readonly streamId: string;
      readonly format: WireFormat;
      readonly from?: string;
      readonly to?: string;
      readonly custom: Readonly<Record<string, string>>;
      /** What the line played before the call was answered: the latest 10 s, in the format of the stream. */
      readonly early?: readonly Uint8Array[];
    }
  /**
   * `payload` is owned by the receiver (copied from the socket's buffer), unless it was passed directly to a reader.
   * `number` is the far end's sequence number.
   */
  | { readonly type: 'audio'; readonly payload: Uint8Array; readonly number?: number }
  | { readonly type: 'dtmf'; readonly digit: string }
  /**
   * Everything sent before the mark with this name has been played to the caller: the far end says so or, if
   * `isEstimated`, enough time has passed.
   */
  | { readonly type: 'played'; readonly name: string; readonly isEstimated?: boolean }
  | { readonly type: 'cleared' }
  /** The caller pressed a button to interrupt the agent. */
  | { readonly type: 'interrupt' }
  /** The provider reports a problem with the stream; the call continues. */
  | { readonly type: 'trouble'; readonly reason: string }
  | { readonly type: 'stop'; readonly reason: string };

export type AudioEvent = Extract<WireEvent, { type: 'audio' }>;

export type LineState = 'listening' | 'thinking' | 'speaking';

/** A request to the far end. A dialect prints nothing for a command that its protocol lacks. */
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

export interface CaptionPerson {
  readonly name: string | null;
  /** True if the agent's voice says the person's words. */
  readonly throughAgent: boolean;
}

/** A line of live captions. `id` stays the same while the line grows or is corrected. */
export interface Caption {
  readonly id: string;
  readonly speaker: 'agent' | 'caller';
  readonly text: string;
  readonly final: boolean;
  /** Agent lines only: number of words, from the first, that the caller has heard. */
  readonly heardWords?: number;
  /** The person who says this, or has the agent say it. Absent for the agent's own words. */
  readonly person?: CaptionPerson;
}

/**
 * A message that breaks the protocol. It is ignored; a stream that sends too many is closed with `closeCode`, an RFC
 * 6455 code.
 */
export interface WireFault {
  readonly code:
    | 'not_json'
    | 'bad_message'
    | 'too_large'
    | 'too_fast'
    | 'out_of_order'
    | 'bad_audio'
    | 'unexpected_binary'
    /** An event that the dialect does not have. Never a reason to close. */
    | 'unknown_event';
  readonly closeCode: 1003 | 1007 | 1008 | 1009;
  readonly detail: string;
}

export type ParseResult =
  | { readonly ok: true; readonly events: readonly WireEvent[] }
  | { readonly ok: false; readonly fault: WireFault };

/** Parser and printer of one stream. Contains the stream's id and sequence numbers but no socket. */
export interface DialectSession {
  parse(message: string | Uint8Array): ParseResult;
  /**
   * Returns the frames to send, in order: text as string, binary as bytes. Empty if the dialect has no such message.
   */
  print(command: WireCommand): readonly (string | Uint8Array)[];
  /**
   * Fast path for a call's most frequent message: reads audio from the bytes of a text frame in its usual form. The
   * result is valid until the next call on any session. Returns undefined if the frame has another form; use `parse`
   * then.
   */
  parseAudio?(text: Uint8Array): AudioEvent | undefined;
  /**
   * Fast path for printing audio: returns the bytes of one text frame, valid until the next call, or undefined; use
   * `print` then.
   */
  printAudio?(payload: Uint8Array): Uint8Array | undefined;
}

/**
 * How to cut audio for a dialect: bytes of one outgoing message, and how far ahead of real time to keep the far end.
 */
export interface Chunking {
  readonly chunkMs: number;
  readonly leadMs: number;
}

/** What a call needs to know of its line, whatever carries it. */
export interface LineProfile {
  readonly name: string;
  /** True if the protocol has a message for keys that the agent presses. Otherwise keys are sent as tones. */
  readonly sendsKeys: boolean;
  /** True if the far end shows captions while they grow. Otherwise nobody reads them before the call ends. */
  readonly showsCaptions: boolean;
  /** Returns advice on how to configure the far end so that its start message states the actual format. */
  formatAdvice(actual: WireFormat): string;
  chunking(format: WireFormat): Chunking;
}

/** Messages of a stream over a WebSocket. Its name is part of stream addresses. */
export interface Dialect extends LineProfile {
  /** Message that asks a quiet far end for a heartbeat; a WebSocket ping by default. */
  readonly probe?: string;
  open(): DialectSession;
}
