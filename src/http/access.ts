import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invariant } from '../../media/kit/invariant.ts';
import { type Authenticator, type Identity, type Role, roles, type Scope } from './identity.ts';
import { foreignness } from './local-guard.ts';
import { Problem } from './problem.ts';

/** Requirements for a caller: a valid credential and the following. */
export interface CallerAccess {
  /** An API key needs all of them; a session has every scope. */
  readonly scopes?: readonly Scope[];
  /** Minimum role; `member` by default. Applies to the owner of an API key too, whatever its scopes. */
  readonly role?: Role;
  /** True where a superadmin needs no role. */
  readonly orSuperadmin?: true;
  /** True for a query in the body of a POST, which a reading scope may send. */
  readonly readOnly?: true;
  /** True where a restricted API key is accepted whatever its scopes, because what it opens checks them. */
  readonly anyScope?: true;
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
 * register, and neither does one that changes something with a reading scope alone.
 */
export function registerAccess(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('identity', undefined);
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    invariant(access !== undefined, `route ${route.url} does not declare its access`);
    const canWrite = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD');
    invariant(!canWrite || !grantsReadingOnly(access), `a reading scope must not write at ${route.url}`);
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

const grantsReadingOnly = (access: Access): boolean =>
  access !== 'public' &&
  access.readOnly !== true &&
  access.scopes !== undefined &&
  access.scopes.length > 0 &&
  access.scopes.every((scope) => scope.endsWith(':read'));

/** Returns whether a caller meets the requirements of a route or socket. */
export const mayUse = (access: CallerAccess, identity: Identity): boolean => refusalOf(access, identity) === undefined;

/** Returns which requirements a caller lacks; undefined if none. */
function refusalOf(access: CallerAccess, identity: Identity): string | undefined {
  const { scopes = [], role = 'member', keys = true, superadmin = false, organisation = true } = access;
  if (!keys && identity.method === 'api_key') return 'This requires a user session; API keys are not accepted.';
  if (superadmin && !identity.superadmin) return 'Only a superadmin may do this.';
  if (organisation && identity.organisationId === undefined)
    return 'This account does not belong to an organisation yet.';
  if (identity.restricted === true && scopes.length === 0 && access.anyScope !== true)
    return `This API key opens only routes that name one of its scopes: ${identity.scopes.join(', ') || 'it has none'}.`;
  if (!scopes.every((scope) => identity.scopes.includes(scope))) return scopeRefusal(scopes, identity);
  const isExempt = access.orSuperadmin === true && identity.superadmin;
  if (organisation && !isExempt && rankOf(identity.role) < rankOf(role)) return roleRefusal(role, access, identity);
  return undefined;
}

function scopeRefusal(scopes: readonly Scope[], { withheldScopes = [], role = 'member' }: Identity): string {
  const withheld = scopes.filter((scope) => withheldScopes.includes(scope));
  const needs = `This requires ${named(scopes)}.`;
  if (withheld.length === 0) return needs;
  return `${needs} The key has ${withheld.join(', ')}, which its owner may not use with the role ${role}.`;
}

function roleRefusal(role: Role, { scopes = [] }: CallerAccess, identity: Identity): string {
  if (identity.method === 'session') return `This requires the role ${orAbove[role]}.`;
  const scoped = scopes.length === 0 ? '' : `${named(scopes)} and `;
  return `This requires ${scoped}an owner of the API key with the role ${orAbove[role]}; its owner is a ${identity.role ?? 'member'}.`;
}

const named = (scopes: readonly Scope[]): string =>
  `the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}`;

const rankOf = (role: Role | undefined): number => roles.indexOf(role ?? 'member');

const orAbove: Readonly<Record<Role, string>> = {
  member: 'member',
  manager: 'manager or admin',
  admin: 'admin',
};
