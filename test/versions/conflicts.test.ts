import { describe, expect, test } from 'vitest';
import { type Answer, agentFilesOnce } from '../agent-files/agent-files-app.ts';

const open = agentFilesOnce();
type App = ReturnType<typeof open>;

interface Kind {
  readonly noun: string;
  readonly add: (app: App) => Promise<Answer>;
  readonly urlOf: (added: Record<string, unknown>) => string;
  /** Two changes, and the field that they have in common. */
  readonly changes: readonly [object, object];
  readonly field: string;
}

const goalsOf = (done: string) => ({
  config: { goals: [{ id: 'book', examples: ['I want a visit'], questions: [], done }] },
});

const kinds: readonly Kind[] = [
  {
    noun: 'a campaign',
    add: ({ ask }) =>
      ask('admin', 'POST', '/api/voice/flows', {
        body: { name: 'Desk', kind: 'inbound', provider: 'platform', ...goalsOf('Done.') },
      }),
    urlOf: ({ uuid }) => `/api/voice/flows/${uuid}`,
    changes: [goalsOf('See you.'), goalsOf('Bye.')],
    field: 'config.goals.book.done',
  },
  {
    noun: 'a persona',
    add: ({ ask }) => ask('admin', 'POST', '/api/pf-coach/personas', { body: { name: 'Nora' } }),
    urlOf: ({ uuid }) => `/api/pf-coach/personas/${uuid}`,
    changes: [{ profile: 'She is late.' }, { profile: 'She is early.' }],
    field: 'profile',
  },
  {
    noun: 'a field of a scorecard',
    add: ({ ask }) =>
      ask('admin', 'POST', '/api/extraction-fields', {
        body: { key: 'polite', name: 'Polite', field_type: 'score', options: ['please'], scope: 'organisation' },
      }),
    urlOf: ({ id }) => `/api/extraction-fields/${id}`,
    changes: [{ options: ['thank you'] }, { options: ['you are welcome'] }],
    field: 'options',
  },
];

describe.each(kinds)('a change of $noun', ({ add, urlOf, changes: [first, second], field }) => {
  async function opened() {
    const app = open();
    const added = await add(app);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const patch = (body: object, tag?: string) =>
      app.ask('admin', 'PATCH', urlOf(added.body), {
        body,
        ...(tag !== undefined && { headers: { 'if-match': tag } }),
      });
    return { patch };
  }

  test('is refused with who changed what since the version that it is based on, and changes nothing', async () => {
    const { patch } = await opened();
    const saved = await patch(first, '"1"');
    expect([saved.status, saved.etag]).toEqual([200, '"2"']);
    const refused = await patch(second, '"1"');
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain(`changed ${field} since version 1; the current version is 2.`);
    // Nothing is left to change: the first change is still stored.
    const again = await patch(first, '"2"');
    expect([again.status, again.etag]).toEqual([200, '"2"']);
  });

  test('applies to any version without If-Match, and with *', async () => {
    const { patch } = await opened();
    expect((await patch(first)).etag).toBe('"2"');
    expect((await patch(second)).etag).toBe('"3"');
    expect((await patch(first, '*')).etag).toBe('"4"');
  });

  test('is refused with a tag that names no version', async () => {
    const { patch } = await opened();
    for (const tag of ['"x"', '1', '""', '"99"', 'W/"7"']) expect((await patch(first, tag)).status, tag).toBe(409);
  });

  test('is saved once when two people save at the same moment', async () => {
    const { patch } = await opened();
    const answers = await Promise.all([first, second].map((change) => patch(change, '"1"')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('a change of a campaign keeps its note', async () => {
  const { ask } = open();
  const body = { name: 'Desk', kind: 'inbound', provider: 'platform', ...goalsOf('Done.') };
  const { uuid } = (await ask('admin', 'POST', '/api/voice/flows', { body })).body;
  const change = { ...goalsOf('Bye.'), version_note: 'A farewell' };
  expect((await ask('admin', 'PATCH', `/api/voice/flows/${uuid}`, { body: change })).status).toBe(200);
  const { versions } = (await ask('admin', 'GET', `/api/voice/flows/${uuid}/versions`)).body;
  expect(versions).toMatchObject([
    { version: 2, note: 'A farewell' },
    { version: 1, note: null },
  ]);
});
