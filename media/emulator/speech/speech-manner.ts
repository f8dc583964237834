/**
 * `stall` and `close` come after the first piece, `first_byte` is a stall after one byte. `other_type` and `page` answer
 * 200 with MP3 and with HTML; `disguised` declares HTML as sound. `busy` names the time after which to ask again. `endless`
 * repeats the audio until the client leaves.
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
