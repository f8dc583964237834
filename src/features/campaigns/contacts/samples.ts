import type { ContactUpsert } from './store.ts';

/** Contacts for the demo, with numbers reserved for examples, which reach nobody. */
export const sampleContacts: readonly ContactUpsert[] = [
  { phone: '+12025550101', name: 'Ada Lovelace', email: 'ada@example.com', tags: ['City:Boston', 'Plan:Gold'] },
  { phone: '+12025550102', name: 'Grace Hopper', timezone: 'America/New_York', tags: ['City:Boston'] },
  { phone: '+12025550103', name: 'Asha Rao', languageCode: 'hi-IN', tags: ['City:Pune', 'Plan:Gold'] },
  { phone: '+12025550104', name: 'Emile Zola', languageCode: 'fr-FR', metadata: { visits: 3 }, tags: ['City:Paris'] },
  { phone: '+12025550105', name: 'Mei Tan', optedOut: true, dncReason: 'Asked not to be called' },
];
