import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scopes } from '../../src/http/identity.ts';
import { type Hidden, spillsOf } from './answer-tap.ts';
import { isCallback } from './provider-paths.ts';
import { type Described, type DescribedRoute, type Prepared, prepare, routesOf } from './request-bodies.ts';
import { asOwner, kinds, ours, type Shared } from './route-kinds.ts';
import { createFakeMedia, openTestApp } from './test-app.ts';

const password = 'correct horse battery';
const authToken = 'the token of a provider';

/** A successful request to one of these ends the session. */
const ends = /\/(logout|password\/change)$/;

/** Columns whose text no response contains, not even to its own organisation. */
const secretColumns = ['passwordHash', 'digest', 'sealed', 'leaseOwner'];

/** The token of each kind of caller, by name, and whether the caller belongs to the organisation. */
async function callersOf(app: Shared): Promise<Record<string, { token: string; isOurs: boolean }>> {
  const register = async (organization_name?: string) => {
    const email = `${randomUUID()}@example.com`;
    const made = await app.own('POST', '/api/auth/register', { email, password, organization_name });
    return { email, token: made.token as string };
  };
  const place = async (role: string) => {
    const { email, token } = await register();
    await app.own('POST', `/api/auth/superadmin/waitlist/${email}/approve`, { organization_uuid: ours, role });
    return token;
  };
  const key = async (token: string, granted: readonly string[]) => {
    const headers = { authorization: `Bearer ${token}` };
    const payload = { name: 'k', scopes: granted };
    return (await app.http.inject({ method: 'POST', url: '/api/auth/api-keys', headers, payload })).json()
      .key as string;
  };
  const theirs = (await register('Theirs')).token;
  const member = await place('member');
  return {
    'no one': { token: '', isOurs: false },
    'one who waits': { token: (await register()).token, isOurs: false },
    'their admin': { token: theirs, isOurs: false },
    'their key': { token: await key(theirs, scopes), isOurs: false },
    'our member': { token: member, isOurs: true },
    'our manager': { token: await place('manager'), isOurs: true },
    'our key of one scope': { token: await key(member, ['voice:calls:read']), isOurs: true },
    'our superadmin': { token: app.admin, isOurs: true },
  };
}

