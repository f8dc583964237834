import { expect, test } from 'vitest';
import { defaultScorecard } from '../../src/features/analysis/extraction-fields/default-scorecard.ts';
import { addMember, openTestApp } from '../http/test-app.ts';
import { onEachDatabase } from './analysis-app.ts';

const fieldsUrl = '/api/extraction-fields';
const password = 'correct horse battery';

interface Field {
  readonly id: number;
  readonly key: string;
  readonly scope: string;
  readonly measure: string | null;
}

onEachDatabase('scorecards', ({ place }) => {
  /** Opens a server whose first account is the superadmin, and a second organisation. */
  async function open() {
    const { dataDir, databaseUrl } = await place();
    const app = await openTestApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
    const ask = async (token: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
      return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
    };
    const registered = await app.http.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: { authorization: '' },
      payload: { email: 'second@example.com', password, organization_name: 'Second' },
    });
    const { token: superadmin } = { token: app.admin };
    const own = async (token: string): Promise<Field[]> =>
      (await ask(token, 'GET', fieldsUrl)).body.fields.filter(({ scope }: Field) => scope === 'organisation');
    return { app, ask, own, superadmin, second: registered.json().token as string };
  }

  test('every new organisation starts with the default one, and each with its own', async () => {
    const { ask, own, superadmin, second } = await open();
    for (const token of [superadmin, second]) {
      const { body } = await ask(token, 'GET', '/api/pf-coach/rubrics');
      expect(body.results.map(({ category }: { category: string }) => category)).toEqual(['Default scorecard']);
      expect((await own(token)).map(({ key, measure }) => [key, measure])).toEqual(
        defaultScorecard.map(({ key, measure }) => [key, measure]),
      );
    }
    const ids = [...(await own(superadmin)), ...(await own(second))].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2 * defaultScorecard.length);
  });

  test('of a call have the criteria that can be measured, and leave out the others', async () => {
    const { ask, second } = await open();
    const transcript = [
      { speaker: 'agent', text: 'Good morning, this is Mia. Would you like to schedule a visit on Thursday at ten?' },
      { speaker: 'customer', text: 'How much does the visit cost?' },
      { speaker: 'agent', text: 'The visit costs 50 euros.' },
      { speaker: 'customer', text: 'Yes, please come on Thursday at ten.' },
      { speaker: 'agent', text: 'You are booked for Thursday at ten.' },
    ];
    const { body: added } = await ask(second, 'POST', '/api/v1/sales/calls', { transcript });
    const read = async () => (await ask(second, 'GET', `/api/calls/${added.id}`)).body;
    await expect.poll(async () => (await read()).status).toBe('completed');
    expect((await read()).key_details.qms_scores).toEqual({
      scorecard_greeting: 100,
      scorecard_next_step: 100,
      scorecard_questions: 100,
      scorecard_talk_ratio: expect.any(Number),
    });
    const { body: evidence } = await ask(second, 'GET', `/api/calls/${added.id}/evidence`);
    expect(evidence.score_totals).toEqual([{ category: 'Default scorecard', score: expect.any(Number), judged: 4 }]);
    const deadAir = evidence.fields.find(({ key }: Field) => key === 'scorecard_dead_air');
    expect(deadAir).toMatchObject({ state: 'not_mentioned', value: null, method: 'not_measured' });
  });

  test('are edited by the admins of an organisation, for that organisation alone', async () => {
    const { ask, own, superadmin, second } = await open();
    const [greeting, nextStep] = await own(second);
    const changed = await ask(second, 'PATCH', `${fieldsUrl}/${greeting?.id}`, { name: 'Says hello', weight: 3 });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Says hello', weight: 3, scope: 'organisation' } });
    for (const name of ['key', 'field_type', 'measure', 'scope']) {
      const fixed = { name: 'Greets', [name]: greeting?.[name as keyof Field] ?? 'x' };
      const { status, body } = await ask(second, 'PATCH', `${fieldsUrl}/${greeting?.id}`, fixed);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(`body ${name}: cannot change`)]);
    }
    expect((await own(second))[0]).toMatchObject({ name: 'Says hello' });
    expect((await ask(second, 'DELETE', `${fieldsUrl}/${nextStep?.id}`)).status).toBe(204);
    const field = { key: 'offers_help', name: 'Offers help', field_type: 'score', options: ['Can I help you?'] };
    expect(await ask(second, 'POST', fieldsUrl, field)).toMatchObject({ status: 201, body: { scope: 'organisation' } });
    expect(await own(second)).toHaveLength(defaultScorecard.length);
    expect((await own(superadmin)).map(({ key }) => key)).toEqual(defaultScorecard.map(({ key }) => key));
    // Fields of another organisation do not exist.
    const [theirs] = await own(superadmin);
    expect((await ask(second, 'PATCH', `${fieldsUrl}/${theirs?.id}`, { name: 'X' })).status).toBe(404);
    expect((await ask(second, 'DELETE', `${fieldsUrl}/${theirs?.id}`)).status).toBe(404);
  });

  test('of the installation are edited by superadmins alone, and apply to every organisation', async () => {
    const { ask, superadmin, second } = await open();
    const field = { key: 'upsell', name: 'Upsell', field_type: 'score', options: ['larger model'] };
    const refused = await ask(second, 'POST', fieldsUrl, { ...field, scope: 'installation' });
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('superadmin') } });
    const made = await ask(superadmin, 'POST', fieldsUrl, field);
    expect(made).toMatchObject({ status: 201, body: { scope: 'installation' } });
    const one = `${fieldsUrl}/${made.body.id}`;
    expect((await ask(second, 'PATCH', one, { name: 'X' })).status).toBe(403);
    expect((await ask(second, 'DELETE', one)).status).toBe(403);
    const keysOf = async (token: string) =>
      (await ask(token, 'GET', fieldsUrl)).body.fields.map(({ key }: Field) => key);
    expect(await keysOf(second)).toContain('upsell');
    // An organisation may not add a key of the installation; what it had before replaces the later field.
    expect((await ask(second, 'POST', fieldsUrl, field)).status).toBe(409);
    await ask(second, 'POST', fieldsUrl, { ...field, key: 'own' });
    expect((await ask(superadmin, 'POST', fieldsUrl, { ...field, key: 'own' })).status).toBe(201);
    expect((await keysOf(second)).filter((key: string) => key === 'own')).toEqual(['own']);
    expect((await ask(second, 'GET', fieldsUrl)).body.total).toBe((await keysOf(second)).length);
    const forOwn = await ask(superadmin, 'POST', fieldsUrl, { ...field, key: 'mine', scope: 'organisation' });
    expect(forOwn.body.scope).toBe('organisation');
    expect(await keysOf(second)).not.toContain('mine');
  });

  test('are read and not edited by members', async () => {
    const { app, ask, superadmin } = await open();
    const member = await addMember(app);
    const [first] = (await ask(member.token, 'GET', fieldsUrl)).body.fields;
    const body = { key: 'a', name: 'A', field_type: 'text' };
    expect((await ask(member.token, 'POST', fieldsUrl, body)).status).toBe(403);
    expect((await ask(member.token, 'PATCH', `${fieldsUrl}/${first.id}`, { name: 'X' })).status).toBe(403);
    expect((await ask(member.token, 'DELETE', `${fieldsUrl}/${first.id}`)).status).toBe(403);
    expect((await ask(superadmin, 'POST', fieldsUrl, { ...body, measure: 'greeting' })).status).toBe(400);
  });
});
