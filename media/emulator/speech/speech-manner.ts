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
  /** `stall` and `close` come after the first piece. */
  readonly trouble?: 'refuse' | 'never' | 'empty' | 'silent' | 'stall' | 'close' | 'other_type';
}
