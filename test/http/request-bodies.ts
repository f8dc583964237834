import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { textPdf } from '../pdf/make-pdf.ts';
import { addScenario, kinds, type Method, newRun, type Shared } from './route-kinds.ts';
import { rows } from './route-subjects.ts';
import { lineNumber } from './test-app.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;
export type Body = Record<string, unknown>;

/** The parts of the OpenAPI description that are used here. */
export interface Described {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
}

interface Operation {
  readonly 'x-access'?: { readonly superadmin: boolean };
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> };
}

export interface DescribedRoute {
  readonly method: Method;
  readonly path: string;
  /** Name in the tables of bodies and rows; the same route at a second address has the same name. */
  readonly name: string;
  /** JSON body schema; undefined if the route has no JSON body. */
  readonly body: JsonSchema | undefined;
}

export const routesOf = ({ paths }: Described): DescribedRoute[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { requestBody }]) => ({
      method: method.toUpperCase() as Method,
      path,
      name: `${method.toUpperCase()} ${path.replace('/api/pf-coach/', '/api/')}`,
      body: requestBody?.content['application/json']?.schema,
    })),
  );

/** A request that succeeds: path, body, and token if it is not the owner's. */
export interface Prepared {
  readonly url: string;
  readonly body?: Body;
  readonly token?: string;
}

interface Special {
  readonly body?: Body;
  /** Replaces the path parameter. */
  readonly id?: string;
  readonly token?: string;
}

const password = 'correct horse battery';

async function newPerson(app: Shared): Promise<{ email: string; token: string }> {
  const email = `${randomUUID()}@example.com`;
  const made = await app.own('POST', '/api/auth/register', { email, password, organization_name: 'Their own' });
  return { email, token: made.token as string };
}

/** Registers a user without an organisation, who then waits for approval. */
async function newWaiting(app: Shared): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await app.own('POST', '/api/auth/register', { email, password });
  return email;
}

async function newPdf(app: Shared): Promise<string> {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const file = textPdf([[{ x: 72, y: 700, text: randomUUID() }]]);
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const made = await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload });
  return made.json().uuid as string;
}

/** Creates a document that has been read. */
const newReading = async (app: Shared): Promise<Special> => ({
  body: { document_id: await kinds['read document'](app) },
});

/** Creates a call in the fields of either provider: an inbound one, which later reports refer to. */
async function newCall(app: Shared, path: string): Promise<Special> {
  const [id, from] = [randomUUID(), '+15550001111'];
  const payload = { call_control_id: id, direction: 'incoming', from, to: lineNumber };
  const data = { event_type: 'call.initiated', payload };
  const body = {
    CallUUID: id,
    CallSid: id,
    From: from,
    CallFrom: from,
    To: lineNumber,
    CallTo: lineNumber,
    data,
    uuid: id,
    from,
    to: lineNumber,
  };
  if (path.includes('/answer')) return { body };
  await app.http.inject({ method: 'POST', url: path.replace(/[\w-]+$/, 'answer'), payload: body });
  const over = { event_type: 'call.hangup', payload: { ...payload, hangup_cause: 'normal_clearing' } };
  return { body: { ...body, CallStatus: 'completed', Status: 'completed', status: 'completed', data: over } };
}

/** Callbacks of two legs, which name the call in this field. */
const clickToCalls = Object.fromEntries(
  [
    ['telephony_a', 'CallUUID', ['answer', 'status']],
    ['vobiz', 'CallUUID', ['answer', 'status']],
    ['telephony_b', 'CallSid', ['status']],
    ['twilio', 'CallSid', ['answer', 'status']],
  ].flatMap(([provider, field, kinds]) =>
    (kinds as readonly string[]).map((kind) => [
      `POST /api/voice/webhooks/${provider}/click-to-call/${kind}/{call_uuid}`,
      async () => ({ id: randomUUID(), body: { [field as string]: 'c' } }),
    ]),
  ),
);

