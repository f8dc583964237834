import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invariant } from '../../media/kit/invariant.ts';
import { type Authenticator, type Identity, type Role, roles, type Scope } from './identity.ts';
import { foreignness } from './local-guard.ts';
import { Problem } from './problem.ts';

/** Requirements for a caller: a valid credential and the following. */
export interface CallerAccess {
  /** An API key needs all of them; a session has every scope. */
  readonly scopes?: readonly Scope[];
  /** Minimum role; `member` by default. Applies to an API key only where no scope is named. */
  readonly role?: Role;
  /** False where API keys are rejected and only a user may act. */
  readonly keys?: false;
  readonly superadmin?: true;
  /** False where a session without an organisation is accepted too. */
  readonly organisation?: false;
}

/** Who may call a route: anyone, or holders of a credential. */
export type Access = 'public' | CallerAccess;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

const noCredential = 'Send a valid session token or API key as Authorization: Bearer <token>.';

/** Token syntax of RFC 6750. Longer tokens cannot be valid. */
const bearer = /^bearer +([A-Za-z0-9._~+/-]{1,4096}=*) *$/i;

/**
 * Enforces the declared access of every route before a byte of the body is read. A route without a declaration fails to
 * register.
 */
export function registerAccess(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('identity', undefined);
  app.addHook('onRoute', (route) => {
    invariant(route.config?.access !== undefined, `route ${route.url} does not declare its access`);
  });
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (request.is404 || access === undefined || access === 'public') return;
    const identity = await identify(request, authenticator);
    const refusal = refusalOf(access, identity);
    if (refusal !== undefined) throw new Problem('forbidden', refusal);
    request.identity = identity;
  });
}

/** Throws the same 401 for every invalid credential. */
async function identify(request: FastifyRequest, authenticator: Authenticator): Promise<Identity> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  const sender = { isOnThisMachine: foreignness(request) === undefined };
  const identity = token === undefined ? undefined : await authenticator.identify(token, sender);
  if (identity === undefined) throw new Problem('unauthorised', noCredential, { 'www-authenticate': 'Bearer' });
  return identity;
}

/** Returns which requirements a caller lacks, in one sentence; undefined if none. */
function refusalOf(access: CallerAccess, identity: Identity): string | undefined {
  const { scopes = [], role = 'member', keys = true, superadmin = false, organisation = true } = access;
  if (!keys && identity.method === 'api_key') return 'This requires a user session; API keys are not accepted.';
  if (superadmin && !identity.superadmin) return 'Only a superadmin may do this.';
  if (organisation && identity.organisationId === undefined)
    return 'This account does not belong to an organisation yet.';
  if (!scopes.every((scope) => identity.scopes.includes(scope)))
    return `This requires the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}.`;
  // Where a route names scopes, an API key is checked by its scopes alone.
  const isScoped = identity.method === 'api_key' && scopes.length > 0;
  if (organisation && !isScoped && rankOf(identity.role) < rankOf(role))
    return `This requires the role ${orAbove[role]}${scopes.length === 0 ? '' : `, or an API key with ${scopes.join(', ')}`}.`;
  return undefined;
}

const rankOf = (role: Role | undefined): number => roles.indexOf(role ?? 'member');

const orAbove: Readonly<Record<Role, string>> = {
  member: 'member',
  manager: 'manager or admin',
  admin: 'admin',
};
