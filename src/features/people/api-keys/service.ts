import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { type Identity, keyScopesOf, type Role, type Scope } from '../../../http/identity.ts';
import { isKeyOf, makeKey, prefixOf } from './key-format.ts';
import type { ApiKeyStore, OwnedKey } from './store.ts';

/** The person who owns keys, and their organisation. */
export interface KeyOwner {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
  readonly role: Role;
}

export interface MadeKey {
  readonly uuid: string;
  readonly key: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly restricted: boolean;
  readonly expires_at: string | null;
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly restricted: boolean;
  /** Null for a key that stays valid until it is revoked. */
  readonly expiresAt: string | null;
}

/** Why no key was created; for scopes that exceed the owner's role, which ones. */
export type KeyRefusal = 'too_many' | 'expired' | { readonly exceeding: readonly Scope[] };

export interface ApiKeys {
  create(owner: KeyOwner, key: NewKey): Promise<MadeKey | KeyRefusal>;
  /** Returns all keys of the organisation, which only admins may list, or those of this user. */
  list(owner: KeyOwner, whose: 'own' | 'all'): Promise<OwnedKey[]>;
  revoke(owner: KeyOwner, uuid: string, whose: 'own' | 'all'): Promise<boolean>;
  /** Returns the keys of the organisation from which a migration removed scopes, until they are acknowledged. */
  narrowed(organisationId: OrganisationId): Promise<OwnedKey[]>;
  acknowledgeNarrowed(organisationId: OrganisationId): Promise<void>;
  /** Returns the owner of this key; undefined if it is invalid, expired or revoked. */
  identify(key: string): Promise<Identity | undefined>;
}

/** Splits the scopes of a key by whether its owner's present role permits them. */
export function splitScopes({ scopes, role }: Pick<OwnedKey, 'scopes' | 'role'>) {
  const permitted = keyScopesOf(role);
  return {
    effective: scopes.filter((scope) => permitted.includes(scope)),
    withheld: scopes.filter((scope) => !permitted.includes(scope)),
  };
}

const maxKeys = 100;
/** Limits writes: without it, each request would write. */
const lastUsedEveryMs = 60_000;

export interface ApiKeysOptions {
  readonly store: ApiKeyStore;
  readonly now: () => Date;
  /** Called when the use of a key could not be recorded. */
  readonly onTrouble: (error: unknown) => void;
}

export function createApiKeys({ store, now, onTrouble }: ApiKeysOptions): ApiKeys {
  function noteUse({ uuid, lastUsedAt }: OwnedKey): void {
    const at = now();
    const before = new Date(at.getTime() - lastUsedEveryMs).toISOString();
    if (lastUsedAt === null || lastUsedAt < before) store.used(uuid, at.toISOString(), before).catch(onTrouble);
  }

  return {
    async create({ organisationId, userUuid, role }, wanted) {
      const exceeding = splitScopes({ ...wanted, role }).withheld;
      if (exceeding.length > 0) return { exceeding };
      const createdAt = now().toISOString();
      if (wanted.expiresAt !== null && wanted.expiresAt <= createdAt) return 'expired';
      const { key, ...kept } = makeKey();
      const uuid = randomUUID();
      const isAdded = await store.add({ ...kept, ...wanted, uuid, organisationId, userUuid, createdAt }, maxKeys);
      if (!isAdded) return 'too_many';
      const { name, scopes, restricted, expiresAt } = wanted;
      return { uuid, key, name, scopes, restricted, expires_at: expiresAt };
    },
    list: ({ organisationId, userUuid }, whose) => store.list(organisationId, whose === 'own' ? userUuid : undefined),
    revoke: ({ organisationId, userUuid }, uuid, whose) =>
      store.remove(organisationId, uuid, whose === 'own' ? userUuid : undefined),
    narrowed: store.narrowed,
    acknowledgeNarrowed: store.forgetNarrowed,
    async identify(key) {
      const prefix = prefixOf(key);
      if (prefix === undefined) return undefined;
      const found = await store.byPrefix(prefix);
      if (!isKeyOf(key, found?.sha256) || found === undefined) return undefined;
      if (found.expiresAt !== null && found.expiresAt <= now().toISOString()) return undefined;
      noteUse(found);
      const { effective, withheld } = splitScopes(found);
      return {
        method: 'api_key',
        credentialUuid: found.uuid,
        userUuid: found.userUuid,
        organisationId: found.organisationId,
        role: found.role,
        // Only people may act across organisations.
        superadmin: false,
        scopes: effective,
        withheldScopes: withheld,
        restricted: found.restricted,
      };
    },
  };
}