/** Requests that need more than their schema and a row of `rows`. */
const special: Readonly<Record<string, (app: Shared, path: string) => Promise<Special>>> = {
  'POST /api/auth/login': async (app) => ({ body: { email: (await newPerson(app)).email, password } }),
  'POST /api/auth/password/change': async (app) => ({
    body: { current_password: password, password: 'another horse battery' },
    token: (await newPerson(app)).token,
  }),
  'POST /api/auth/password/reset': async (app) => {
    const email = `${randomUUID()}@example.com`;
    const added = await app.own('POST', '/api/auth/members', { email, role: 'member' });
    return { body: { token: added.invitation_link?.split('#token=')[1], password: 'another horse battery' } };
  },
  'POST /api/auth/superadmin/waitlist/{email}/approve': async (app) => ({
    id: await newWaiting(app),
    body: { organization_name: 'New' },
  }),
  'POST /api/voice/flows': async () => ({
    body: {
      kind: 'inbound',
      name: 'Front desk',
      provider: 'platform',
      speaker: 'ava',
      config: { business_name: 'Maple' },
    },
  }),
  'POST /api/voice/agents/{uuid}/split': async (app) => {
    const id = await kinds.agent(app);
    await app.own('PATCH', `/api/voice/agents/${id}?draft=true`, { greeting: 'Hello again.' });
    return { id, body: { version: 2, percent: 10 } };
  },
  'POST /api/voice/agents/{uuid}/website/key': async (app) => {
    const id = await kinds.agent(app);
    await app.own('PUT', `/api/voice/agents/${id}/website`, { enabled: true, origins: [] });
    return { id, body: {} };
  },
  'PUT /api/voice/agents/{uuid}/suite': async (app) => ({ body: { scenario_uuids: [await addScenario(app)] } }),
  'POST /api/voice/agents/{uuid}/proofs': async (app) => {
    const id = await kinds.agent(app);
    await app.own('PATCH', `/api/voice/agents/${id}?draft=true`, { greeting: 'Hello again.' });
    await app.own('PUT', `/api/voice/agents/${id}/suite`, { scenario_uuids: [await addScenario(app)], repeats: 1 });
    return { id, body: { agent_version: 2 } };
  },
  'POST /api/voice/flows/audience': async () => ({ body: { branches: ['City:Pune'] } }),
  'POST /api/settings/models': async () => ({
    body: { name: 'm', base_url: 'https://8.8.8.8/v1', model: 'm', api_key: 'k' },
  }),
  'POST /api/voice/pronunciations': async () => ({ body: { word: `w${randomUUID()}`, respelling: 'win' } }),
  'POST /api/voice/voice-samples/generate': async (app) => {
    const body = { speakers: ['ava'], languages: ['en-US'] };
    const over = () =>
      expect
        .poll(async () => (await app.own('GET', '/api/voice/voice-samples/generate/status')).running, {
          timeout: 120_000,
        })
        .toBe(false);
    await over();
    await app.own('POST', '/api/voice/voice-samples/generate', body);
    await over();
    return { body };
  },
  'POST /api/agents/ocr_agent/process_pdf': async (app) => ({ body: { document_id: await newPdf(app) } }),
  'POST /api/agents/ocr_agent/get_ocr_content': newReading,
  'POST /api/agents/ocr_agent/ask_ocr': newReading,
  'POST /api/v1/sales/calls': async () => ({ body: { transcript: [{ speaker: 'agent', text: 'Hello.' }] } }),
  'POST /api/extraction-fields': async () => ({ body: { key: newKey(), field_type: 'number' } }),
  'PATCH /api/extraction-fields/{id}': async (app) => {
    const field = { key: newKey(), name: 'Budget', field_type: 'number' };
    return { id: `${(await app.own('POST', '/api/extraction-fields', field)).id}`, body: { name: 'Guests' } };
  },
  'POST /api/pf-intel/simulations': async () => ({
    body: {
      run_uuid: randomUUID(),
      transcript: [{ speaker: 'agent', text: 'Hello.' }],
      rubric_fields: [{ id: 'greeting', name: 'Greeting' }],
    },
  }),
  'PUT /api/settings/public-address': async ({ address }) => ({ body: { url: address } }),
  'GET /api/settings/public-address/proof/{nonce}': async () => ({ id: '0'.repeat(32) }),
  'PUT /api/settings/language-model': async () => ({ body: { base_url: 'http://localhost:9/v1', api_key: '' } }),
  'POST /api/settings/language-model/test': async () => ({ body: { base_url: 'http://localhost:9/v1', api_key: '' } }),
  'PATCH /api/analysis/model-routing': async () => ({ body: { stt_model: 'gpu' } }),
  'PATCH /api/analysis/settings': async () => ({ body: { redaction: true } }),
  'POST /api/kb/documents': async () => ({ body: { title: 'Prices', text: 'Ten a month.' } }),
  'POST /api/kb/websites': async () => ({ body: { url: 'https://site.invalid/' } }),
  'POST /api/documents': async () => ({ body: { title: 'Prices', text: 'Ten a month.' } }),
  'POST /api/scenarios': async (app) => ({
    body: { persona_uuid: await kinds.persona(app), name: 'Lamp', situation: 'You want a lamp.' },
  }),
  'POST /api/scenarios/preview': async (app) => ({
    body: {
      scenario: { persona_uuid: await kinds.persona(app), name: 'Lamp', situation: 'You want a lamp.' },
      agent_turns: ['Hello, how can I help you?'],
    },
  }),
  'POST /api/scenarios/from-call': async (app) => {
    const transcript = [{ speaker: 'customer', text: 'I would like to buy a lamp.' }];
    const { id, uuid } = await app.own('POST', '/api/v1/sales/calls', { transcript });
    await expect.poll(async () => (await app.own('GET', `/api/calls/${id}`)).status).toBe('completed');
    return { body: { call_uuid: uuid } };
  },
  'POST /api/live/sessions': async (app) => ({ body: { scenario_uuid: await addScenario(app) } }),
  'POST /api/runs': async (app) => ({ body: await newRun(app) }),
  'POST /api/reports/schedules': async () => ({ body: { every: 'week' } }),
  'POST /api/reports': async () => ({ body: { window: 'week' } }),
  'POST /api/extraction-fields/preview': async () => ({ body: { field: { name: 'Budget', field_type: 'number' } } }),
  'POST /api/segments': async () => ({ body: { name: randomUUID(), kind: 'custom' } }),
  'PUT /api/calls/figures/home': async () => ({ body: { cards: [] } }),
  'POST /api/projects': async () => ({ body: { name: randomUUID() } }),
  'POST /api/voice/agents/wording-preview': async () => ({ body: { texts: ['Hello {name}.'] } }),
  'POST /v1/contacts/bulk': async () => ({ body: { contacts: [{ phone: newPhone() }] } }),
  ...clickToCalls,
  'POST /api/voice/phones': async () => ({ body: { name: 'Desk', extension: String(randomInt(10_000, 999_999)) } }),
  'POST /api/voice/sip-trunks': async () => ({
    body: { name: 'Line', registrar: '192.0.2.1', register: false, from_number: '+12025550143' },
  }),
  'POST /api/settings/prices': async () => ({
    body: {
      part: 'telephony',
      service: randomUUID(),
      direction: 'inbound',
      valid_from: '2026-01-01',
      currency: 'EUR',
      per_minute: 0.01,
    },
  }),
  'PUT /api/settings/secrets/{name}': async () => ({ id: 'API_KEY', body: { value: 'secret value' } }),
  'POST /api/settings/mcp-servers': async () => ({ body: { name: 'Tools', url: 'http://127.0.0.1:1/mcp' } }),
  'POST /mcp': async () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  'PUT /api/integrations/telephony/{provider}': async () => ({ id: 'telephony_a' }),
  'POST /api/integrations/telephony/{provider}/test': async () => ({ id: 'telephony_a' }),
  'POST /api/voice/numbers/answer-url': async () => ({ body: { provider: 'twilio' } }),
  'PUT /api/voice/integrations/telephony/{provider}': async () => ({
    id: 'telephony_b',
    body: { auth_id: 'maple:key' },
  }),
};

