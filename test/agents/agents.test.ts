import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { agentsOnce, openAgentsApp, tool } from './agents-app.ts';

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const voice = { speaker: 'ava' };
const missing = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';

const whole = {
  name: 'Ava',
  persona_prompt: 'You are Ava.\nBe brief.',
  greeting: 'Hello!',
  voice_config: { provider: 'platform', speaker: 'maya', language_code: 'en-IN' },
  languages: ['en-IN', 'en-US'],
  turn: { endpointing_ms: 700, min_interrupt_words: 2, allow_interruptions: false },
  tools: [tool],
  built_in_tools: { end_call: false, send_dtmf: true, transfer_call: true, schedule_callback: true },
  max_call_seconds: 300,
  voicemail: { action: 'leave_message', message: 'Please call us back.' },
};

onEachDatabase('agents', (database) => {
  const open = agentsOnce(database);

  test('agents need a name and a voice, have defaults for the rest, and are numbered per organisation', async () => {
    const { ask } = open();
    const made = await ask('POST', '', { body: { name: ' Ava\r\nB. ', voice_config: voice, unknown: 1 } });
    expect(made.statusCode).toBe(201);
    const first = {
      id: made.json().id,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ava B.',
      persona_prompt: '',
      greeting: 'Hello, this is Ava B.. How can I help you?',
      voice_config: { provider: 'platform', speaker: 'ava', language_code: 'en-US' },
      languages: ['en-US'],
      turn: { endpointing_ms: null, min_interrupt_words: null, allow_interruptions: true },
      tools: [],
      built_in_tools: { end_call: true, send_dtmf: true, transfer_call: true, schedule_callback: false },
      knowledge_document_ids: [],
      max_call_seconds: 1800,
      voicemail: null,
      created_at: isoTime,
      version: 1,
      draft_version: null,
      status_reason: null,
      language_measures: [
        {
          language_code: 'en-US',
          recogniser: 'whisper',
          word_error_percent: 4,
          intents_measured: true,
          embedded_voice: true,
          warning: null,
        },
      ],
      model: null,
      model_trouble: null,
    };
    expect(made.json()).toEqual(first);
    const second = (await ask('POST', '', { body: whole })).json();
    expect(second).toMatchObject({ ...whole, id: first.id + 1 });
    expect((await ask('POST', '', { as: 'stranger', body: whole })).json().id).toBe(1);
    expect((await ask('GET', `/${second.uuid}`)).json()).toEqual(second);
    const page = (await ask('GET', `?limit=1&offset=${first.id - 1}`)).json();
    expect(page).toMatchObject({ agents: [made.json()], total: first.id + 1, limit: 1, offset: first.id - 1 });
    expect((await ask('GET', '', { as: 'stranger' })).json()).toMatchObject({ total: 1, limit: 50, offset: 0 });
  });

  test('a PATCH keeps omitted fields, and null restores the default', async () => {
    const { ask, addDocument } = open();
    const documents = [await addDocument(), await addDocument()];
    const made = (await ask('POST', '', { body: { ...whole, knowledge_document_ids: documents } })).json();
    expect(made.knowledge_document_ids).toEqual(documents);
    const change = { name: 'Ada', knowledge_document_ids: [...documents].reverse() };
    const changed = (await ask('PATCH', `/${made.uuid}`, { body: change })).json();
    expect(changed).toEqual({ ...made, ...change, version: 2 });
    expect((await ask('PATCH', `/${made.uuid}`, { body: {} })).json()).toEqual(changed);
    const fields = ['persona_prompt', 'greeting', 'languages', 'turn', 'tools', 'knowledge_document_ids'];
    const cleared = Object.fromEntries([...fields, 'max_call_seconds', 'voicemail'].map((field) => [field, null]));
    const bare = (await ask('PATCH', `/${made.uuid}`, { body: cleared })).json();
    expect(bare).toEqual({
      ...made,
      version: 3,
      name: 'Ada',
      persona_prompt: '',
      greeting: 'Hello, this is Ada. How can I help you?',
      languages: ['en-IN'],
      language_measures: [made.language_measures[0]],
      turn: { endpointing_ms: null, min_interrupt_words: null, allow_interruptions: true },
      tools: [],
      knowledge_document_ids: [],
      max_call_seconds: 1800,
      voicemail: null,
    });
    expect((await ask('GET', `/${made.uuid}`)).json()).toEqual(bare);
    for (const body of [{ name: null }, { voice_config: null }])
      expect((await ask('PATCH', `/${made.uuid}`, { body })).statusCode).toBe(400);
  });

  test('deleting a document removes it from agents; documents of others are unknown', async () => {
    const { ask, addDocument, http } = open();
    const [own, foreign] = [await addDocument(), await addDocument('stranger')];
    for (const uuid of [foreign, missing]) {
      const refused = await ask('POST', '', { body: { ...whole, knowledge_document_ids: [own, uuid] } });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().detail).toContain('knowledge_document_ids');
    }
    const made = (await ask('POST', '', { body: { ...whole, knowledge_document_ids: [own] } })).json();
    const headers = { authorization: 'Bearer manager' };
    const foreignChange = { knowledge_document_ids: [foreign], name: 'Changed' };
    expect((await ask('PATCH', `/${made.uuid}`, { body: foreignChange })).statusCode).toBe(400);
    expect((await ask('GET', `/${made.uuid}`)).json()).toEqual(made);
    await http.inject({ method: 'DELETE', url: `/api/kb/documents/${own}`, headers });
    expect((await ask('GET', `/${made.uuid}`)).json().knowledge_document_ids).toEqual([]);
  });

  test('agents accept documents of the user who adds them, and keep those of colleagues', async () => {
    const { ask, addDocument } = open();
    const [own, private_] = [await addDocument(), await addDocument('colleague')];
    const made = await ask('POST', '', { body: { ...whole, knowledge_document_ids: [own] } });
    expect(made.statusCode).toBe(201);
    const refused = await ask('POST', '', { body: { ...whole, knowledge_document_ids: [private_] } });
    expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining('not yours')]);
    const change = (as: 'manager' | 'colleague', knowledge_document_ids: string[]) =>
      ask('PATCH', `/${made.json().uuid}`, { as, body: { knowledge_document_ids } });
    expect((await change('manager', [own, private_])).statusCode).toBe(400);
    expect((await change('colleague', [own, private_])).json().knowledge_document_ids).toEqual([own, private_]);
    expect((await change('manager', [private_])).json().knowledge_document_ids).toEqual([private_]);
  });

  test('agents of active campaigns cannot be deleted, and numbers are never reused', async () => {
    const { ask, database: opened } = await openAgentsApp(await database.place());
    const made = (await ask('POST', '', { body: whole })).json();
    const { flows } = opened.tables;
    const use = (status: 'active' | 'paused') =>
      opened.system.tx((queries) => queries.update(flows).set({ voiceAgentUuid: made.uuid, status }));
    await use('active');
    const refused = await ask('DELETE', `/${made.uuid}`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toMatch(/^The active campaign ".+" uses this agent\. Stop the campaign/);
    await use('paused');
    expect((await ask('DELETE', `/${made.uuid}`, { as: 'stranger' })).statusCode).toBe(404);
    expect((await ask('DELETE', `/${made.uuid}`)).statusCode).toBe(204);
    expect((await ask('DELETE', `/${made.uuid}`)).statusCode).toBe(404);
    const using = await opened.system.read.select().from(flows).where(eq(flows.voiceAgentUuid, made.uuid));
    expect(using).toEqual([]);
    expect((await ask('POST', '', { body: whole })).json().id).toBe(made.id + 1);
  });

  test('agents created at the same time get different numbers', async () => {
    const { ask } = open();
    const made = await Promise.all(Array.from({ length: 6 }, () => ask('POST', '', { body: whole })));
    const ids: number[] = made.map((answer) => answer.json().id).sort((a, b) => a - b);
    expect(ids).toEqual(ids.map((_, nth) => (ids[0] as number) + nth));
  });

  test('managers change agents, and the audit log records each change without its values', async () => {
    const { ask, database: opened } = open();
    for (const as of ['member', 'reading-key'] as const) {
      expect((await ask('GET', '', { as })).statusCode).toBe(200);
      expect((await ask('POST', '', { as, body: whole })).statusCode).toBe(403);
    }
    const made = (await ask('POST', '', { as: 'writing-key', body: whole })).json();
    await ask('DELETE', `/${made.uuid}`);
    const { auditEvents } = opened.tables;
    const events = await opened.system.read.select().from(auditEvents);
    expect(events.map(({ action, fields }) => ({ action, fields }))).toEqual(
      expect.arrayContaining([
        { action: 'POST /api/voice/agents', fields: expect.arrayContaining(Object.keys(whole)) },
        { action: 'DELETE /api/voice/agents/{uuid}', fields: [] },
      ]),
    );
    expect(JSON.stringify(events)).not.toContain('You are Ava');
  });
});

