import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeChanges } from '../../console/src/shared/versions/merge-changes.ts';
import { versionsKept } from '../../src/versions/history-store.ts';
import { onEachDatabase } from '../data/databases.ts';
import { agentsOnce, tool } from './agents-app.ts';

const voice_config = { speaker: 'ava' };
const whole = {
  name: 'Ava',
  persona_prompt: 'You are Ava. Be brief and kind.',
  greeting: 'Hello!',
  voice_config,
  tools: [tool],
  turn: { endpointing_ms: 700, min_interrupt_words: 2, allow_interruptions: false },
};

type Open = ReturnType<ReturnType<typeof agentsOnce>>;
type As = NonNullable<Parameters<Open['ask']>[2]>['as'];

/** Requests about one agent, which is created first. */
async function withAgent(app: Open, body: object = whole) {
  const { uuid } = (await app.ask('POST', '', { body })).json();
  const send = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path = '',
    { as = 'manager', body: payload, tag }: { as?: As; body?: object; tag?: string | undefined } = {},
  ) =>
    app.http.inject({
      method,
      url: `/api/voice/agents/${uuid}${path}`,
      headers: { authorization: `Bearer ${as}`, ...(tag === undefined ? {} : { 'if-match': tag }) },
      ...(payload === undefined ? {} : { payload }),
    });
  return { uuid: uuid as string, send };
}

