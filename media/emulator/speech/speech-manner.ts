/**
 * `stall` and `close` happen after the first piece; `first_byte` stalls after one byte. `other_type` and `page` return
 * 200 with MP3 and with HTML; `disguised` declares HTML as audio. `busy` states when to retry. `endless` repeats the audio
 * until the client disconnects.
 */
export type SpeechTrouble =
  | ('refuse' | 'busy' | 'never')
  | ('empty' | 'silent' | 'other_type' | 'page' | 'disguised')
  | ('first_byte' | 'stall' | 'close' | 'endless');

/** Behaviour of an OpenAI-compatible server for a request to speak. */
export interface SpeechManner {
  readonly form: 'pcm' | 'wav' | 'events';
  readonly rateHz: number;
  /** Time before the first byte. */
  readonly firstByteMs: number;
  /** Size of each piece; an odd number splits samples. */
  readonly pieceBytes: number;
  /** Time between two pieces. */
  readonly everyMs: number;
  readonly trouble?: SpeechTrouble;
}
