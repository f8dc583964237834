import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from './schema.ts';

const fromNumber = '+12025550143';
const toNumber = '+12025550100';

/**
 * Returns the data of a sample event, as a receiver gets it, about a fictional call. The numbers are reserved for
 * fiction.
 */
export function sampleData(event: WebhookEvent, now: Date): object {
  const call = { call_uuid: randomUUID(), from_number: fromNumber, to_number: toNumber };
  const started = {
    ...call,
    call_type: 'inbound',
    campaign_uuid: randomUUID(),
    contact_uuid: null,
    started_at: now.toISOString(),
  };
  const samples: Readonly<Record<WebhookEvent, object>> = {
    'call.started': started,
    'call.ended': {
      ...call,
      duration_seconds: 42,
      transcript: [
        { speaker: 'agent', text: 'Hello, how can I help?', ts: now.toISOString() },
        { speaker: 'customer', text: 'Where is my parcel?', ts: new Date(now.getTime() + 2400).toISOString() },
      ],
    },
    'call.no_answer': { ...call, outcome: 'no_answer' },
    'call.failed': { ...started, reason: 'invalid_number', error: 'The number does not exist.' },
    'call.transferred': {
      ...call,
      target: 'Support',
      agent_brief: 'The caller asks for a parcel.',
      context: {},
      result: 'accepted',
    },
  };
  return samples[event];
}
