import type { FastifyRequest } from 'fastify';
import { invariant } from '../../media/kit/invariant.ts';
import type { OrganisationId } from '../data/index.ts';

/** What an API key may be allowed to do, within the rights of its owner. A session has every scope. */
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

/** Roles of a user in an organisation, in ascending order: each includes the rights of those before it. */
export const roles = ['member', 'manager', 'admin'] as const;

export type Role = (typeof roles)[number];

const memberScopes: readonly Scope[] = [
  'agent:ocr',
  'agent:audio',
  'voice:calls:read',
  'voice:campaigns:read',
  'sales:calls:read',
  'sales:reports:read',
];

/** Scopes that the API keys of a user with this role may have. */
export const keyScopesOf = (role: Role): readonly Scope[] => (role === 'member' ? memberScopes : scopes);

/** The sender of a request, determined from its credential. */
export interface Identity {
  readonly method: 'session' | 'api_key';
  /** UUID of the session or the key, used by limits and logs. */
  readonly credentialUuid: string;
  readonly userUuid: string;
  /** Absent for a user who has no organisation yet. */
  readonly organisationId?: OrganisationId;
  readonly role?: Role;
  readonly superadmin: boolean;
  /** Scopes of the key that its owner's present role permits; all of them for a session. */
  readonly scopes: readonly Scope[];
  /** Scopes of the key that its owner's present role does not permit. */
  readonly withheldScopes?: readonly Scope[];
  /** Whether the API key opens only routes that name one of its scopes. */
  readonly restricted?: boolean;
  /** The operator of this machine, who is exempt from limits. */
  readonly unlimited?: true;
}

/** Origin of a request. */
export interface Sender {
  /** Whether a user or program on this machine sent the request directly. */
  readonly isOnThisMachine: boolean;
}

/** Resolves a credential to its identity; undefined if it is unknown, expired, revoked or malformed. */
export interface Authenticator {
  identify(bearer: string, sender: Sender): Promise<Identity | undefined>;
}

interface Entered {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
  /** UUID of the new session; null if none was created. */
  readonly sessionUuid: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route that is not public. */
    identity?: Identity;
    /** The account that a public request signed in to or changed. Set by its handler on success. */
    entered?: Entered;
  }
}

/**
 * Returns the organisation whose rows this request may see. Must not be called by a route that accepts callers without
 * one.
 */
export function organisationOf({ identity }: Pick<FastifyRequest, 'identity'>): OrganisationId {
  invariant(
    identity?.organisationId !== undefined,
    'a route without an organisation must not read the organisation of its caller',
  );
  return identity.organisationId;
}

/** Returns the user whose own records this request may see. */
export function userOf({ identity }: Pick<FastifyRequest, 'identity'>): string {
  invariant(identity !== undefined, 'a public route must not read the user of its caller');
  return identity.userUuid;
}

/** Returns the caller, since visibility may depend on assigned tags. */
export const viewerOf = (request: Pick<FastifyRequest, 'identity'>) => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});
