import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Database, OrganisationId } from '../../../data/index.ts';
import type { Role, Scope } from '../../../http/identity.ts';

export interface ApiKey {
  readonly uuid: string;
  readonly userUuid: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly restricted: boolean;
  readonly expiresAt: string | null;
}

/** A key, with its owner's present role, address and name. */
export interface OwnedKey extends ApiKey {
  readonly sha256: string;
  readonly organisationId: OrganisationId;
  readonly ownerEmail: string;
  readonly ownerName: string | null;
  readonly role: Role;
  /** Scopes that a migration removed, until an admin has seen them. */
  readonly removedScopes: readonly Scope[];
}

export type NewApiKey = Omit<OwnedKey, 'role' | 'lastUsedAt' | 'ownerEmail' | 'ownerName' | 'removedScopes'>;

export interface ApiKeyStore {
  /** Returns false if the person already has `most` keys. */
  add(key: NewApiKey, most: number): Promise<boolean>;
  /** Lists the keys of an organisation, or of one person in it. */
  list(organisationId: OrganisationId, userUuid?: string): Promise<OwnedKey[]>;
  /** Returns false if the key does not exist, or does not belong to the given user. */
  remove(organisationId: OrganisationId, uuid: string, userUuid?: string): Promise<boolean>;
  /** Returns a key only while its owner is a member of its organisation. */
  byPrefix(prefix: string): Promise<OwnedKey | undefined>;
  /** Lists the keys of an organisation from which a migration removed scopes. */
  narrowed(organisationId: OrganisationId): Promise<OwnedKey[]>;
  /** Empties that list. */
  forgetNarrowed(organisationId: OrganisationId): Promise<void>;
  /** Returns the keys of all organisations. */
  all(): Promise<OwnedKey[]>;
  /** Writes nothing if a use since `before` is stored. */
  used(uuid: string, at: string, before: string): Promise<void>;
}

export function createApiKeyStore(database: Database): ApiKeyStore {
  const { tables, system } = database;
  const { apiKeys, memberships, users } = tables;

  /** Excludes keys whose owner is no longer a member of the organisation. */
  const select = () =>
    system.read
      .select({ key: apiKeys, role: memberships.role, ownerEmail: users.email, ownerName: users.name })
      .from(apiKeys)
      .innerJoin(
        memberships,
        and(eq(memberships.userUuid, apiKeys.userUuid), eq(memberships.organisationId, apiKeys.organisationId)),
      )
      .innerJoin(users, eq(users.uuid, apiKeys.userUuid))
      .$dynamic();
  const toKey = ({ key, ...owner }: Awaited<ReturnType<typeof select>>[number]): OwnedKey => ({
    ...key,
    ...owner,
    organisationId: key.organisationId as OrganisationId,
    scopes: key.scopes as readonly Scope[],
    removedScopes: (key.removedScopes ?? []) as readonly Scope[],
  });
  const owned = (organisationId: OrganisationId, userUuid: string | undefined) =>
    and(
      eq(apiKeys.organisationId, organisationId),
      userUuid === undefined ? undefined : eq(apiKeys.userUuid, userUuid),
    );

  return {
    add: (key, most) =>
      system.tx(async (queries) => {
        const keysOfOwner = await queries
          .select({ uuid: apiKeys.uuid })
          .from(apiKeys)
          .where(eq(apiKeys.userUuid, key.userUuid));
        if (keysOfOwner.length >= most) return false;
        await queries.insert(apiKeys).values({ ...key, lastUsedAt: null, removedScopes: null });
        return true;
      }),
    async list(organisationId, userUuid) {
      const rows = await select().where(owned(organisationId, userUuid)).orderBy(apiKeys.createdAt, apiKeys.uuid);
      return rows.map(toKey);
    },
    remove: (organisationId, uuid, userUuid) =>
      system.tx(async (queries) => {
        const where = and(owned(organisationId, userUuid), eq(apiKeys.uuid, uuid));
        return (await queries.delete(apiKeys).where(where).returning({ uuid: apiKeys.uuid })).length > 0;
      }),
    async byPrefix(prefix) {
      return (await select().where(eq(apiKeys.prefix, prefix)).limit(1)).map(toKey)[0];
    },
    async narrowed(organisationId) {
      const where = and(owned(organisationId, undefined), isNotNull(apiKeys.removedScopes));
      return (await select().where(where).orderBy(apiKeys.createdAt, apiKeys.uuid)).map(toKey);
    },
    forgetNarrowed: (organisationId) =>
      system.tx(async (queries) => {
        await queries.update(apiKeys).set({ removedScopes: null }).where(owned(organisationId, undefined));
      }),
    all: async () => (await select().orderBy(apiKeys.createdAt, apiKeys.uuid)).map(toKey),
    used: (uuid, at, before) =>
      system.tx(async (queries) => {
        const stale = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before));
        await queries
          .update(apiKeys)
          .set({ lastUsedAt: at })
          .where(and(eq(apiKeys.uuid, uuid), stale));
      }),
  };
}
