import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { speechLike, wavOf } from '../../bench/trials/speech-like.ts';
import { ofCall } from '../of-call.ts';
import { textPdf } from '../pdf/make-pdf.ts';
import { formOf } from '../voices/speech-like.ts';
import { flowUuid, lineNumber, type TestApp } from './test-app.ts';

/** The first organisation. */
export const ours = '00000000-0000-4000-8000-000000000001';
const clip = wavOf(speechLike());
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Shared extends TestApp {
  /** Sends a request as the owner and returns the response. */
  own(method: Method, url: string, payload?: object): Promise<Record<string, string>>;
}

export const asOwner = (app: TestApp): Shared => ({
  ...app,
  own: async (method, url, payload) =>
    (await app.http.inject({ method, url, ...(payload === undefined ? {} : { payload }) })).json(),
});

/** Creates an object of one kind in the first organisation and returns its id. */
type Make = (app: Shared) => Promise<string>;

const addMember: Make = async (app) => {
  const email = `${randomUUID()}@example.com`;
  return (await app.own('POST', '/api/auth/members', { email, role: 'member' })).user_uuid as string;
};

const addCampaign = async (app: Shared, status: string): Promise<string> => {
  const campaign = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'ava', status };
  return (await app.own('POST', '/api/voice/flows', campaign)).uuid as string;
};

const addPersona = async (app: Shared): Promise<string> =>
  (await app.own('POST', '/api/pf-coach/personas', { name: 'Nora' })).uuid as string;

export async function addScenario(app: Shared): Promise<string> {
  const scenario = { persona_uuid: await addPersona(app), name: 'Lamp', situation: 'You want a lamp.' };
  return (await app.own('POST', '/api/pf-coach/scenarios', scenario)).uuid as string;
}

export const newRun = async (app: Shared) => ({
  scenario_uuid: await addScenario(app),
  target_uuid: flowUuid,
  mode: 'text',
  wait: true,
});

async function newImport(app: Shared): Promise<string> {
  const body = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\r\n--edge--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const made = await app.http.inject({
    method: 'POST',
    url: '/api/voice/customers/import',
    headers,
    payload: body,
  });
  return made.json().import_uuid as string;
}

const addConversation = (app: Shared) =>
  app.own('POST', '/api/v1/sales/calls', { transcript: [{ speaker: 'agent', text: 'Hello.' }] });

