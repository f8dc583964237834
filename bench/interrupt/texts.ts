import { heldOutTexts } from './held-out-texts.ts';
import { seenTexts } from './seen-texts.ts';
import type { SpokenTexts } from './spoken-texts.ts';

export type SetPart = 'seen' | 'held-out';

export const texts: Readonly<Record<SetPart, SpokenTexts>> = { seen: seenTexts, 'held-out': heldOutTexts };
