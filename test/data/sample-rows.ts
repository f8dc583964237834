import type { OrganisationId } from '../../src/data/index.ts';
import type { NewCall } from '../../src/features/calls/calls/store.ts';
import { type NewFlow, plainFlow } from '../../src/features/campaigns/campaigns/definition-store.ts';

export const ours = 'ours' as OrganisationId;
export const theirs = 'theirs' as OrganisationId;

export const newCall = (uuid: string, changes: Partial<NewCall> = {}): NewCall => ({
  uuid,
  flowUuid: 'f',
  callType: 'inbound',
  dialect: 'telephony_a',
  status: 'ringing',
  fromNumber: '+1',
  toNumber: '+2',
  providerCallId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

export const newFlow = (uuid: string, changes: Partial<NewFlow> = {}): NewFlow => ({
  ...plainFlow,
  uuid,
  kind: 'inbound',
  name: uuid,
  status: 'active',
  provider: 'none',
  speaker: 'asha',
  languageCode: 'en',
  phoneNumber: null,
  phoneKey: null,
  config: {},
  voiceAgentUuid: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});