/** Creates the request's object in the first organisation, and a valid body. */
/** Whether the request is valid, although that of `rows` is not. */
export const isSpecial = ({ name }: DescribedRoute): boolean => Object.hasOwn(special, name);

export async function prepare(app: Shared, route: DescribedRoute, described: Described): Promise<Prepared> {
  const { name, path } = route;
  const row = rows[name];
  const { id, token, body } =
    (await (
      special[name] ?? (/\/(telephony_[ab]|twilio|telnyx|vobiz|vonage|asterisk)\//.test(path) ? newCall : undefined)
    )?.(app, path)) ?? {};
  const subject = id ?? (row === undefined ? undefined : await kinds[row.kind](app));
  const own = typeof row?.body === 'function' ? row.body(subject ?? '') : row?.body;
  const sample = route.body === undefined ? undefined : { ...(sampleOf(route.body, described) as Body), ...own };
  const sent = sample === undefined ? body : { ...sample, ...body };
  return {
    url: path
      .replace('{version}', '1')
      .replace('{proof_uuid}', randomUUID())
      .replace('{split_uuid}', randomUUID())
      .replace(/\{\w+\}/, encodeURIComponent(subject ?? randomUUID())),
    ...(token === undefined ? {} : { token }),
    ...(sent === undefined ? {} : { body: sent }),
  };
}

const newKey = (): string => `key_${randomUUID().replaceAll('-', '_')}`;
const newPhone = (): string => `+1202${randomInt(2_000_000, 9_999_999)}`;

/** Returns a value for a field of this name where its schema is not specific enough. */
const byName: Readonly<Record<string, () => unknown>> = {
  email: () => `${randomUUID()}@example.com`,
  name: () => `Name ${randomUUID().slice(0, 8)}`,
  phone: newPhone,
  phone_number: newPhone,
  to: newPhone,
  url: () => 'https://8.8.8.8/hook',
  password: () => password,
  speaker: () => 'ava',
  language_code: () => 'en',
  timezone: () => 'Asia/Kolkata',
};

/** Returns the smallest valid value of a schema, with all required fields. */
function sampleOf(schema: JsonSchema, described: Described, name?: string): unknown {
  const own = name === undefined ? undefined : byName[name];
  if (own !== undefined) return own();
  const whole = resolved(schema, described);
  if ('const' in whole) return whole.const;
  if ('default' in whole) return whole.default;
  const choices = (whole.enum ?? whole.anyOf ?? whole.oneOf) as readonly unknown[] | undefined;
  if (Array.isArray(whole.enum)) return choices?.[0];
  if (choices !== undefined) return sampleOf(choices[0] as JsonSchema, described);
  switch ([whole.type].flat()[0]) {
    case 'object':
      return sampleObject(whole, described);
    case 'array':
      return Array.from({ length: Number(whole.minItems ?? 0) }, () => sampleOf(whole.items as JsonSchema, described));
    case 'integer':
    case 'number':
      return Number(whole.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return whole.format === 'uuid' ? randomUUID() : 'Sample'.padEnd(Number(whole.minLength ?? 0), '.');
    default:
      return {};
  }
}

function sampleObject(schema: JsonSchema, described: Described): Body {
  const required = (schema.required ?? []) as readonly string[];
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, described, name)]));
}

export function resolved(schema: JsonSchema, { components }: Pick<Described, 'components'>): JsonSchema {
  const name = (schema.$ref as string | undefined)?.split('/').at(-1);
  return name === undefined ? schema : (components.schemas[name] ?? {});
}
