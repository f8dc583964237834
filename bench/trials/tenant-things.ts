import { randomUUID } from 'node:crypto';
import { speechLike, wavOf } from './speech-like.ts';
import type { Ask, Thing } from './tenant-ask.ts';
import { type CarryCall, furnishMore } from './tenant-more-things.ts';

/** Creates one object of each kind in the organisation of a token, and a call in progress. */
export async function furnish(ask: Ask, token: string, carryCall: CarryCall) {
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
  const word = await made('/api/voice/pronunciations', { word: canary, respelling: 'canary' });
  const key = await made('/api/auth/api-keys', { name: canary, scopes: ['voice:calls:read'] });
  const member = await made('/api/auth/members', { email: `${canary}@example.com`, role: 'member' }, 'user_uuid');
  const document = await upload('/api/kb/documents', `${canary}.pdf`, '%PDF-1.7\n');
  const imported = await upload('/api/voice/customers/import', `${canary}.csv`, 'phone\n', 'import_uuid');
  const importView = `/api/voice/customers/import/${imported}`;
  while (JSON.parse((await ask('GET', importView, { token })).text).finished_at === null)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const call = await testCall(ask, token, flow);
  const analysed = await uploadTranscript(ask, token, canary);
  const recorded = await uploadRecording(ask, token, canary);
  const persona = await made('/api/pf-coach/personas', { name: canary });
  const scenario = await made('/api/pf-coach/scenarios', {
    persona_uuid: persona,
    name: canary,
    situation: 'You want a lamp.',
  });
  const known = await made('/api/pf-coach/documents', { title: canary, text: canary });
  const run = await made('/api/pf-coach/runs', {
    scenario_uuid: scenario,
    target_uuid: flow,
    mode: 'text',
    wait: true,
  });
  const speaker = await cloneVoice(ask, token, canary);
  const session = await made('/api/pf-coach/live/sessions', { scenario_uuid: scenario }, 'session_uuid');
  const thing = (kind: string, id: string, view: string, about: RegExp): Thing => ({ kind, id, canary, view, about });
  const more = await furnishMore(ask, { token, canary, webhook, contact, run, carryCall });
  const things: Thing[] = [
    thing('agent', agent, `/api/voice/agents/${agent}`, /\/voice\/agents\//),
    thing('campaign', flow, `/api/voice/flows/${flow}`, /\/flows\/|\/campaigns\//),
    thing('contact', contact, `/v1/contacts/${contact}`, /\/contacts\/|\/customers\//),
    thing('queue', queue, '/api/voice/queues', /\/queues\//),
    thing('webhook', webhook, '/api/voice/webhooks', /\/webhooks\//),
    thing('API key', key, '/api/auth/api-keys', /\/api-keys\//),
    thing('member', member, '/api/auth/members', /\/members\/|phone-numbers|tag-assignments/),
    thing('document', document, `/api/kb/documents/${document}`, /\/documents\/|_agent\//),
    thing('persona', persona, `/api/pf-coach/personas/${persona}`, /\/personas\//),
    thing('scenario', scenario, `/api/pf-coach/scenarios/${scenario}`, /\/scenarios\//),
    thing('knowledge document', known, `/api/pf-coach/documents/${known}`, /\/pf-coach\/documents\//),
    thing('practice run', run, `/api/pf-coach/runs/${run}`, /\/runs\//),
    thing('speaker', speaker, `/api/voice/models/speakers/${speaker}`, /\/models\/speakers\//),
    thing('pronunciation', word, '/api/voice/pronunciations', /\/pronunciations\//),
    {
      ...thing('practice session', session, `/api/pf-coach/live/sessions/${session}`, /\/live\/sessions\//),
      endedAlone: '"status":"failed"',
    },
    thing('import', imported, importView, /\/import\//),
    { ...thing('call', call, `/v1/calls/${call}`, /\/v1\/calls\/|\/voice\/calls\//), part: 'key_details' },
    thing('analysed call', analysed.id, `/api/calls/${analysed.id}`, /^\/api\/calls\//),
    thing(
      'analysed call of the developer API',
      analysed.uuid,
      `/api/v1/sales/calls/${analysed.uuid}`,
      /\/sales\/calls\//,
    ),
    // Its transcription is still running.
    { ...thing('uploaded recording', recorded.id, `/api/calls/${recorded.id}`, /^\/api\/calls\//), part: 'agent' },
    ...more.things,
  ];
  return { things, hangUp: more.hangUp };
}

/** Creates a voice from a recording. Returns its name. */
async function cloneVoice(ask: Ask, token: string, canary: string): Promise<string> {
  const name = `voice-${randomUUID()}`;
  const form = new FormData();
  form.append('name', name);
  form.append('description', canary);
  form.append('consent', 'By e-mail.');
  form.append('reference_audio', new Blob([Uint8Array.from(wavOf(speechLike()))]), 'clip.wav');
  const { status, text } = await ask('POST', '/api/voice/models/speakers', { token, form });
  if (status >= 300) throw new Error(`a voice returned ${status}: ${text}`);
  return name;
}

/** Creates a browser test call, which is never opened. */
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

interface Accepted {
  readonly id: string;
  readonly uuid: string;
}

const acceptedFrom = ({ status, text }: { status: number; text: string }): Accepted => {
  if (status >= 300) throw new Error(`an upload returned ${status}: ${text}`);
  const { id, uuid } = JSON.parse(text) as { id: number; uuid: string };
  return { id: String(id), uuid };
};

/** Uploads a conversation of another system and waits for its analysis. */
async function uploadTranscript(ask: Ask, token: string, canary: string): Promise<Accepted> {
  const transcript = [
    { speaker: 'agent', text: `This is ${canary}.` },
    { speaker: 'customer', text: 'I am very happy, call me tomorrow.' },
  ];
  const body = { transcript, customer_name: canary, customer_phone: '+12025550112', agent_name: canary };
  const accepted = acceptedFrom(await ask('POST', '/api/v1/sales/calls', { token, body }));
  for (let round = 0; round < 300; round++) {
    const { status } = JSON.parse((await ask('GET', `/api/calls/${accepted.id}`, { token })).text) as {
      status: string;
    };
    if (status === 'completed' || status === 'failed') return accepted;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the uploaded conversation was not analysed within 30 s');
}

/** Uploads a recording of half a second of silence. */
export async function uploadRecording(ask: Ask, token: string, canary: string): Promise<Accepted> {
  const form = new FormData();
  form.append('agent_name', canary);
  form.append('file', new Blob([silence(8_000, 4_000)]), `${canary}.wav`);
  return acceptedFrom(await ask('POST', '/api/uploads', { token, form }));
}

function silence(rateHz: number, samples: number): ArrayBuffer {
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rateHz, 24);
  wav.writeUInt32LE(rateHz * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  return wav.buffer.slice(wav.byteOffset, wav.byteOffset + wav.length) as ArrayBuffer;
}
