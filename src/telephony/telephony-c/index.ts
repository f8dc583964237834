import type { PlannedProvider } from '../provider.ts';

export const telephonyC = {
  name: 'telephony_c',
  displayName: 'telephony_c',
  planned: true,
} as const satisfies PlannedProvider;
