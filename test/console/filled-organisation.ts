import { expect, vi } from 'vitest';
import { wavHeader } from '../../media/codec/wav.ts';
import { textPdf } from '../pdf/make-pdf.ts';
import { patienceMs } from './chromium.ts';
import type { PageServer } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
type Answer = any;
export type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

export const askerOf =
  ({ baseUrl }: PageServer, session: string): Ask =>
  async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${session}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
    return text === '' ? undefined : JSON.parse(text);
  };

function fileOf(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return form;
}

/** Creates one of each object that console pages and dialogs show. Returns their ids. */
export async function fillOrganisation(server: PageServer, session: string) {
  const ask = askerOf(server, session);
  const voice = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };
  const agent = await ask('POST', '/api/voice/agents', { name: 'Robin', voice_config: voice });
  const outbound = { kind: 'outbound', name: 'Renewals', provider: 'platform', branches: ['City:Pune'] };
  const goal = { id: 'visit', examples: ['I want to come by'], done: 'See you.', questions: [] };
  const campaign = await ask('POST', '/api/voice/flows', { ...outbound, config: { goals: [goal] } });
  await ask('POST', '/api/voice/queues', { name: 'Front desk', tags: ['City:Pune'] });
  await ask('POST', '/api/auth/members', { name: 'Nina', email: 'nina@example.com', role: 'member' });
  await ask('POST', '/api/auth/api-keys', { name: 'Nightly', scopes: ['voice:calls:read'] });
  await ask('PUT', '/api/settings/secrets/SHOP_KEY', { value: 'value' });
  await ask('POST', '/api/settings/prices', {
    part: 'telephony',
    service: 'telephony_a',
    direction: 'inbound',
    valid_from: '2026-01-01',
    currency: 'EUR',
    step_seconds: 60,
    per_minute: 0.01,
  });
  const modelServer = { name: 'Our model', base_url: 'http://127.0.0.1:9/v1', model: 'small' };
  const model = await ask('POST', '/api/settings/models', modelServer);
  const events = ['call.ended'];
  await ask('POST', '/api/voice/webhooks', { name: 'Books', url: 'https://example.com/calls', events });
  const segment = await ask('POST', '/api/segments', { name: 'Pune', kind: 'region', rule: { tags: ['City:Pune'] } });
  await ask('POST', '/api/projects', { name: 'Spring', segment_uuids: [segment.uuid] });
  await ask('POST', '/api/voice/pronunciations', { word: 'Nguyen', respelling: 'win' });
  await ask('POST', '/api/reports/schedules', { every: 'week' });
  const report = await ask('POST', '/api/reports', { window: 'week' });
  return {
    agent: agent.uuid as string,
    campaign: campaign.uuid as string,
    model: model.uuid as string,
    report: `${report.id}`,
    ...(await addContacts(ask)),
    ...(await addPractice(ask, agent.uuid)),
    ...(await addDocuments(ask)),
  };
}

async function addContacts(ask: Ask) {
  const contact = await ask('POST', '/v1/contacts', { phone: '+12025550143', name: 'Asha Rao', tags: ['City:Pune'] });
  const banned = await ask('POST', '/v1/contacts', { phone: '+12025550144', name: 'Sam Field' });
  await ask('PATCH', `/v1/contacts/${banned.uuid}`, { opted_out: true, dnc_reason: 'Asked not to be called' });
  // The server requires the fields before the file.
  const table = new FormData();
  table.append('dry_run', 'false');
  table.append('file', new Blob(['phone,name\n+12025550145,Mia Chen\n']), 'people.csv');
  const { import_uuid: imported } = await ask('POST', '/api/voice/customers/import', table);
  const isImported = async () => (await ask('GET', `/api/voice/customers/import/${imported}`)).finished_at !== null;
  await vi.waitUntil(isImported, { timeout: patienceMs, interval: 100 });
  const said = [
    { speaker: 'agent', text: 'Good morning, this is Robin. How can I help you?', timestamp: 0 },
    { speaker: 'customer', text: 'My budget is about 250 dollars. Thank you so much!', timestamp: 3 },
  ];
  const call = await ask('POST', '/api/v1/sales/calls', {
    transcript: said,
    customer_phone: '+12025550143',
    agent_name: 'Sam',
    direction: 'inbound',
  });
  const { customers } = await ask('GET', '/api/customers');
  return { contact: contact.uuid as string, call: call.uuid as string, customer: `${customers[0].id}` };
}

async function addPractice(ask: Ask, agent: string) {
  const fields = [
    { key: 'greeted', name: 'Greeting', field_type: 'score', description: 'The agent greets the customer.' },
    { key: 'budget', name: 'Budget', field_type: 'text', description: 'How much they want to spend.' },
  ];
  for (const field of fields) await ask('POST', '/api/extraction-fields', { ...field, group: 'Front desk' });
  const persona = await ask('POST', '/api/pf-coach/personas', {
    name: 'Nora Field',
    hidden_state: { budget: { value: '400 euros', asked_when: ['how much'] } },
    objections: [{ text: 'That is expensive.', strength: 1 }],
  });
  const scenario = await ask('POST', '/api/pf-coach/scenarios', {
    persona_uuid: persona.uuid,
    name: 'Ask for a lamp',
    situation: 'You are looking for a lamp.',
    objective: 'Sell a lamp.',
    stop_conditions: { max_turns: 4 },
  });
  const runs = [];
  for (const seed of [1, 2]) {
    const target = { target_kind: 'voice_agent', target_uuid: agent, mode: 'text' };
    runs.push(await ask('POST', '/api/pf-coach/runs', { scenario_uuid: scenario.uuid, ...target, seed, wait: true }));
  }
  const paper = await ask('POST', '/api/pf-coach/documents', { title: 'Prices', text: 'A lamp costs 40 euros.' });
  return {
    persona: persona.uuid as string,
    scenario: scenario.uuid as string,
    runs: runs.map(({ uuid }) => uuid as string),
    coachDocument: paper.uuid as string,
  };
}

async function addDocuments(ask: Ask) {
  const pdf = textPdf([[{ x: 72, y: 720, text: 'A cleaning costs 120 dollars.' }]]);
  const document = await ask('POST', '/api/kb/documents', fileOf('Rates.pdf', new Uint8Array(pdf)));
  const recording = await ask('POST', '/api/kb/documents', fileOf('Note.wav', silence()));
  const path = `/api/kb/documents/${document.uuid}`;
  await ask('POST', `${path}/reading`, {});
  const isRead = async () => (await ask('GET', `${path}/reading`)).processed_at !== null;
  await vi.waitUntil(isRead, { timeout: patienceMs, interval: 100 });
  await ask('POST', `${path}/questions`, { question: 'How much is a cleaning?' });
  return { document: document.uuid as string, recording: recording.uuid as string };
}

/** One second of silence at 8 kHz. */
const silence = () =>
  new Uint8Array(Buffer.concat([wavHeader({ channels: 1, rateHz: 8000, dataBytes: 16_000 }), Buffer.alloc(16_000)]));
