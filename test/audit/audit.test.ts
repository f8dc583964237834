import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forOrganisation, type OrganisationId, openDatabase } from '../../src/data/index.ts';
import {
  createAudit,
  createAuditStore,
  registerAuditRoutes,
  watchChanges,
} from '../../src/features/people/audit/index.ts';
import { apiKey, fakeAuthenticator, session } from '../http/fake-authenticator.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { bearing, openTestServer } from '../http/test-server.ts';

const foreign = '00000000-0000-4000-8000-000000000002' as OrganisationId;
const admin = session('admin');
const member = session('member');
const key = apiKey(['voice:calls:write']);
const stranger = session('admin', { organisationId: foreign });
const migrationsDir = join(import.meta.dirname, '..', '..', 'migrations');

/** A server with a few routes that change something, or look as if they did. */
async function openAudited() {
  const database = await openDatabase({ dataDir: temporaryFolder(), migrationsDir });
  onTestFinished(() => database.close());
  let second = 0;
  const audit = createAudit(
    createAuditStore((organisation) => forOrganisation(database, organisation)),
    () => new Date(Date.UTC(2026, 0, 5, 9, 0, second++)),
  );
  const { app } = await openTestServer({ authenticator: fakeAuthenticator({ admin, member, key, stranger }) });
  watchChanges(app, audit);
  registerAuditRoutes(app, audit, async () => 'UTC');
  const change = async () => ({ done: true });
  app.route({ method: 'PATCH', url: '/things/:uuid', config: { access: {} }, handler: change });
  app.route({ method: 'POST', url: '/asked', config: { access: {}, audit: 'none' }, handler: change });
  app.route({ method: 'GET', url: '/things', config: { access: {} }, handler: change });
  app.route({ method: 'DELETE', url: '/open', config: { access: 'public' }, handler: change });
  app.route({
    method: 'POST',
    url: '/broken',
    config: { access: {} },
    handler: () => Promise.reject(new Error('no')),
  });
  const send = (method: 'PATCH' | 'POST' | 'GET' | 'DELETE', url: string, token: string, payload?: object) =>
    app.inject({ method, url, headers: bearing(token), ...(payload === undefined ? {} : { payload }) });
  const read = async (query = '', token = 'admin') => (await send('GET', `/api/audit${query}`, token)).json();
  /** Statuses are written after the responses. */
  const events: typeof read = async (query, token) => {
    const isWhole = async () => (await read(query, token)).events?.every(isFinished) ?? true;
    await expect.poll(isWhole, { interval: 10 }).toBe(true);
    return read(query, token);
  };
  return { audit, send, events };
}

/** Commands that this file begins stay unfinished. */
const isFinished = ({ action, status }: { readonly action: string; readonly status: number | null }): boolean =>
  status !== null || action === 'key create';

test('a change is recorded: user, action, fields and result', async () => {
  const { send, events } = await openAudited();
  const uuid = randomUUID();
  await send('PATCH', `/things/${uuid}`, 'member', { name: 'Canary', password: 'canary-canary' });
  const listed = await events();
  expect(listed).toMatchObject({
    total: 1,
    events: [
      {
        actor: { method: 'session', user_uuid: member.userUuid, credential_uuid: member.credentialUuid },
        action: 'PATCH /things/{uuid}',
        subject: { uuid },
        fields: ['name', 'password'],
        status: 200,
      },
    ],
  });
  expect(JSON.stringify(listed)).not.toMatch(/canary/i);
});

test('a rejected or failed change is recorded with its status', async () => {
  const { send, events } = await openAudited();
  await send('POST', '/broken', 'key');
  expect((await events()).events).toMatchObject([
    { action: 'POST /broken', actor: { method: 'api_key' }, status: 500 },
  ]);
});

test('a change without a response has no status', async () => {
  const { audit, events } = await openAudited();
  await audit.begin({
    organisationId: admin.organisationId as OrganisationId,
    actorMethod: 'command_line',
    userUuid: null,
    credentialUuid: null,
    address: null,
    requestId: 'r',
    action: 'key create',
    subject: {},
    fields: ['na\nme'],
  });
  expect((await events()).events).toMatchObject([{ action: 'key create', status: null, fields: ['na?me'] }]);
});

test('reads, dry runs and strangers are not recorded', async () => {
  const { send, events } = await openAudited();
  await send('GET', '/things', 'member');
  await send('POST', '/asked', 'member');
  await send('DELETE', '/open', 'member');
  await send('PATCH', '/things/1', 'nobody');
  expect((await events()).total).toBe(0);
});

test('an organisation sees its own events only, with an admin’s session', async () => {
  const { send, events } = await openAudited();
  await send('PATCH', '/things/1', 'member', {});
  expect((await events('', 'stranger')).events).toEqual([]);
  expect((await send('GET', '/api/audit', 'member')).statusCode).toBe(403);
  expect((await send('GET', '/api/audit', 'key')).statusCode).toBe(403);
});

test('events are filtered by user, action and time, newest first', async () => {
  const { send, events } = await openAudited();
  await send('PATCH', '/things/1', 'member', {});
  await send('PATCH', '/things/2', 'admin', {});
  await send('POST', '/broken', 'admin', {});
  const found = async (query: string) =>
    (await events(query)).events.map(({ action }: { action: string }) => action.split(' ')[0]);
  expect(await found('')).toEqual(['POST', 'PATCH', 'PATCH']);
  expect(await found(`?user_uuid=${member.userUuid}`)).toEqual(['PATCH']);
  expect(await found('?action=POST%20%2Fbroken')).toEqual(['POST']);
  expect(await found('?from=2026-01-05T09:00:01Z&before=2026-01-05T10:00:02%2B01:00')).toEqual(['PATCH']);
  expect(await found('?limit=1&offset=1')).toEqual(['PATCH']);
});
