import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Authenticator, type Identity, type Role, roles, type Scope } from './identity.ts';
import { foreignness } from './local-guard.ts';
import { Problem } from './problem.ts';

/** What a caller must be to get an answer: someone with a valid credential, and as said here. */
export interface CallerAccess {
  /** An API key needs all of them; a session has every scope. */
  readonly scopes?: readonly Scope[];
  /** The least role that will do; `member` unless said. */
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

const noCredential =
  'A valid session token or API key is needed here, sent as Authorization: Bearer followed by the token.';

/** As RFC 6750 writes a token; longer ones are nobody's. */
const bearer = /^bearer +([A-Za-z0-9._~+/-]{1,4096}=*) *$/i;

/**
 * Holds every route to its declaration, before a byte of the body is read; a route without one does not register.
 */
export function registerAccess(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('identity', undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`route ${route.url} does not say who it answers to`);
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
  if (!keys && identity.method === 'api_key') return 'API keys are refused here; this needs the session of a person.';
  if (superadmin && !identity.superadmin) return 'Only a superadmin may do this.';
  if (organisation && identity.organisationId === undefined) return 'This account belongs to no organisation yet.';
  if (!scopes.every((scope) => identity.scopes.includes(scope)))
    return `This needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}.`;
  if (organisation && rankOf(identity.role) < rankOf(role)) return `This needs the role ${orAbove[role]}.`;
  return undefined;
}

const rankOf = (role: Role | undefined): number => roles.indexOf(role ?? 'member');

const orAbove: Readonly<Record<Role, string>> = {
  member: 'member',
  manager: 'manager or admin',
  admin: 'admin',
};