/** Every text of the database, by the column that it is in; JSON is text too. */
async function textsOf({ database }: Shared): Promise<{ column: string; isOurs: boolean; text: string }[]> {
  const found = Object.entries(database.tables).map(async ([name, table]) => {
    const all: object[] = await database.system.read.select().from(table);
    return all.flatMap((row) => {
      const isOurs = 'organisationId' in row && row.organisationId === ours;
      return Object.entries(row).flatMap(([column, value]) =>
        stringsIn(value).map((text) => ({
          column,
          isOurs: isOurs || (name === 'organisations' && column === 'name'),
          text,
        })),
      );
    });
  });
  return (await Promise.all(found)).flat();
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Something happens in the same millisecond in another organisation, and windows of reports begin at the same hour. */
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What is ours alone: in our rows, not in theirs, and in nothing that everybody may know. */
async function ownTexts(app: Shared, common: string): Promise<Hidden> {
  const texts = await textsOf(app);
  const theirs = new Set(texts.filter(({ isOurs }) => !isOurs).map(({ text }) => text));
  const own = texts.filter(
    ({ isOurs, text }) =>
      isOurs && text.length >= 12 && !isMoment.test(text) && !theirs.has(text) && !common.includes(text),
  );
  return Object.fromEntries(own.map(({ column, text }) => [`${column} ${text}`, text]));
}

async function secretsOf(app: Shared, made: readonly string[]): Promise<Hidden> {
  const texts = (await textsOf(app)).filter(({ column, text }) => secretColumns.includes(column) && text.length >= 12);
  const named = texts.map(({ column, text }, at) => [`${column} ${at}`, text]);
  return Object.fromEntries([...named, ...made.map((text, at) => [`secret ${at}`, text])]);
}

/** What every organisation stores that adds the same website, whose host does not exist. */
const ofWebsites = 'site.invalid.url The host name of the receiver does not exist.';

test('no response reveals a secret, or data of another organisation', async () => {
  const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), METRICS_TOKEN: 'the token of a scraper' };
  const app = asOwner(await openTestApp({ media: createFakeMedia(), env }));
  const document = await app.http.inject({ url: '/openapi.json' });
  const described = document.json() as Described;
  const callers = await callersOf(app);
  for (const make of Object.values(kinds)) await make(app);
  const account = { auth_id: 'MAPLEGROVE01', auth_token: authToken, phone_number: '+12025550149' };
  await app.own('PUT', '/api/integrations/telephony/telephony_a', account);
  const { secret } = await app.own('POST', '/api/voice/webhooks', {
    name: 'Told of calls',
    url: 'https://8.8.8.8/told',
    events: ['call.ended'],
  });

  const asked = new Map<DescribedRoute, Prepared>();
  for (const route of routesOf(described).filter(({ path }) => path !== '/openapi.json'))
    asked.set(route, await prepare(app, route, described));
  const secrets = await secretsOf(app, [secret as string, authToken, password]);
  const names = [...asked.keys()].map(({ method, path }) => `${method} ${path}`).join(' ');
  const own = await ownTexts(
    app,
    `${document.body} ${JSON.stringify([...asked.values()].map(({ body }) => body))} ${names} ${ofWebsites}`,
  );
  expect(Object.keys(own).length).toBeGreaterThan(100);
  const secretsAndOwn = { ...secrets, ...own };

  const answered: Record<string, number> = {};
  /** Bodies of refusals, most of which are the same; nothing may be shown in one that a route may show once. */
  const checked = { secrets: new Set<string>(), own: new Set<string>() };
  // Reads come last, so that they show what was changed.
  const isRead = ([{ method }]: [DescribedRoute, Prepared]): number => Number(method === 'GET');
  for (const [route, prepared] of [...asked].sort((one, other) => isRead(one) - isRead(other))) {
    const ask = asking(app, route, prepared);
    for (const [who, { token, isOurs }] of Object.entries(callers)) {
      if (ends.test(route.path) && token !== '') continue;
      const { status, body } = await ask(token);
      answered[who] = (answered[who] ?? 0) + (status < 300 ? 1 : 0);
      // A response may repeat the id of its request; the audit log repeats the ids of all requests.
      const ids = route.path === '/api/audit' ? [...asked.values()].flatMap(idsOf) : idsOf(prepared);
      const said = ids.reduce((text, id) => text.replaceAll(id, ''), body);
      const hidden = isOurs || isCallback(route.path) ? secrets : secretsAndOwn;
      const name = `${route.method} ${route.path}`;
      const refusals = hidden === secrets ? checked.secrets : checked.own;
      if (!refusals.has(said)) expect.soft(spillsOf(name, said, hidden), `${name}, ${who}`).toEqual([]);
      if (status >= 400) refusals.add(said);
      expect.soft(status, `${name}, ${who}: ${body}`).toBeLessThan(500);
    }
  }
  // Refusals prove little, so each caller must have been accepted somewhere.
  expect(answered['our superadmin']).toBeGreaterThan(50);
  for (const [who, count] of Object.entries(answered)) expect(count, who).toBeGreaterThan(5);
});

const idsOf = ({ url }: Prepared): string[] => url.split('/').filter((part) => part.length === 36);

/** Sends the prepared request with a token. */
function asking(app: Shared, { method }: DescribedRoute, { url, body }: Prepared) {
  return async (token: string) => {
    const answer = await app.http.inject({
      method,
      url,
      headers: { authorization: token === '' ? '' : `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    const isText = /json|text|xml/.test(String(answer.headers['content-type']));
    return { status: answer.statusCode, body: isText ? answer.body : '' };
  };
}
