import { randomUUID } from 'node:crypto';
import type { Ask, Thing } from './tenant-ask.ts';

/** Carries a call on the stream at this address until the returned function is called. */
export type CarryCall = (streamUrl: string) => Promise<() => Promise<void>>;

interface Given {
  readonly token: string;
  readonly canary: string;
  readonly webhook: string;
  readonly contact: string;
  readonly run: string;
  readonly carryCall: CarryCall;
}

const number = '+12025550190';

/** Creates objects that depend on others or on a call in progress. */
export async function furnishMore(ask: Ask, given: Given) {
  const { token, canary, webhook, contact, run, carryCall } = given;
  const json = async (method: string, path: string, asked: { body?: unknown; form?: FormData } = {}) => {
    const { status, text } = await ask(method, path, { token, ...asked });
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${text}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    return (text === '' ? undefined : JSON.parse(text)) as any;
  };
  const soon = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
    for (let round = 0; round < 200; round++) {
      const seen = await look();
      if (seen !== undefined) return seen;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`there was no ${what} within 20 s`);
  };
  const thing = (kind: string, id: string, view: string, about: RegExp): Thing => ({ kind, id, canary, view, about });

  const segment = `${(await json('POST', '/api/segments', { body: { name: canary, kind: 'custom' } })).id}`;
  const project = `${(await json('POST', '/api/projects', { body: { name: canary } })).id}`;
  const report = `${(await json('POST', '/api/reports', { body: { window: 'week' } })).id}`;
  await soon('report', async () =>
    (await json('GET', `/api/reports/${report}`)).status === 'completed' ? report : undefined,
  );
  const customer = `${(await json('GET', `/api/customers/${contact}`)).id}`;
  const form = new FormData();
  form.append('files', new Blob(['none']), `${canary}.txt`);
  const bulk = (await json('POST', '/api/uploads/bulk', { form })).upload_id as string;
  const leaving = await json('POST', '/v1/contacts', { body: { phone: '+12025550113', name: canary } });
  await json('PATCH', `/v1/contacts/${leaving.uuid}`, { body: { opted_out: true } });
  const suppressed = (await json('GET', '/api/voice/suppressions')).suppressions[0].uuid as string;
  const flow = { kind: 'inbound', name: canary, provider: 'platform', speaker: 'ava', phone_number: number };
  await json('POST', '/api/voice/flows', { body: { ...flow, status: 'active' } });
  await (await ringIn(ask, carryCall))();
  const delivery = await soon(
    'webhook delivery',
    async () => (await json('GET', `/api/voice/webhooks/${webhook}/logs`)).logs[0]?.uuid as string | undefined,
  );
  // Otherwise the end of the following call would change its log.
  await json('PATCH', `/api/voice/webhooks/${webhook}`, { body: { is_active: false } });
  await json('POST', '/api/voice/voice-samples/generate', { body: { speakers: ['ava'], languages: ['en-US'] } });
  const sample = await soon(
    'voice sample',
    async () => (await json('GET', '/api/voice/voice-samples')).samples[0]?.uuid as string | undefined,
  );
  const chat = async (kind: string): Promise<string> =>
    `${(await json('POST', `/api/agents/${kind}_agent/conversations/create`, { body: { title: canary } })).id}`;
  const [audioChat, ocrChat] = [await chat('audio'), await chat('ocr')];
  const field = { key: `k_${randomUUID().replaceAll('-', '_')}`, name: canary, field_type: 'number' };
  // Scripted engines may leave a run without a verdict; such a run cannot be reviewed.
  const review = await ask('PUT', `/api/pf-coach/runs/${run}/review`, { token, body: { reason: canary } });
  if (review.status !== 200 && review.status !== 409) throw new Error(`the review returned ${review.status}`);
  const judged = await json('POST', '/api/pf-intel/simulations', {
    body: {
      run_uuid: randomUUID(),
      transcript: [{ speaker: 'agent', text: canary }],
      rubric_fields: [{ id: field.key, name: canary }],
    },
  });
  const hangUp = await ringIn(ask, carryCall);
  const call = await soon(
    'call in progress',
    async () => (await json('GET', '/v1/calls')).calls[0]?.uuid as string | undefined,
  );
  const session = (await json('POST', `/api/voice/calls/${call}/listen`)).session_uuid as string;

  const ofCall = (kind: string, id: string, about: RegExp): Thing => ({
    ...thing(kind, id, `/v1/calls/${call}`, about),
    part: 'key_details',
    endedAlone: '"end_reason":"silence"',
  });
  const things: Thing[] = [
    thing('segment', segment, `/api/segments/${segment}`, /\/segments\//),
    thing('project', project, `/api/projects/${project}`, /\/projects\//),
    thing('report', report, `/api/reports/${report}`, /\/reports\//),
    thing('customer', customer, `/api/customers/${customer}`, /^\/api\/customers\//),
    thing('bulk upload', bulk, `/api/uploads/${bulk}`, /^\/api\/uploads\//),
    thing('suppressed number', suppressed, '/api/voice/suppressions', /\/suppressions\//),
    thing('webhook delivery', delivery, `/api/voice/webhooks/${webhook}/logs`, /\/deliveries\//),
    thing('voice sample', sample, '/api/voice/voice-samples', /\/voice-samples\//),
    thing('audio conversation', audioChat, `/api/agents/audio_agent/conversations/${audioChat}`, /\/conversations\//),
    thing('document conversation', ocrChat, `/api/agents/ocr_agent/conversations/${ocrChat}`, /\/conversations\//),
    thing('reviewed run', run, `/api/pf-coach/runs/${run}`, /\/runs\/.*review/),
    thing('judged simulation', judged.simulation_id, `/api/pf-coach/runs/${run}`, /\/simulations/),
    ofCall('call in progress', call, /\/voice\/calls\//),
    ofCall('listening session', session, /\/listening-sessions\//),
  ];
  return { things, hangUp };
}

/** Makes an inbound call to the first organisation over telephony. Resolves to a function that hangs up. */
async function ringIn(ask: Ask, carryCall: CarryCall) {
  const query = new URLSearchParams({ CallUUID: randomUUID(), From: '+15550001111', To: number });
  const { text } = await ask('GET', `/api/voice/webhooks/telephony_a/answer?${query}`);
  const url = />\s*(wss?:\/\/[^<\s]+)/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  if (url === undefined) throw new Error(`the answer names no stream: ${text}`);
  return carryCall(url);
}