describe('creating an agent fails', () => {
  const open = agentsOnce();
  const patternOf = (pattern: string) => ({ type: 'object', properties: { a: { type: 'string', pattern } } });
  const long = (letters: number) => patternOf(`^(?:${'a'.repeat(letters)}){1,900}$`);
  const cases: Record<string, [change: object, field: string]> = {
    'without a name that can be seen': [{ name: '\u202e \0' }, 'name'],
    'with a greeting that says nothing': [{ greeting: ' ' }, 'greeting'],
    'with a voice that there is not': [{ voice_config: { speaker: 'nobody' } }, 'voice_config.speaker'],
    'with a language that its voice does not speak': [
      { voice_config: { speaker: 'ava', language_code: 'hi-IN' } },
      'voice_config.language_code',
    ],
    'with a language of callers that its voice does not speak': [
      { voice_config: voice, languages: ['en-US', 'hi-IN'] },
      'languages.1',
    ],
    'of an unknown provider': [{ voice_config: { ...voice, provider: 'other' } }, 'voice_config.provider'],
    'with a language that is none': [{ languages: ['en_US'] }, 'languages.0'],
    'with no language': [{ languages: [] }, 'languages'],
    'with a wait that is too long': [{ turn: { endpointing_ms: 5001 } }, 'turn.endpointing_ms'],
    'with a call that never ends': [{ max_call_seconds: 100_000 }, 'max_call_seconds'],
    'with a message that says nothing': [{ voicemail: { action: 'leave_message' } }, 'voicemail.message'],
    'with a document that has no uuid': [{ knowledge_document_ids: ['one'] }, 'knowledge_document_ids.0'],
    'with an endpoint in the clear': [{ tools: [{ ...tool, endpoint: 'http://example.com' }] }, 'tools.0.endpoint'],
    'with an endpoint on this machine': [
      { tools: [tool, { ...tool, name: 'other', endpoint: 'https://127.0.0.1/hook' }] },
      'tools.1.endpoint',
    ],
    'with an endpoint in the network of the server': [
      { tools: [{ ...tool, endpoint: 'https://[fd00::1]:8443' }] },
      'tools.0.endpoint',
    ],
    'with a password in an endpoint': [
      { tools: [{ ...tool, endpoint: 'https://me:secret@example.com' }] },
      'tools.0.endpoint',
    ],
    'with a tool whose schema is none': [
      { tools: [{ ...tool, parameters: { type: 'object', properties: { a: { type: 'text' } } } }] },
      'tools.0.parameters',
    ],
    'with a tool that takes no object': [
      { tools: [{ ...tool, parameters: { type: 'string' } }] },
      'tools.0.parameters',
    ],
    'with a schema that is too large': [
      { tools: [{ ...tool, parameters: { type: 'object', title: 'x'.repeat(17_000) } }] },
      'tools.0.parameters',
    ],
    'with a pattern that has a backreference': [
      {
        tools: [
          { ...tool, parameters: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)\\1$' } } } },
        ],
      },
      'tools.0.parameters',
    ],
    'with a property pattern that looks ahead': [
      { tools: [{ ...tool, parameters: { type: 'object', patternProperties: { '^(?=a)': true } } }] },
      'tools.0.parameters',
    ],
    'with patterns that repeat too much in all': [
      { tools: [tool, 'a', 'b'].map((one, at) => (at === 0 ? one : { ...tool, name: one, parameters: long(30) })) },
      'tools.2.parameters',
    ],
    'with a pattern of repeated groups': [
      { tools: [{ ...tool, parameters: patternOf(`(?:(?:${'a'.repeat(60)}){31}){31}`) }] },
      'tools.0.parameters',
    ],
    'with a long pattern without regard to case': [
      { tools: [{ ...tool, parameters: patternOf(`(?i)${'[a-\\x{1ffff}]'.repeat(40)}`) }] },
      'tools.0.parameters',
    ],
    'with two tools of one name': [{ tools: [tool, tool] }, 'tools'],
    'with a tool whose name no model takes': [{ tools: [{ ...tool, name: 'look up' }] }, 'tools.0.name'],
  };
  test.each(Object.entries(cases))('%s', async (_, [change, field]) => {
    const { ask } = open();
    const answer = await ask('POST', '', { body: { name: 'Ava', voice_config: voice, ...change } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toContain(`body ${field}:`);
    expect(answer.json().detail).not.toContain('secret');
  });

  test('with patterns of more than 50,000 characters, and not with many ordinary ones', async () => {
    const { ask } = open();
    const asked = (patterns: readonly string[]) => {
      const properties = Object.fromEntries(patterns.map((pattern, at) => [`p${at}`, { type: 'string', pattern }]));
      const tools = [{ ...tool, parameters: { type: 'object', properties } }];
      return ask('POST', '', { body: { name: 'Ava', voice_config: voice, tools } });
    };
    const uuid = '^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$';
    expect((await asked([...Array<string>(20).fill(uuid), '^.{1,1000}$'])).statusCode).toBe(201);
    expect((await asked(Array<string>(5).fill('^.{1,1000}$'))).json().detail).toContain('50,000 characters');
  });

  test('with a schema of too many levels, and with no more than that', async () => {
    const { ask } = open();
    const nested = (depth: number): object => (depth === 0 ? {} : { not: nested(depth - 1) });
    const asked = async (depth: number) => {
      const parameters = { type: 'object', not: nested(depth) };
      return (await ask('POST', '', { body: { name: 'Ava', voice_config: voice, tools: [{ ...tool, parameters }] } }))
        .statusCode;
    };
    expect(await asked(30)).toBe(201);
    expect(await asked(2000)).toBe(400);
  });
});
