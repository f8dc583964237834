import { heldOutTexts } from './held-out-texts.ts';
import { onceHeldOutTexts } from './once-held-out-texts.ts';
import { seenTexts } from './seen-texts.ts';
import type { SpokenKind, SpokenTexts } from './spoken-texts.ts';

export type SetPart = 'seen' | 'held-out';

const seen = (kind: SpokenKind): readonly string[] => [...seenTexts[kind], ...onceHeldOutTexts[kind]];

export const texts: Readonly<Record<SetPart, SpokenTexts>> = {
  seen: {
    backchannel: seen('backchannel'),
    'backchannel, Hindi': seen('backchannel, Hindi'),
    'interruption, short': seen('interruption, short'),
    'interruption, Hindi': seen('interruption, Hindi'),
    'interruption, long': seen('interruption, long'),
    'backchannel, then interruption': seen('backchannel, then interruption'),
  },
  'held-out': heldOutTexts,
};
