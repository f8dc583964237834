/**
 * `stall` and `close` come after the first piece, `first_byte` is a stall after one byte. `other_type` and `page` answer
 * 200 with MP3 and with HTML; `disguised` declares HTML as sound. `busy` names the time after which to ask again.
 */
export type SpeechTrouble =
  | ('refuse' | 'busy' | 'never')
  | ('empty' | 'silent' | 'other_type' | 'page' | 'disguised')
  | ('first_byte' | 'stall' | 'close');

/** How a server of the OpenAI form answers a request to speak. */
export interface SpeechManner {
  readonly form: 'pcm' | 'wav' | 'events';
  readonly rateHz: number;
  /** What the server needs before its first byte. */
  readonly firstByteMs: number;
  /** Of each piece; an odd number cuts samples in two. */
  readonly pieceBytes: number;
  /** Between two pieces. */
  readonly everyMs: number;
  readonly trouble?: SpeechTrouble;
}
