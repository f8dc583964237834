import type { FastifyRequest } from 'fastify';
import { invariant } from '../../media/kit/invariant.ts';
import type { OrganisationId } from '../data/index.ts';

/** What an API key may be allowed to do. A session may do all that its role may. */
export const scopes = [
  'voice:calls:read',
  'voice:calls:write',
  'voice:campaigns:read',
  'voice:campaigns:write',
  'agent:ocr',
  'agent:audio',
  'sales:calls:read',
  'sales:calls:write',
  'sales:reports:read',
  'sales:simulations:judge',
] as const;

export type Scope = (typeof scopes)[number];

/** Of a person in an organisation; each may do what those before it may. */
export const roles = ['member', 'manager', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Who sent a request, by the credential it had. */
export interface Identity {
  readonly method: 'session' | 'api_key';
  /** UUID of the session or of the key: what limits and logs go by. */
  readonly credentialUuid: string;
  readonly userUuid: string;
  /** Absent for a person who waits for an organisation. */
  readonly organisationId?: OrganisationId;
  readonly role?: Role;
  readonly superadmin: boolean;
  /** Of the key; all of them for a session. */
  readonly scopes: readonly Scope[];
  /** The operator of this machine: not counted. */
  readonly unlimited?: true;
}

/** Where a request came from. */
export interface Sender {
  /** A person or program on this machine sent it, directly. */
  readonly isOnThisMachine: boolean;
}

/** Finds out whose credential this is; undefined for one that is unknown, expired, revoked or malformed. */
export interface Authenticator {
  identify(bearer: string, sender: Sender): Promise<Identity | undefined>;
}

interface Entered {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
  /** UUID of the session that began; null where none did. */
  readonly sessionUuid: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route that is not public. */
    identity?: Identity;
    /** Whose account a public request entered or changed: set by its handler, once that is so. */
    entered?: Entered;
  }
}

/** The organisation whose rows this request may see. A route that lets in callers without one must not ask. */
export function organisationOf({ identity }: Pick<FastifyRequest, 'identity'>): OrganisationId {
  invariant(
    identity?.organisationId !== undefined,
    'a route without an organisation must not read the organisation of its caller',
  );
  return identity.organisationId;
}

/** The person whose own records this request may see. */
export function userOf({ identity }: Pick<FastifyRequest, 'identity'>): string {
  invariant(identity !== undefined, 'a public route must not read the user of its caller');
  return identity.userUuid;
}

/** The caller: visibility may depend on assigned tags. */
export const viewerOf = (request: Pick<FastifyRequest, 'identity'>) => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});