onEachDatabase('versions of an agent', (database) => {
  const open = agentsOnce(database);

  test('each save that changes something makes a version with its author and note', async () => {
    const { send } = await withAgent(open());
    const changed = await send('PATCH', '', { body: { greeting: 'Good day!', version_note: 'Politer' } });
    expect([changed.json().version, changed.headers.etag]).toEqual([2, '"2"']);
    const again = await send('PATCH', '', { body: { greeting: 'Good day!' } });
    expect(again.json().version).toBe(2);
    const { versions, total } = (await send('GET', '/versions')).json();
    expect(total).toBe(2);
    expect(versions).toMatchObject([
      { version: 2, state: 'current', note: 'Politer', restored_from: null, author: { by_key: false } },
      { version: 1, state: 'earlier', note: null, author: { by_key: false } },
    ]);
    await send('PATCH', '', { as: 'writing-key', body: { greeting: 'Hi!' } });
    expect((await send('GET', '/versions/3')).json()).toMatchObject({
      author: { by_key: true },
      definition: { greeting: 'Hi!', persona_prompt: whole.persona_prompt },
    });
  });

  test('two versions are compared by words in texts and by value elsewhere', async () => {
    const { send } = await withAgent(open());
    const body = { persona_prompt: 'You are Ava. Be kind.', turn: { ...whole.turn, endpointing_ms: 900 } };
    await send('PATCH', '', { body });
    const { from, to, fields } = (await send('GET', '/versions/diff?from=1')).json();
    expect([from, to]).toEqual([1, 2]);
    expect(fields).toEqual([
      {
        field: 'persona_prompt',
        from: null,
        to: null,
        words: [
          { change: 'same', text: 'You are Ava. Be ' },
          { change: 'removed', text: 'brief and ' },
          { change: 'same', text: 'kind.' },
        ],
      },
      { field: 'turn.endpointing_ms', words: null, from: 700, to: 900 },
    ]);
    expect((await send('GET', '/versions/diff?from=1&to=9')).statusCode).toBe(404);
  });

  test('a restored version has the same bytes as it had, as a new version', async () => {
    const { send } = await withAgent(open());
    const before = (await send('GET', '/versions/1')).json().definition;
    const other = { name: 'Eva', persona_prompt: 'x', tools: [], turn: null, voicemail: { action: 'hangup' } };
    await send('PATCH', '', { body: other });
    const restored = await send('POST', '/versions/1/restore', { body: { version_note: 'Back' } });
    expect(restored.json()).toMatchObject({ name: 'Ava', version: 3 });
    const after = (await send('GET', '/versions/3')).json();
    expect(JSON.stringify(after.definition)).toBe(JSON.stringify(before));
    expect(after).toMatchObject({ restored_from: 1, note: 'Back', state: 'current' });
  });

  test('a version whose document was deleted is not restored, and the response says so', async () => {
    const app = open();
    const document = await app.addDocument();
    const { send } = await withAgent(app, { ...whole, knowledge_document_ids: [document] });
    await send('PATCH', '', { body: { knowledge_document_ids: [] } });
    const headers = { authorization: 'Bearer manager' };
    await app.http.inject({ method: 'DELETE', url: `/api/kb/documents/${document}`, headers });
    const restored = await send('POST', '/versions/1/restore');
    expect(restored.statusCode).toBe(400);
    expect(restored.json().detail).toContain('knowledge_document_ids');
  });

  test('other organisations and keys without the scope see and restore no version', async () => {
    const { send } = await withAgent(open());
    for (const path of ['/versions', '/versions/1', '/versions/diff?from=1'])
      expect((await send('GET', path, { as: 'stranger' })).statusCode).toBe(404);
    for (const path of ['/versions/1/restore', '/publish'])
      expect((await send('POST', path, { as: 'stranger' })).statusCode).toBe(404);
    expect((await send('POST', '/versions/1/restore', { as: 'reading-key' })).statusCode).toBe(403);
    expect((await send('POST', '/versions/1/restore', { as: 'member' })).statusCode).toBe(403);
  });

  test('a draft changes nothing for calls until it is published', async () => {
    const { send } = await withAgent(open());
    const drafted = await send('PATCH', '?draft=true', { body: { greeting: 'Draft!' } });
    expect(drafted.json()).toMatchObject({ greeting: 'Draft!', version: 1, draft_version: 2 });
    expect((await send('GET')).json()).toMatchObject({ greeting: 'Hello!', version: 1, draft_version: 2 });
    expect((await send('GET', '?draft=true')).json()).toMatchObject({ greeting: 'Draft!' });
    const published = await send('POST', '/publish', { body: { version_note: 'Live' } });
    expect(published.json()).toMatchObject({ greeting: 'Draft!', version: 2, draft_version: null });
    expect((await send('GET', '/versions/2')).json()).toMatchObject({ state: 'current', note: 'Live' });
    expect((await send('POST', '/publish')).statusCode).toBe(409);
  });

  test('a draft keeps its own changes while other fields are published', async () => {
    const { send } = await withAgent(open());
    await send('PATCH', '?draft=true', { body: { greeting: 'Draft!' } });
    await send('PATCH', '', { body: { persona_prompt: 'Published.' } });
    expect((await send('GET')).json()).toMatchObject({ greeting: 'Hello!', persona_prompt: 'Published.' });
    expect((await send('POST', '/publish')).json()).toMatchObject({
      greeting: 'Draft!',
      persona_prompt: 'Published.',
    });
  });

  test('a draft keeps its own tool while another tool is published', async () => {
    const { send } = await withAgent(open());
    const [second, third] = [
      { ...tool, name: 'find_order' },
      { ...tool, name: 'book_table' },
    ];
    await send('PATCH', '?draft=true', {
      body: { tools: [tool, second], turn: { ...whole.turn, endpointing_ms: 900 } },
    });
    await send('PATCH', '', { body: { tools: [tool, third], turn: { ...whole.turn, min_interrupt_words: 4 } } });
    const published = (await send('POST', '/publish')).json();
    expect(published.tools.map(({ name }: { name: string }) => name)).toEqual([tool.name, 'book_table', 'find_order']);
    expect(published.turn).toEqual({ endpointing_ms: 900, min_interrupt_words: 4, allow_interruptions: false });
  });

  test('a draft of one person stays theirs when another restores a version', async () => {
    const { send } = await withAgent(open());
    await send('PATCH', '', { body: { name: 'Eva' } });
    await send('PATCH', '?draft=true', { as: 'colleague', body: { greeting: 'Draft!' } });
    await send('POST', '/versions/1/restore');
    const { versions } = (await send('GET', '/versions')).json();
    const drafts = versions.filter(({ state }: { state: string }) => state === 'draft');
    expect(drafts).toMatchObject([{ restored_from: null, author: { user_uuid: expect.any(String) } }]);
    const restored = versions.find(({ state }: { state: string }) => state === 'current');
    expect(drafts[0].author.user_uuid).not.toBe(restored.author.user_uuid);
  });

  test('a draft is not published with a secret that was deleted since', async () => {
    const app = open();
    const { send } = await withAgent(app);
    const headers = { authorization: 'Bearer admin' };
    const secret = {
      method: 'PUT',
      url: '/api/settings/secrets/ORDERS',
      headers,
      payload: { value: 'canary' },
    } as const;
    expect((await app.http.inject(secret)).statusCode).toBeLessThan(300);
    const tools = [{ ...tool, headers: { authorization: 'Bearer {{secret.ORDERS}}' } }];
    expect((await send('PATCH', '?draft=true', { body: { tools } })).statusCode).toBe(200);
    expect((await app.http.inject({ method: 'DELETE', url: secret.url, headers })).statusCode).toBe(204);
    const refused = await send('POST', '/publish');
    expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining('ORDERS')]);
  });

  test('a discarded draft stays a version, and its number is not reused', async () => {
    const { send } = await withAgent(open());
    await send('PATCH', '?draft=true', { body: { greeting: 'Draft!' } });
    expect((await send('DELETE', '/draft')).statusCode).toBe(204);
    expect((await send('PATCH', '', { body: { greeting: 'Next!' } })).json().version).toBe(3);
    const { versions } = (await send('GET', '/versions')).json();
    expect(versions.map(({ state }: { state: string }) => state)).toEqual(['current', 'unpublished', 'earlier']);
  });

  test('a change based on an earlier version is refused with who changed what', async () => {
    const { send } = await withAgent(open());
    const tag = (await send('GET')).headers.etag as string;
    await send('PATCH', '', { as: 'colleague', body: { greeting: 'Good day!' }, tag });
    const late = await send('PATCH', '', { body: { persona_prompt: 'New.' }, tag });
    expect(late.statusCode).toBe(409);
    expect(late.json().detail).toMatch(/changed greeting since version 1; the current version is 2\..*If-Match: "2"/);
    expect((await send('GET')).json()).toMatchObject({ greeting: 'Good day!', persona_prompt: whole.persona_prompt });
    for (const accepted of ['*', 'W/"2"', '"1", "2"'])
      expect(
        (await send('PATCH', '', { body: { persona_prompt: whole.persona_prompt }, tag: accepted })).statusCode,
      ).toBe(200);
    for (const refused of ['"x"', '2', '""', '"99"'])
      expect((await send('PATCH', '', { body: { greeting: 'No.' }, tag: refused })).statusCode).toBe(409);
    expect((await send('PATCH', '', { body: { greeting: 'Yes.' } })).statusCode).toBe(200);
  });

  test('the newest versions are kept, with those in use', async () => {
    const { send } = await withAgent(open());
    for (let count = 0; count <= versionsKept; count++)
      await send('PATCH', '?draft=true', { body: { greeting: `Draft ${count}` } });
    const { total } = (await send('GET', '/versions?limit=1')).json();
    expect(total).toBe(versionsKept + 1);
    expect((await send('GET', '/versions/1')).statusCode).toBe(200);
    expect((await send('GET', '/versions/2')).statusCode).toBe(404);
  });
});