/** Kinds of objects that routes refer to, one of each. */
export const kinds = {
  member: addMember,
  organisation: async () => ours,
  key: async (app) =>
    (await app.own('POST', '/api/auth/api-keys', { name: 'k', scopes: ['voice:calls:read'] })).uuid as string,
  flow: async () => flowUuid,
  campaign: (app) => addCampaign(app, 'draft'),
  'running campaign': (app) => addCampaign(app, 'active'),
  agent: async (app) =>
    (await app.own('POST', '/api/voice/agents', { name: 'Ada', voice_config: { speaker: 'ava' } })).uuid as string,
  job: async (app) => {
    const uuid = randomUUID();
    await app.database.system.tx((queries) =>
      queries.insert(app.database.tables.jobs).values({
        uuid,
        organisationId: ours,
        kind: 'nothing',
        status: 'dead',
        priority: 0,
        keyStays: false,
        payload: {},
        runAt: '2026-01-01T00:00:00.000Z',
        attempts: 1,
        maxAttempts: 1,
        advanced: false,
        token: 1,
        beat: 0,
        cancelAsked: false,
        progress: 0,
        createdAt: '2026-01-01T00:00:00.000Z',
      }),
    );
    return uuid;
  },
  call: async (app) => {
    const id = randomUUID();
    const query = { CallUUID: id, From: '+15550001111', To: lineNumber };
    const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
    const ports = app.fake.ports();
    const plan = await ports.plans.claim(/telephony_a\/([\w-]+)</.exec(body)?.[1] as string, 'telephony_a');
    const callUuid = plan?.callUuid as string;
    const format = { encoding: 'mulaw', rateHz: 8000 } as const;
    ports.log.append(ofCall(callUuid), {
      type: 'started',
      atMs: 0,
      format,
      providerCallId: id,
      streamId: id,
      wallMs: 0,
    });
    app.fake.live.add(callUuid);
    return callUuid;
  },
  'listening session': async (app) => {
    const call = await kinds.call(app);
    const { session_uuid: uuid } = await app.own('POST', `/api/voice/calls/${call}/listen`);
    app.fake.supervised.set(uuid as string, 'taken');
    return uuid as string;
  },
  queue: async (app) => {
    await app.own('POST', '/api/voice/queues', { name: 'sales' });
    const { queues } = (await app.own('GET', '/api/voice/queues')) as unknown as { queues: { uuid: string }[] };
    return queues[0]?.uuid as string;
  },
  phone: async (app) => {
    const extension = String(randomInt(10_000, 99_999));
    return (await app.own('POST', '/api/voice/phones', { name: 'Desk', extension })).uuid as string;
  },
  'SIP trunk': async (app) => {
    const trunk = { name: 'Line', registrar: '192.0.2.1', register: false, from_number: '+12025550143' };
    return (await app.own('POST', '/api/voice/sip-trunks', trunk)).uuid as string;
  },
  'text chat': async (app) => {
    const agent = { name: 'Robin', voice_config: { speaker: 'ava' } };
    const { uuid } = await app.own('POST', '/api/voice/agents', agent);
    return (await app.own('POST', `/api/voice/agents/${uuid}/text-chats`)).chat_uuid as string;
  },
  'human agent': async (app) => {
    const uuid = await addMember(app);
    await app.own('PUT', `/api/voice/agents/phone-numbers/${uuid}`, { phone_number: '+12025550144' });
    await app.own('PUT', `/api/voice/agents/tag-assignments/${uuid}`, { tags: ['City:Pune'] });
    return uuid;
  },
  contact: async (app) => {
    const phone = `+1202${randomInt(2_000_000, 9_999_999)}`;
    return (await app.own('POST', '/v1/contacts', { phone })).uuid as string;
  },
  'suppressed number': async (app) => {
    const phone = `+1202${randomInt(2_000_000, 9_999_999)}`;
    const { uuid } = await app.own('POST', '/v1/contacts', { phone });
    await app.own('PATCH', `/v1/contacts/${uuid}`, { opted_out: true });
    const { suppressions } = (await app.own('GET', '/api/voice/suppressions')) as unknown as {
      suppressions: { uuid: string; phone: string }[];
    };
    return suppressions.find((one) => one.phone === phone)?.uuid as string;
  },
  'deletion of calls': async (app) => {
    const transcript = [{ speaker: 'customer', text: 'Hello.', timestamp: 0 }];
    const called_at = new Date(Date.UTC(2020, 0, 1) + randomInt(2_000_000) * 60_000).toISOString();
    await app.own('POST', '/api/v1/sales/calls', { transcript, called_at });
    const end = new Date(Date.parse(called_at) + 30_000).toISOString();
    const body = { date_from: called_at, date_to: end, matched: 1 };
    return (await app.own('POST', '/api/calls/deletions', body)).uuid as string;
  },
  erasure: async (app) => {
    const phone = `+1202${randomInt(2_000_000, 9_999_999)}`;
    return (await app.own('POST', '/api/voice/erasures', { phone })).uuid as string;
  },
  import: newImport,
  'import that is over': async (app) => {
    const uuid = await newImport(app);
    const over = async () => (await app.own('GET', `/api/voice/customers/import/${uuid}`)).finished_at !== null;
    await expect.poll(over, { timeout: 60_000 }).toBe(true);
    return uuid;
  },
  document: async (app) => {
    const body =
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n\r\n--edge--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const made = await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload: body });
    return made.json().uuid as string;
  },
  website: async (app) => (await app.own('POST', '/api/kb/websites', { url: 'https://site.invalid/' })).uuid as string,
  'read document': async (app) => {
    const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
    const file = textPdf([[{ x: 72, y: 700, text: `We are open at nine. ${randomUUID()}` }]]);
    const payload = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const made = await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload });
    const document_id = made.json().uuid as string;
    await app.own('POST', '/api/agents/ocr_agent/process_pdf', { document_id });
    return document_id;
  },
  'analysed call': async (app) => `${(await addConversation(app)).id}`,
  'analysed call by uuid': async (app) => `${(await addConversation(app)).uuid}`,
  'extraction field': async (app) => {
    const key = `field_${randomInt(1, 2 ** 40)}`;
    const field = { key, name: key, field_type: 'text', scope: 'organisation' };
    return `${(await app.own('POST', '/api/extraction-fields', field)).id}`;
  },
  segment: async (app) => `${(await app.own('POST', '/api/segments', { name: randomUUID(), kind: 'custom' })).id}`,
  project: async (app) => `${(await app.own('POST', '/api/projects', { name: randomUUID() })).id}`,
  customer: async (app) => {
    const { uuid } = await app.own('POST', '/v1/contacts', { phone: `+1202${randomInt(2_000_000, 9_999_999)}` });
    return `${(await app.own('GET', `/api/customers/${uuid}`)).id}`;
  },
  'bulk upload': async (app) => {
    const head = '--edge\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nnone\r\n';
    const made = await app.http.inject({
      method: 'POST',
      url: '/api/uploads/bulk',
      payload: `${head}--edge--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    });
    return made.json().upload_id as string;
  },
  report: async (app) => `${(await app.own('POST', '/api/reports', { window: 'week' })).id}`,
  'report schedule': async (app) => `${(await app.own('POST', '/api/reports/schedules', { every: 'week' })).id}`,
  'completed report': async (app) => {
    const { id } = await app.own('POST', '/api/reports', { window: 'week' });
    const status = async () => (await app.own('GET', `/api/reports/${id}`)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
    return `${id}`;
  },
  'call without recording': async (app) => `${(await app.own('POST', '/api/calls', {})).id}`,
  persona: addPersona,
  scenario: addScenario,
  'coach document': async (app) =>
    (await app.own('POST', '/api/pf-coach/documents', { title: 'Prices', text: 'Ten a month.' })).uuid as string,
  'practice run': async (app) => (await app.own('POST', '/api/pf-coach/runs', await newRun(app))).uuid as string,
  'practice session': async (app) =>
    (await app.own('POST', '/api/pf-coach/live/sessions', { scenario_uuid: await addScenario(app) }))
      .session_uuid as string,
  speaker: async (app) => {
    const name = randomUUID();
    const file = { field: 'reference_audio', bytes: clip };
    const form = formOf(file, { name, consent: 'By e-mail.' });
    await app.http.inject({ method: 'POST', url: '/api/voice/models/speakers', ...form });
    return name;
  },
  'voice sample': async (app) => {
    const asked = { speakers: ['ava'], languages: ['en-US'] };
    await app.own('POST', '/api/voice/voice-samples/generate', asked);
    const list = async () =>
      (await app.own('GET', '/api/voice/voice-samples')).samples as unknown as { uuid: string }[];
    await expect.poll(async () => (await list()).length, { timeout: 180_000 }).toBe(1);
    return (await list())[0]?.uuid ?? '';
  },
  pronunciation: async (app) =>
    (await app.own('POST', '/api/voice/pronunciations', { word: `w${randomInt(1e9)}`, respelling: 'win' }))
      .uuid as string,
  model: async (app) => {
    const body = { name: 'm', base_url: 'http://127.0.0.1:19/v1', model: 'm' };
    return (await app.own('POST', '/api/settings/models', body)).uuid as string;
  },
  webhook: async (app) => {
    const webhook = { name: 'w', url: 'https://8.8.8.8/hook', events: ['call.ended'] };
    return (await app.own('POST', '/api/voice/webhooks', webhook)).uuid as string;
  },
  'failed delivery': async (app) => {
    const webhook = { name: 'w', url: 'https://8.8.8.8/hook', events: ['call.ended'], is_active: false };
    const { uuid: webhookUuid } = await app.own('POST', '/api/voice/webhooks', webhook);
    const uuid = randomUUID();
    const at = new Date().toISOString();
    await app.database.system.tx((queries) =>
      queries.insert(app.database.tables.webhookDeliveries).values({
        uuid,
        organisationId: ours,
        webhookUuid: webhookUuid ?? '',
        eventUuid: randomUUID(),
        position: Date.now(),
        eventType: 'call.ended',
        body: '',
        createdAt: at,
        attemptedAt: at,
        responseStatus: 500,
        success: false,
        errorMessage: 'The receiver returned 500.',
      }),
    );
    return uuid;
  },
  price: async (app) => {
    const of = { part: 'telephony', service: randomUUID(), direction: 'inbound', per_minute: 0.01 };
    const price = { ...of, valid_from: '2026-01-01', currency: 'EUR' };
    return (await app.own('POST', '/api/settings/prices', price)).uuid as string;
  },
  'MCP server': async (app) => {
    const uuid = randomUUID();
    const row = { name: 'Tools', url: 'http://127.0.0.1:1/mcp', headers: {}, tools: [], lastError: '' };
    await app.database.system.tx((queries) =>
      queries
        .insert(app.database.tables.mcpServers)
        .values({ ...row, uuid, organisationId: ours, createdAt: new Date().toISOString() }),
    );
    return uuid;
  },
  conversation: async (app) =>
    `${(await app.own('POST', '/api/agents/audio_agent/conversations/create', { title: 'Mine' })).id}`,
  ocrConversation: async (app) =>
    `${(await app.own('POST', '/api/agents/ocr_agent/conversations/create', { title: 'Mine' })).id}`,
} satisfies Record<string, Make>;
