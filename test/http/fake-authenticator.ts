import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../src/data/index.ts';
import { type Authenticator, type Identity, type Role, type Scope, scopes } from '../../src/http/identity.ts';

const organisations = {
  own: '00000000-0000-4000-8000-000000000001' as OrganisationId,
  foreign: '00000000-0000-4000-8000-000000000002' as OrganisationId,
};

let made = 0;
const uuid = (): string => `00000000-0000-4000-9000-${String(++made).padStart(12, '0')}`;

export const session = (role: Role | undefined, more: Partial<Identity> = {}): Identity => ({
  method: 'session',
  credentialUuid: uuid(),
  userUuid: uuid(),
  organisationId: organisations.own,
  ...(role === undefined ? {} : { role }),
  superadmin: false,
  scopes,
  ...more,
});

export const apiKey = (granted: readonly Scope[], more: Partial<Identity> = {}): Identity => ({
  ...session('member'),
  method: 'api_key',
  scopes: granted,
  ...more,
});

/** Returns the session of a user who is waiting for an organisation. */
export function waiting(): Identity {
  const { organisationId, ...rest } = session(undefined);
  return rest;
}

export interface FakeAuthenticator extends Authenticator {
  /** Every token that was looked up. */
  readonly asked: string[];
}

/** Accepts only these tokens. */
export function fakeAuthenticator(known: Readonly<Record<string, Identity>>): FakeAuthenticator {
  const asked: string[] = [];
  return {
    asked,
    async identify(token) {
      asked.push(token);
      return Object.hasOwn(known, token) ? known[token] : undefined;
    },
  };
}

/** Returns the same roles in organisations of their own, as users of their own. */
export function newPeople<Known extends Readonly<Record<string, Identity>>>(known: Known): Known {
  const renewed = new Map<string, string>();
  const renew = <Id extends string>(id: Id): Id => {
    if (!renewed.has(id)) renewed.set(id, randomUUID());
    return renewed.get(id) as Id;
  };
  const people = Object.entries(known).map(([token, one]) => {
    const { organisationId } = one;
    const organisation = organisationId === undefined ? {} : { organisationId: renew(organisationId) };
    const ids = { credentialUuid: renew(one.credentialUuid), userUuid: renew(one.userUuid) };
    return [token, { ...one, ...ids, ...organisation }];
  });
  return Object.fromEntries(people) as Known;
}

/** Accepts tokens whose identities `become` replaces, for an app that several tests share. */
export function changingAuthenticator() {
  let current = fakeAuthenticator({});
  return {
    identify: (...asked) => current.identify(...asked),
    become(people: Readonly<Record<string, Identity>>): void {
      current = fakeAuthenticator(people);
    },
  } satisfies Authenticator & { become: unknown };
}