describe('two editors of one agent', () => {
  const open = agentsOnce();
  const fields = ['name', 'greeting', 'persona_prompt', 'max_call_seconds'] as const;
  type Form = Record<(typeof fields)[number], string | number>;
  const formOf = (agent: Form): Form => Object.fromEntries(fields.map((field) => [field, agent[field]])) as Form;

  test('lose no field in 100 random interleavings of edits and saves', async () => {
    const app = open();
    const step = fc.record({ editor: fc.nat(1), field: fc.constantFrom(...fields), isSave: fc.boolean() });
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { send } = await withAgent(app);
        const load = async () => {
          const response = await send('GET');
          return { base: formOf(response.json()), tag: response.headers.etag as string };
        };
        const editors = await Promise.all(
          (['manager', 'colleague'] as const).map(async (as) => {
            const loaded = await load();
            return { as, ...loaded, mine: loaded.base };
          }),
        );
        const expected: Partial<Form> = {};
        let values = 100;
        const save = async (editor: (typeof editors)[number]): Promise<void> => {
          // A form sends every field, as the console does.
          const saved = await send('PATCH', '', { as: editor.as, body: editor.mine, tag: editor.tag });
          if (saved.statusCode === 409) {
            const { base: theirs, tag } = await load();
            const { merged, both } = mergeChanges({ base: editor.base, mine: editor.mine, theirs });
            // The person who sees both values keeps their own.
            const chosen = Object.fromEntries(both.map((field) => [field, editor.mine[field]]));
            Object.assign(editor, { base: theirs, mine: { ...merged, ...chosen }, tag });
            return save(editor);
          }
          expect(saved.statusCode).toBe(200);
          for (const field of fields)
            if (editor.mine[field] !== editor.base[field]) expected[field] = editor.mine[field];
          Object.assign(editor, { base: editor.mine, tag: saved.headers.etag });
        };
        for (const { editor: at, field, isSave } of steps) {
          const editor = editors[at]!;
          values += 1;
          if (isSave) await save(editor);
          else editor.mine = { ...editor.mine, [field]: field === 'max_call_seconds' ? values : `Text ${values}` };
        }
        for (const editor of editors) await save(editor);
        const { base: stored } = await load();
        lost += Object.entries(expected).filter(([field, value]) => stored[field as keyof Form] !== value).length;
      }),
      { numRuns: 100, seed: 46 },
    );
    expect(lost).toBe(0);
  });
});
