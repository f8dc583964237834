import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invariant } from '../../media/kit/invariant.ts';
import { type Authenticator, type Identity, type Role, roles, type Scope } from './identity.ts';
import { foreignness } from './local-guard.ts';
import { Problem } from './problem.ts';

/** What a caller must be to get an answer: someone with a valid credential, and as said here. */
export interface CallerAccess {
  /** An API key needs all of them; a session has every scope. */
  readonly scopes?: readonly Scope[];
  /** The least role that will do, `member` unless said; of an API key only where no scope is named. */
  readonly role?: Role;
  /** False where only a person may act, not an API key. */
  readonly keys?: false;
  readonly superadmin?: true;
  /** False where a session without an organisation passes too. */
  readonly organisation?: false;
}

/** Who a route answers to: anyone, or holders of a credential. */
export type Access = 'public' | CallerAccess;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

const noCredential = 'Send a valid session token or API key as Authorization: Bearer <token>.';

/** As RFC 6750 writes a token; longer ones are nobody's. */
const bearer = /^bearer +([A-Za-z0-9._~+/-]{1,4096}=*) *$/i;

/**
 * Holds every route to its declaration, before a byte of the body is read; a route without one does not register.
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

/** Throws the same 401 for whatever is wrong with a credential. */
async function identify(request: FastifyRequest, authenticator: Authenticator): Promise<Identity> {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  const sender = { isOnThisMachine: foreignness(request) === undefined };
  const identity = token === undefined ? undefined : await authenticator.identify(token, sender);
  if (identity === undefined) throw new Problem('unauthorised', noCredential, { 'www-authenticate': 'Bearer' });
  return identity;
}

/** What a caller lacks, in a sentence that names all that is needed; undefined when nothing. */
function refusalOf(access: CallerAccess, identity: Identity): string | undefined {
  const { scopes = [], role = 'member', keys = true, superadmin = false, organisation = true } = access;
  if (!keys && identity.method === 'api_key') return 'This requires a user session; API keys are not accepted.';
  if (superadmin && !identity.superadmin) return 'Only a superadmin may do this.';
  if (organisation && identity.organisationId === undefined)
    return 'This account does not belong to an organisation yet.';
  if (!scopes.every((scope) => identity.scopes.includes(scope)))
    return `This requires the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}.`;
  // A key is held to its scopes alone where a route names some.
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
