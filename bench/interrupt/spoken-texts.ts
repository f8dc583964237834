/** What callers say over a reply. */
export type SpokenKind =
  | 'backchannel'
  | 'backchannel, Hindi'
  | 'interruption, short'
  | 'interruption, Hindi'
  | 'interruption, long'
  | 'backchannel, then interruption';

export type SpokenTexts = Readonly<Record<SpokenKind, readonly string[]>>;
