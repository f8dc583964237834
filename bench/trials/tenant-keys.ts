import { randomUUID } from 'node:crypto';
import { type Role, type Scope, scopes } from '../../src/http/identity.ts';
import type { Ask } from './tenant-ask.ts';
import type { Described } from './tenant-routes.ts';
import { judged, type Verdict } from './verdict.ts';

/** The rights that `/openapi.json` declares for an operation. */
interface Declared {
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly string[];
  readonly role: Role;
  readonly api_keys: boolean;
  readonly any_scope?: boolean;
  readonly superadmin: boolean;
}

interface Key {
  readonly name: string;
  readonly token: string;
  readonly scopes: readonly Scope[];
  readonly isRestricted: boolean;
}

/** Stated independently of the server: what keys of a member may have. */
const ofMembers: readonly Scope[] = [
  'agent:ocr',
  'agent:audio',
  'voice:calls:read',
  'voice:campaigns:read',
  'sales:calls:read',
  'sales:reports:read',
];
const ranks: readonly Role[] = ['member', 'manager', 'admin'];
const missingId = '7b1f7f0e-58b1-4c3c-8f0a-000000000000';

export interface KeySweepOptions {
  /** Restricts the paths; all by default. */
  readonly only?: RegExp;
}

/**
 * Sends every operation with keys of each scope, of all scopes, and restricted, while their owner has each role in
 * turn. The keys are created once, so each change of role narrows or widens them.
 */
export async function sweepKeys(ask: Ask, { only = /./ }: KeySweepOptions = {}) {
  const failures: string[] = [];
  const owner = await addOwner(ask);
  const issued = await issueKeys(ask, owner);
  failures.push(...issued.failures);
  const described = JSON.parse((await ask('GET', '/openapi.json')).text) as Described;
  const operations = declaredIn(described).filter(({ path }) => only.test(path));
  let requests = 0;
  for (const role of ['manager', 'member', 'admin'] as const) {
    await owner.setRole(role);
    for (const operation of operations)
      for (const key of issued.keys) {
        requests += 1;
        const status = await statusOf(ask, operation, key.token);
        const name = `${operation.method} ${operation.path} with ${key.name} of a ${role}`;
        const isRefused = status === 403;
        if (status === 401 || status >= 500) failures.push(`${name}: ${status}`);
        if (isRefused === mayUse(operation, key, role)) failures.push(`${name}: ${status}`);
      }
  }
  await owner.remove();
  for (const { name, token } of issued.keys) {
    const { status } = await ask('GET', '/v1/calls', { token });
    if (status !== 401) failures.push(`${name} of a removed member: ${status}`);
  }
  const verdict: Verdict = {
    test: 'S-3 API keys of every scope and role',
    figure: `${operations.length} operations, ${issued.keys.length} keys, ${ranks.length} roles, ${requests} requests: ${failures.length} rights beyond or below the declared ones`,
    limit: 'each key has its scopes within the present role of its owner, 0 exceptions',
    outcome: judged(failures.length === 0),
  };
  return { verdicts: [verdict], failures, requests, operations: operations.length };
}

function mayUse({ scopes: needed, role: least, ...declared }: Declared, key: Key, role: Role): boolean {
  const effective: readonly string[] =
    role === 'member' ? key.scopes.filter((scope) => ofMembers.includes(scope)) : key.scopes;
  return (
    declared.api_keys &&
    !declared.superadmin &&
    ranks.indexOf(role) >= ranks.indexOf(least) &&
    needed.every((scope) => effective.includes(scope)) &&
    !(key.isRestricted && needed.length === 0 && declared.any_scope !== true)
  );
}

function declaredIn({ paths }: Described): Declared[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const access = operation['x-access'] as Omit<Declared, 'method' | 'path'> | undefined;
      return access === undefined ? [] : [{ ...access, method: method.toUpperCase(), path }];
    }),
  );
}

/** Sends a missing id and a body that no operation accepts, so that nothing is changed. */
async function statusOf(ask: Ask, { method, path }: Declared, token: string): Promise<number> {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const url = path.replaceAll(/\{\w+\}/g, missingId);
  return (await ask(method, url, { token, ...(hasBody ? { body: 'no object' } : {}) })).status;
}

/** Adds a manager to a new organisation. */
async function addOwner(ask: Ask) {
  const password = randomUUID();
  const post = async (path: string, body: object, token?: string) =>
    JSON.parse((await ask('POST', `/api/auth/${path}`, { body, ...(token === undefined ? {} : { token }) })).text);
  const email = (name: string): string => `${name}-${randomUUID()}@example.com`;
  const admin = (await post('register', { email: email('admin'), password, organization_name: 'keys' })).token;
  const own = email('owner');
  const added = await post('members', { email: own, role: 'manager' }, admin);
  const token = (added.invitation_link as string).split('#token=')[1];
  await ask('POST', '/api/auth/password/reset', { body: { token, password } });
  const path = `/api/auth/members/${added.user_uuid}`;
  const change = async (method: string, body?: object): Promise<void> => {
    const { status } = await ask(method, path, { token: admin, ...(body === undefined ? {} : { body }) });
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}`);
  };
  return {
    signIn: async (): Promise<string> => (await post('login', { email: own, password })).token,
    setRole: (role: Role) => change('PATCH', { role }),
    remove: () => change('DELETE'),
  };
}

/** Creates the keys as a manager, and checks which scopes each role may give to a key. */
async function issueKeys(ask: Ask, owner: Awaited<ReturnType<typeof addOwner>>) {
  const failures: string[] = [];
  const wanted: readonly Omit<Key, 'token'>[] = [
    ...scopes.map((scope) => ({ name: `a key of ${scope}`, scopes: [scope], isRestricted: false })),
    { name: 'a key of all scopes', scopes, isRestricted: false },
    { name: 'a restricted key of all scopes', scopes, isRestricted: true },
    { name: 'a restricted key of a judge', scopes: ['sales:simulations:judge'], isRestricted: true },
  ];
  const create = async (token: string, { name, scopes: granted, isRestricted }: Omit<Key, 'token'>) =>
    ask('POST', '/api/auth/api-keys', { token, body: { name, scopes: granted, restricted: isRestricted } });
  const keys: Key[] = [];
  const manager = await owner.signIn();
  for (const key of wanted) {
    const { status, text } = await create(manager, key);
    if (status === 201) keys.push({ ...key, token: JSON.parse(text).key });
    else failures.push(`${key.name} for a manager: ${status}`);
  }
  await owner.setRole('member');
  const member = await owner.signIn();
  for (const key of wanted) {
    const { status } = await create(member, key);
    const isAllowed = key.scopes.every((scope) => ofMembers.includes(scope));
    if (status !== (isAllowed ? 201 : 403)) failures.push(`${key.name} for a member: ${status}`);
  }
  return { keys, failures };
}
