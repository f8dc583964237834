import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../data/index.ts';
import type { Identity, Scope } from '../../http/identity.ts';
import { isKeyOf, makeKey, prefixOf } from './key-format.ts';
import type { ApiKeyStore, OwnedKey } from './store.ts';

/** The person who owns keys, and their organisation. */
export interface KeyOwner {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface MadeKey {
  readonly uuid: string;
  readonly key: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface ApiKeys {
  create(
    owner: KeyOwner,
    key: { readonly name: string; readonly scopes: readonly Scope[] },
  ): Promise<MadeKey | 'too_many'>;
  /** Returns all keys of the organisation, which only admins may list, or those of this user. */
  list(owner: KeyOwner, whose: 'own' | 'all'): Promise<OwnedKey[]>;
  revoke(owner: KeyOwner, uuid: string, whose: 'own' | 'all'): Promise<boolean>;
  /** Returns the owner of this key; undefined if it is invalid or revoked. */
  identify(key: string): Promise<Identity | undefined>;
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
    async create({ organisationId, userUuid }, { name, scopes }) {
      const { key, ...kept } = makeKey();
      const uuid = randomUUID();
      const row = { ...kept, uuid, organisationId, userUuid, name, scopes, createdAt: now().toISOString() };
      return (await store.add(row, maxKeys)) ? { uuid, key, name, scopes } : 'too_many';
    },
    list: ({ organisationId, userUuid }, whose) => store.list(organisationId, whose === 'own' ? userUuid : undefined),
    revoke: ({ organisationId, userUuid }, uuid, whose) =>
      store.remove(organisationId, uuid, whose === 'own' ? userUuid : undefined),
    async identify(key) {
      const prefix = prefixOf(key);
      if (prefix === undefined) return undefined;
      const found = await store.byPrefix(prefix);
      if (!isKeyOf(key, found?.sha256) || found === undefined) return undefined;
      noteUse(found);
      return {
        method: 'api_key',
        credentialUuid: found.uuid,
        userUuid: found.userUuid,
        organisationId: found.organisationId,
        role: found.role,
        // Only people may act across organisations.
        superadmin: false,
        scopes: found.scopes,
      };
    },
  };
}
