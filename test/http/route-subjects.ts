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

export interface Row {
  readonly kind: keyof typeof kinds;
  readonly body?: object | ((id: string) => object);
  /** Required query parameters. */
  readonly query?: string;
  /** Status that its own organisation receives. */
  readonly own: number;
}

/** All routes with the id of an object that belongs to an organisation. */
export const rows: Readonly<Record<string, Row>> = {
  'PATCH /api/auth/members/{user_uuid}': { kind: 'member', body: { role: 'manager' }, own: 200 },
  'DELETE /api/auth/members/{user_uuid}': { kind: 'member', own: 204 },
  'POST /api/auth/members/{user_uuid}/invitation': { kind: 'member', own: 200 },
  // Only the invited user can see the invitation.
  'POST /api/auth/invitations/{organization_uuid}/accept': { kind: 'organisation', own: 404 },
  'DELETE /api/auth/invitations/{organization_uuid}': { kind: 'organisation', own: 404 },
  'DELETE /api/auth/api-keys/{uuid}': { kind: 'key', own: 204 },
  'GET /api/voice/models/speakers/{name}': { kind: 'speaker', own: 200 },
  'DELETE /api/voice/models/speakers/{name}': { kind: 'speaker', own: 204 },
  'GET /api/voice/models/speakers/{name}/reference': { kind: 'speaker', own: 200 },
  'GET /api/voice/models/speakers/{name}/dataset': { kind: 'speaker', own: 200 },
  'DELETE /api/voice/models/speakers/{name}/dataset': { kind: 'speaker', own: 204 },
  // Sent without a form.
  'POST /api/voice/models/speakers/{name}/dataset/sample': { kind: 'speaker', own: 400 },
  'POST /api/voice/models/speakers/{name}/deploy': { kind: 'speaker', own: 200 },
  'DELETE /api/voice/models/speakers/{name}/deploy': { kind: 'speaker', own: 204 },
  'PATCH /api/voice/pronunciations/{uuid}': { kind: 'pronunciation', body: { phonemes: 'wɪn' }, own: 200 },
  'DELETE /api/voice/pronunciations/{uuid}': { kind: 'pronunciation', own: 204 },
  'GET /api/voice/voice-samples/{uuid}/audio': { kind: 'voice sample', own: 200 },
  'GET /api/voice/flows/{uuid}': { kind: 'flow', own: 200 },
  'GET /v1/campaigns/{uuid}': { kind: 'flow', own: 200 },
  'PATCH /api/voice/flows/{uuid}': { kind: 'campaign', body: { name: 'New' }, own: 200 },
  'POST /api/voice/flows/{uuid}/toggle': { kind: 'running campaign', own: 200 },
  'GET /api/voice/flows/{uuid}/targets': { kind: 'campaign', own: 200 },
  'GET /api/voice/flows/{uuid}/coverage': { kind: 'campaign', own: 200 },
  'GET /api/voice/flows/{uuid}/progress': { kind: 'campaign', own: 200 },
  'GET /api/voice/flows/{uuid}/preflight': { kind: 'campaign', own: 200 },
  'POST /v1/campaigns/{uuid}/launch': { kind: 'campaign', own: 200 },
  'POST /v1/campaigns/{uuid}/stop': { kind: 'running campaign', own: 200 },
  'DELETE /api/voice/flows/{uuid}': { kind: 'campaign', own: 204 },
  'POST /api/voice/flows/{uuid}/browser-test': { kind: 'flow', body: {}, own: 200 },
  'POST /api/voice/agents/{uuid}/browser-test': { kind: 'agent', body: {}, own: 200 },
  'GET /api/voice/agents/{uuid}': { kind: 'agent', own: 200 },
  'PATCH /api/voice/agents/{uuid}': { kind: 'agent', body: { name: 'New' }, own: 200 },
  'GET /api/voice/agents/{uuid}/versions': { kind: 'agent', own: 200 },
  'GET /api/voice/agents/{uuid}/versions/{version}': { kind: 'agent', own: 200 },
  'GET /api/voice/agents/{uuid}/versions/diff': { kind: 'agent', query: 'from=1', own: 200 },
  'POST /api/voice/agents/{uuid}/versions/{version}/restore': { kind: 'agent', body: {}, own: 200 },
  'GET /api/voice/flows/{uuid}/versions': { kind: 'campaign', own: 200 },
  'GET /api/voice/flows/{uuid}/versions/{version}': { kind: 'campaign', own: 200 },
  'GET /api/voice/flows/{uuid}/versions/diff': { kind: 'campaign', query: 'from=1', own: 200 },
  'POST /api/voice/flows/{uuid}/versions/{version}/restore': { kind: 'campaign', body: {}, own: 200 },
  // Without a draft.
  'POST /api/voice/agents/{uuid}/publish': { kind: 'agent', body: {}, own: 409 },
  'DELETE /api/voice/agents/{uuid}/draft': { kind: 'agent', own: 204 },
  // Without a suite.
  'GET /api/voice/agents/{uuid}/suite': { kind: 'agent', own: 404 },
  'DELETE /api/voice/agents/{uuid}/suite': { kind: 'agent', own: 404 },
  'PUT /api/voice/agents/{uuid}/suite': { kind: 'agent', body: { scenario_uuids: [randomUUID()] }, own: 400 },
  'POST /api/voice/agents/{uuid}/proofs': { kind: 'agent', body: {}, own: 404 },
  'GET /api/voice/agents/{uuid}/proofs': { kind: 'agent', own: 200 },
  'GET /api/voice/agents/{uuid}/proofs/{proof_uuid}': { kind: 'agent', own: 404 },
  // Without a split test.
  'GET /api/voice/agents/{uuid}/split': { kind: 'agent', own: 404 },
  'POST /api/voice/agents/{uuid}/split/stop': { kind: 'agent', own: 404 },
  'POST /api/voice/agents/{uuid}/split/promote': { kind: 'agent', body: {}, own: 404 },
  // Version 1 is the published one.
  'POST /api/voice/agents/{uuid}/split': { kind: 'agent', body: { version: 1, percent: 10 }, own: 400 },
  'GET /api/voice/agents/{uuid}/website': { kind: 'agent', own: 200 },
  'PUT /api/voice/agents/{uuid}/website': { kind: 'agent', body: { enabled: false, origins: [] }, own: 200 },
  // On no website.
  'POST /api/voice/agents/{uuid}/website/key': { kind: 'agent', own: 404 },
  'POST /api/website/chats/{uuid}/messages': { kind: 'text chat', body: { text: 'Hello.' }, own: 404 },
  'DELETE /api/voice/agents/{uuid}': { kind: 'agent', own: 204 },
  'GET /api/voice/agents/{uuid}/file': { kind: 'agent', own: 200 },
  // Sent without a form.
  'PUT /api/voice/agents/{uuid}/file': { kind: 'agent', own: 400 },
  'POST /api/voice/agents/{uuid}/duplicate': { kind: 'agent', body: {}, own: 201 },
  'POST /api/voice/agents/{uuid}/text-chats': { kind: 'agent', own: 201 },
  // The agent has no tool.
  'POST /api/voice/agents/{uuid}/tools/{name}/try': { kind: 'agent', body: {}, own: 404 },
  'PATCH /api/settings/mcp-servers/{uuid}': { kind: 'MCP server', body: { name: 'New' }, own: 200 },
  'DELETE /api/settings/mcp-servers/{uuid}': { kind: 'MCP server', own: 204 },
  'POST /api/settings/mcp-servers/{uuid}/refresh': { kind: 'MCP server', own: 200 },
  'POST /api/voice/text-chats/{uuid}/messages': { kind: 'text chat', body: { text: 'Hello.' }, own: 200 },
  'GET /api/jobs/{uuid}': { kind: 'job', own: 200 },
  'GET /v1/calls/{uuid}': { kind: 'call', own: 200 },
  'GET /v1/calls/{uuid}/transcript': { kind: 'call', own: 200 },
  'POST /api/voice/calls/{uuid}/metadata': { kind: 'call', body: { key_details: {} }, own: 200 },
  'POST /api/voice/calls/{uuid}/transfer': { kind: 'call', body: { target: 'none', agent_brief: '' }, own: 404 },
  'POST /api/voice/calls/{uuid}/listen': { kind: 'call', own: 201 },
  'GET /api/voice/calls/{uuid}/listeners': { kind: 'call', own: 200 },
  'POST /api/voice/calls/{uuid}/whisper': { kind: 'call', body: { mode: 'say', text: 'Hello.' }, own: 200 },
  'POST /api/voice/listening-sessions/{uuid}/take-over': { kind: 'listening session', own: 200 },
  'POST /api/voice/listening-sessions/{uuid}/hand-back': { kind: 'listening session', own: 200 },
  'POST /api/voice/customers/{uuid}/calls': { kind: 'contact', own: 400 },
  'POST /api/voice/calls/{uuid}/end': { kind: 'call', body: { reason: 'workflow_close' }, own: 200 },
  // Its credential is in the URL; a session is not accepted instead.
  'GET /api/voice/calls/{uuid}/recording': { kind: 'call', own: 401 },
  'PUT /api/voice/agents/phone-numbers/{user_uuid}': {
    kind: 'member',
    body: { phone_number: '+12025550144' },
    own: 200,
  },
  'DELETE /api/voice/agents/phone-numbers/{user_uuid}': { kind: 'human agent', own: 204 },
  'PUT /api/voice/agents/tag-assignments/{user_uuid}': { kind: 'member', body: { tags: ['City:Pune'] }, own: 200 },
  'DELETE /api/voice/agents/tag-assignments/{user_uuid}': { kind: 'human agent', own: 204 },
  'PATCH /api/voice/phones/{uuid}': { kind: 'phone', body: { name: 'Front desk' }, own: 200 },
  'DELETE /api/voice/phones/{uuid}': { kind: 'phone', own: 204 },
  'GET /api/voice/phones/{uuid}/linphone': { kind: 'phone', own: 401 },
  'POST /api/voice/phones/{uuid}/password': { kind: 'phone', own: 200 },
  'PATCH /api/voice/sip-trunks/{uuid}': { kind: 'SIP trunk', body: { name: 'Other line' }, own: 200 },
  'DELETE /api/voice/sip-trunks/{uuid}': { kind: 'SIP trunk', own: 204 },
  'GET /api/voice/queues/{uuid}': { kind: 'queue', own: 200 },
  'PATCH /api/voice/queues/{uuid}': { kind: 'queue', body: { tags: ['City:Pune'] }, own: 200 },
  'DELETE /api/voice/queues/{uuid}': { kind: 'queue', own: 204 },
  'GET /v1/contacts/{uuid}': { kind: 'contact', own: 200 },
  'PATCH /v1/contacts/{uuid}': { kind: 'contact', body: { name: 'New' }, own: 200 },
  'DELETE /v1/contacts/{uuid}': { kind: 'contact', own: 204 },
  'DELETE /api/voice/suppressions/{uuid}': { kind: 'suppressed number', own: 204 },
  'POST /api/voice/customers/{uuid}/erase': { kind: 'contact', own: 202 },
  'PUT /api/calls/{id}/hold': { kind: 'call without recording', body: {}, own: 200 },
  'DELETE /api/calls/{id}/hold': { kind: 'call without recording', own: 204 },
  'GET /api/calls/deletions/{uuid}': { kind: 'deletion of calls', own: 200 },
  'GET /api/voice/erasures/{uuid}': { kind: 'erasure', own: 200 },
  'GET /api/voice/customers/import/{uuid}': { kind: 'import', own: 200 },
  // The import had no rows, so there is nothing to undo.
  'POST /api/voice/customers/import/{uuid}/undo': { kind: 'import that is over', own: 409 },
  'GET /api/voice/customers/import/{uuid}/rejected': { kind: 'import', own: 200 },
  'POST /api/voice/customers/import/{uuid}/cancel': { kind: 'import that is over', own: 409 },
  'GET /api/voice/customers/{uuid}': { kind: 'contact', own: 200 },
  'DELETE /api/settings/prices/{uuid}': { kind: 'price', own: 204 },
  'GET /api/settings/models/{uuid}': { kind: 'model', own: 200 },
  'PATCH /api/settings/models/{uuid}': { kind: 'model', body: { name: 'New' }, own: 200 },
  'DELETE /api/settings/models/{uuid}': { kind: 'model', own: 204 },
  'GET /api/settings/models/{uuid}/available': { kind: 'model', own: 200 },
  'POST /api/settings/models/{uuid}/test': { kind: 'model', own: 200 },
  'GET /api/voice/webhooks/{uuid}/logs': { kind: 'webhook', own: 200 },
  'PATCH /api/voice/webhooks/{uuid}': { kind: 'webhook', body: { name: 'New' }, own: 200 },
  'POST /api/voice/webhooks/{uuid}/test': { kind: 'webhook', body: {}, own: 200 },
  // Its body is not stored.
  'POST /api/voice/webhooks/deliveries/{delivery_uuid}/redeliver': { kind: 'failed delivery', own: 409 },
  'DELETE /api/voice/webhooks/{uuid}': { kind: 'webhook', own: 204 },
  'GET /api/calls/{id}': { kind: 'analysed call', own: 200 },
  'GET /api/calls/{id}/evidence': { kind: 'analysed call', own: 200 },
  'PATCH /api/calls/{id}': { kind: 'analysed call', body: { outcome: 'resolved' }, own: 200 },
  'POST /api/calls/{id}/retry': { kind: 'call without recording', own: 409 },
  'PUT /api/calls/{id}/speakers': { kind: 'call without recording', body: { agent: 'customer' }, own: 409 },
  'DELETE /api/calls/{id}': { kind: 'analysed call', own: 204 },
  // Its credential is in the URL; a session is not accepted instead.
  'GET /api/calls/{id}/recording': { kind: 'analysed call', own: 401 },
  'PUT /api/calls/{id}/recording': { kind: 'call without recording', own: 400 },
  'GET /api/v1/sales/calls/{uuid}': { kind: 'analysed call by uuid', own: 200 },
  'GET /api/v1/sales/calls/{uuid}/evidence': { kind: 'analysed call by uuid', own: 200 },
  'GET /api/v1/sales/calls/{uuid}/transcript': { kind: 'analysed call by uuid', own: 200 },
  'PATCH /api/v1/sales/calls/{uuid}': { kind: 'analysed call by uuid', body: { outcome: null }, own: 200 },
  'POST /api/v1/sales/calls/{uuid}/retry': { kind: 'analysed call by uuid', own: 409 },
  'GET /api/uploads/{upload_id}': { kind: 'bulk upload', own: 200 },
  'GET /api/reports/{id}': { kind: 'report', own: 200 },
  'DELETE /api/reports/schedules/{id}': { kind: 'report schedule', own: 204 },
  'GET /api/reports/{id}/export': { kind: 'completed report', query: 'format=csv', own: 200 },
  'GET /api/personas/{uuid}': { kind: 'persona', own: 200 },
  'PATCH /api/personas/{uuid}': { kind: 'persona', body: { name: 'New' }, own: 200 },
  'DELETE /api/personas/{uuid}': { kind: 'persona', own: 204 },
  'GET /api/documents/{uuid}': { kind: 'coach document', own: 200 },
  'DELETE /api/documents/{uuid}': { kind: 'coach document', own: 204 },
  'GET /api/scenarios/{uuid}': { kind: 'scenario', own: 200 },
  'DELETE /api/scenarios/{uuid}': { kind: 'scenario', own: 204 },
  'GET /api/runs/{uuid}': { kind: 'practice run', own: 200 },
  'GET /api/runs/{uuid}/audio': { kind: 'practice run', own: 404 },
  'PUT /api/runs/{uuid}/review': { kind: 'practice run', body: { reason: 'Right.' }, own: 200 },
  'DELETE /api/runs/{uuid}': { kind: 'practice run', own: 204 },
  'GET /api/live/scenarios/{uuid}': { kind: 'scenario', own: 200 },
  'GET /api/live/sessions/{uuid}': { kind: 'practice session', own: 200 },
  'POST /api/live/sessions/{uuid}/end': { kind: 'practice session', own: 200 },
  'PATCH /api/extraction-fields/{id}': { kind: 'extraction field', body: { required: true }, own: 200 },
  'DELETE /api/extraction-fields/{id}': { kind: 'extraction field', own: 204 },
  'GET /api/segments/{id}': { kind: 'segment', own: 200 },
  'PATCH /api/segments/{id}': { kind: 'segment', body: { kind: 'region', rule: { tags: ['City:Pune'] } }, own: 200 },
  'DELETE /api/segments/{id}': { kind: 'segment', own: 204 },
  'GET /api/projects/{id}': { kind: 'project', own: 200 },
  'PATCH /api/projects/{id}': { kind: 'project', body: { segment_uuids: [] }, own: 200 },
  'POST /api/projects/{id}/activate': { kind: 'project', own: 200 },
  'DELETE /api/projects/{id}/activate': { kind: 'project', own: 204 },
  'DELETE /api/projects/{id}': { kind: 'project', own: 204 },
  'GET /api/customers/{id}': { kind: 'customer', own: 200 },
  'GET /api/customers/{id}/calls': { kind: 'customer', own: 200 },
  'GET /api/settings/public-address/proof/{nonce}': { kind: 'document', own: 404 },
  'GET /api/kb/documents/{uuid}': { kind: 'document', own: 200 },
  'PATCH /api/kb/documents/{uuid}': { kind: 'document', body: { title: 'New' }, own: 200 },
  'DELETE /api/kb/documents/{uuid}': { kind: 'document', own: 204 },
  'GET /api/kb/documents/{uuid}/file': { kind: 'document', own: 200 },
  'GET /api/kb/documents/{uuid}/download-url': { kind: 'document', own: 200 },
  'GET /api/kb/documents/{uuid}/download': { kind: 'document', own: 401 },
  'GET /api/kb/documents/{uuid}/website': { kind: 'website', own: 200 },
  'PATCH /api/kb/documents/{uuid}/website': { kind: 'website', body: { max_pages: 5 }, own: 200 },
  'GET /api/kb/documents/{uuid}/progress': { kind: 'document', own: 200 },
  'GET /api/kb/documents/{uuid}/reading': { kind: 'document', own: 200 },
  'POST /api/kb/documents/{uuid}/reading': { kind: 'document', body: {}, own: 202 },
  'DELETE /api/kb/documents/{uuid}/reading': { kind: 'document', own: 409 },
  'GET /api/kb/documents/{uuid}/pages': { kind: 'read document', own: 200 },
  'GET /api/kb/documents/{uuid}/transcript': { kind: 'document', own: 404 },
  'POST /api/kb/documents/{uuid}/questions': { kind: 'read document', body: { question: 'When?' }, own: 200 },
  'GET /api/kb/documents/{uuid}/conversations': { kind: 'document', own: 200 },
  'GET /api/kb/conversations/{conversation_id}': { kind: 'conversation', own: 200 },
  'GET /api/agents/audio_agent/conversations/{conversation_id}': { kind: 'conversation', own: 200 },
  'DELETE /api/agents/audio_agent/conversations/{conversation_id}': { kind: 'conversation', own: 200 },
  'POST /api/agents/audio_agent/conversations/{conversation_id}/messages': {
    kind: 'conversation',
    body: (id) => ({ conversation_id: Number(id), role: 'user', content: 'Hello?' }),
    own: 201,
  },
  'GET /api/agents/ocr_agent/conversations/{conversation_id}': { kind: 'ocrConversation', own: 200 },
  'DELETE /api/agents/ocr_agent/conversations/{conversation_id}': { kind: 'ocrConversation', own: 200 },
  'POST /api/agents/ocr_agent/conversations/{conversation_id}/messages': {
    kind: 'ocrConversation',
    body: (id) => ({ conversation_id: Number(id), role: 'user', content: 'Hello?' }),
    own: 201,
  },
};
