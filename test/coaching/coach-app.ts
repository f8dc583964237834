import { expect } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { people } from '../contacts/contacts-app.ts';
import type { TestDatabase } from '../data/databases.ts';
import { copyFlow } from '../http/copied-flow.ts';
import { changingAuthenticator, fakeAuthenticator, newPeople, session } from '../http/fake-authenticator.ts';
import { createFakeMedia, openAppOnce, openTestApp, type TestApp } from '../http/test-app.ts';
import { scriptedAgent } from './scripted-agent.ts';
import { scriptedCallers } from './scripted-callers.ts';

export const base = '/api/pf-coach';
export const unknown = '00000000-0000-4000-8000-00000000dead';
const everybody = { ...people, superadmin: { ...session('admin'), superadmin: true } };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Options {
  readonly agent?: ReturnType<typeof scriptedAgent>;
  readonly env?: Record<string, string>;
  readonly callers?: ReturnType<typeof scriptedCallers>;
  readonly now?: () => Date;
  readonly nowMs?: () => number;
}

/** Opens the control plane with scripted agents and customers, and request functions for `people`. */
export async function openCoach(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined },
  { agent = scriptedAgent(), env = {}, callers = scriptedCallers(), now, nowMs }: Options = {},
) {
  const media = Object.assign(createFakeMedia(), { openTextAgent: agent.open, openPracticeCallers: callers.open });
  const app = await openTestApp({
    dataDir,
    media,
    env: { ...env, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    ...(now === undefined ? {} : { now }),
    ...(nowMs === undefined ? {} : { nowMs }),
    authenticator: fakeAuthenticator(everybody),
  });
  return askedBy(app);
}

/**
 * Opens one such server for all tests of a suite. Each call of the returned function gives `people` organisations of
 * their own, with a copy of the example flow.
 */
export function coachOnce(database: TestDatabase) {
  const authenticator = changingAuthenticator();
  const shared = openAppOnce({ database, authenticator });
  return async () => {
    const renewed = newPeople(everybody);
    authenticator.become(renewed);
    const copied = await copyFlow(shared().database, renewed.admin.organisationId as OrganisationId);
    return { ...askedBy(shared()), flowUuid: copied };
  };
}

function askedBy(app: TestApp) {
  const ask = async (method: Method, path: string, body?: object, as = 'admin') => {
    const answer = await app.http.inject({
      method,
      url: path.startsWith('/') ? path : `${base}/${path}`,
      headers: { authorization: `Bearer ${as}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const json: any = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, body: json };
  };
  const add = async (path: string, body: object, as = 'admin') => {
    const made = await ask('POST', path, body, as);
    expect(made).toMatchObject({ status: 201 });
    return made.body;
  };
  const field = (name: string, group: string, options: string[] = []) =>
    add('/api/extraction-fields', { key: name.toLowerCase(), name, group, field_type: 'score', options }, 'superadmin');
  const scenario = async (changes: object = {}, persona: object = {}) => {
    const { uuid } = await add('personas', { name: 'Nora', ...persona });
    return add('scenarios', { persona_uuid: uuid, name: 'Lamp', situation: 'You want a lamp.', ...changes });
  };
  return { ...app, ask, add, field, scenario };
}
