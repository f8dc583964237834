import { randomUUID } from 'node:crypto';
import type { Ask } from './tenant-ask.ts';

/** An object of an organisation. */
export interface Thing {
  readonly kind: string;
  readonly id: string;
  /** A word in it that nobody else may read. */
  readonly canary: string;
  /** Where its own organisation sees it. */
  readonly view: string;
  /** The part of the view that only a request changes; all of it unless given. */
  readonly part?: string;
}

/** Makes one object of each kind in the organisation of a token. */
export async function furnish(ask: Ask, token: string): Promise<Thing[]> {
  const canary = `canary-${randomUUID()}`;
  const made = async (path: string, body: object, field = 'uuid'): Promise<string> => {
    const { status, text } = await ask('POST', path, { token, body });
    const value = status < 300 ? (JSON.parse(text) as Record<string, unknown>)[field] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${path} returned ${status}: ${text}`);
    return String(value);
  };
  const upload = async (path: string, name: string, content: string, field = 'uuid'): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const { status, text } = await ask('POST', path, { token, form });
    if (status >= 300) throw new Error(`${path} returned ${status}: ${text}`);
    return JSON.parse(text)[field] as string;
  };

  const agent = await made('/api/voice/agents', { name: canary, voice_config: { speaker: 'ava' } });
  const flow = await made('/api/voice/flows', {
    kind: 'outbound',
    name: canary,
    provider: 'platform',
    voice_agent_id: agent,
  });
  const contact = await made('/v1/contacts', { phone: '+12025550111', name: canary });
  const queue = await made('/api/voice/queues', { name: canary });
  const webhook = await made('/api/voice/webhooks', {
    name: canary,
    url: 'http://localhost:9/',
    events: ['call.ended'],
  });
  const key = await made('/api/auth/api-keys', { name: canary, scopes: ['voice:calls:read'] });
  const member = await made('/api/auth/members', { email: `${canary}@example.com`, role: 'member' }, 'user_uuid');
  const document = await upload('/api/kb/documents', `${canary}.pdf`, '%PDF-1.7\n');
  const imported = await upload('/api/voice/customers/import', `${canary}.csv`, 'phone\n', 'import_uuid');
  const importView = `/api/voice/customers/import/${imported}`;
  while (JSON.parse((await ask('GET', importView, { token })).text).finished_at === null)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const call = await testCall(ask, token, flow);
  const thing = (kind: string, id: string, view: string): Thing => ({ kind, id, canary, view });
  return [
    thing('agent', agent, `/api/voice/agents/${agent}`),
    thing('campaign', flow, `/api/voice/flows/${flow}`),
    thing('contact', contact, `/v1/contacts/${contact}`),
    thing('queue', queue, '/api/voice/queues'),
    thing('webhook', webhook, '/api/voice/webhooks'),
    thing('API key', key, '/api/auth/api-keys'),
    thing('member', member, '/api/auth/members'),
    thing('document', document, `/api/kb/documents/${document}`),
    thing('import', imported, importView),
    { ...thing('call', call, `/v1/calls/${call}`), part: 'key_details' },
  ];
}

/** A browser test, which nobody opens. */
async function testCall(ask: Ask, token: string, flow: string): Promise<string> {
  const { status, text } = await ask('POST', `/api/voice/flows/${flow}/browser-test`, { token });
  if (status >= 300) throw new Error(`browser-test returned ${status}: ${text}`);
  const list = JSON.parse((await ask('GET', '/v1/calls?include_tests=1', { token })).text) as {
    calls: { call_uuid?: string; uuid?: string }[];
  };
  const [call] = list.calls;
  const uuid = call?.call_uuid ?? call?.uuid;
  if (uuid === undefined) throw new Error(`no call in ${JSON.stringify(list)}`);
  return uuid;
}
