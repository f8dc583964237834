import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { addMember, lineNumber, openTestApp, type TestApp } from '../http/test-app.ts';

const url = '/api/voice/pronunciations';

async function planOf(app: TestApp, callUuid: string) {
  const query = { CallUUID: callUuid, From: '+15550001111', To: lineNumber };
  const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] ?? '';
  return (await app.fake.ports().plans.claim(token, 'telephony_a')) ?? expect.unreachable('no plan');
}

onEachDatabase('pronunciations', ({ place }) => {
  async function opened() {
    const { dataDir, databaseUrl } = await place();
    const app = await openTestApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
    const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await app.http.inject({
        method,
        url: path,
        headers,
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
    };
    return { app, ask };
  }

  test('are created, listed, changed and deleted', async () => {
    const { ask } = await opened();
    const made = await ask('POST', url, { word: 'Nguyen', phonemes: 'ˈwɪn' });
    expect(made).toMatchObject({ status: 201, body: { word: 'Nguyen', phonemes: 'ˈwɪn', respelling: null } });
    await ask('POST', url, { word: "D'Arcy", respelling: 'dar see' });
    const list = await ask('GET', `${url}?limit=1`);
    expect(list.body).toMatchObject({ pronunciations: [{ word: "D'Arcy" }], total: 2, limit: 1, offset: 0 });

    // One of both: the one that is given replaces the other.
    const changed = await ask('PATCH', `${url}/${made.body.uuid}`, { respelling: 'win' });
    expect(changed.body).toMatchObject({ word: 'Nguyen', phonemes: null, respelling: 'win' });
    expect((await ask('DELETE', `${url}/${made.body.uuid}`)).status).toBe(204);
    expect((await ask('DELETE', `${url}/${made.body.uuid}`)).status).toBe(404);
    expect((await ask('GET', url)).body.total).toBe(1);
  });

  test('apply to the next call of their organisation only', async () => {
    const { app, ask } = await opened();
    const other = await app.http.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email: 'other@example.com', password: 'correct horse battery', organization_name: 'Other' },
    });
    const foreign = await ask('POST', url, { word: 'Nguyen', phonemes: 'nuˈjɛn' }, other.json().token);
    expect(foreign.status).toBe(201);
    expect((await planOf(app, 'before')).voice.pronunciations).toBeUndefined();
    const { body } = await ask('POST', url, { word: 'Nguyen', phonemes: 'ˈwɪn' });
    expect((await planOf(app, 'after')).voice.pronunciations).toEqual([{ word: 'Nguyen', phonemes: 'ˈwɪn' }]);
    await ask('PATCH', `${url}/${body.uuid}`, { respelling: 'win' });
    expect((await planOf(app, 'changed')).voice.pronunciations).toEqual([{ word: 'Nguyen', respelling: 'win' }]);
    expect((await ask('GET', url)).body.total).toBe(1);
  });

  test('can be changed by managers only', async () => {
    const { app, ask } = await opened();
    const { token } = await addMember(app);
    expect((await ask('GET', url, undefined, token)).status).toBe(200);
    expect((await ask('POST', url, { word: 'Nguyen', respelling: 'win' }, token)).status).toBe(403);
  });

  test('invalid input is rejected with the name of the field', async () => {
    const { ask } = await opened();
    for (const [body, detail] of [
      [{ phonemes: 'wɪn' }, 'body word: is missing.'],
      [{ word: ' ', phonemes: 'wɪn' }, 'body word: must not be empty'],
      [{ word: 'two words', phonemes: 'wɪn' }, 'body word: must be one word'],
      [{ word: 'w'.repeat(61), phonemes: 'wɪn' }, 'body word: must have at most 60 characters'],
      [{ word: 'Nguyen' }, 'body phonemes: give phonemes or a respelling.'],
      [
        { word: 'Nguyen', phonemes: 'wɪn', respelling: 'win' },
        'body respelling: give phonemes or a respelling, not both.',
      ],
      [{ word: 'Nguyen', phonemes: 'wɪ5n' }, 'body phonemes: “5” is not a phoneme of the embedded voices.'],
      [{ word: 'Nguyen', phonemes: 'n' }, 'body phonemes: must contain a vowel.'],
      [{ word: 'Nguyen', phonemes: 'ɪ'.repeat(101) }, 'body phonemes: must have at most 100 characters'],
      [{ word: 'Nguyen', respelling: '123' }, 'body respelling: must consist of letters'],
    ] as const) {
      const refused = await ask('POST', url, body);
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(detail)]);
    }
  });

  test('a word is in the lexicon once, whatever its case', async () => {
    const { ask } = await opened();
    await ask('POST', url, { word: 'Nguyen', respelling: 'win' });
    const { body } = await ask('POST', url, { word: 'Okafor', respelling: 'oh ka for' });
    const taken = { status: 409, body: { detail: 'The lexicon has this word.' } };
    expect(await ask('POST', url, { word: 'NGUYEN', respelling: 'noo yen' })).toEqual(taken);
    expect(await ask('PATCH', `${url}/${body.uuid}`, { word: 'nguyen' })).toEqual(taken);
    expect((await ask('PATCH', `${url}/${body.uuid}`, { word: 'OKAFOR' })).body.word).toBe('OKAFOR');
  });
});

test('a preview speaks the word as given, stores nothing, and names an unknown voice', async () => {
  const app = await openTestApp();
  const preview = (payload: object) => app.http.inject({ method: 'POST', url: `${url}/preview`, payload });
  const plain = await preview({ word: 'Nguyen' });
  const given = await preview({ word: 'Nguyen', respelling: 'a very long way to say it' });
  expect([plain.statusCode, given.statusCode, given.headers['content-type']]).toEqual([200, 200, 'audio/wav']);
  expect(given.rawPayload.length).toBeGreaterThan(plain.rawPayload.length * 1.5);
  expect((await app.http.inject({ url })).json().total).toBe(0);
  const refused = await preview({ word: 'Nguyen', speaker: 'nobody' });
  expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining('body speaker: must be')]);
});
