/** Kinds of speech over a reply. */
export type SpokenKind =
  | 'backchannel'
  | 'backchannel, Hindi'
  | 'interruption, short'
  | 'interruption, Hindi'
  | 'interruption, long'
  | 'backchannel, then interruption';

export const spokenKinds = [
  'backchannel',
  'backchannel, Hindi',
  'interruption, short',
  'interruption, Hindi',
  'interruption, long',
  'backchannel, then interruption',
] as const satisfies readonly SpokenKind[];

export type SpokenTexts = Readonly<Record<SpokenKind, readonly string[]>>;
