import { and, asc, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';

/** A secret without its value, which is stored sealed. */
export interface SecretRow {
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsedAt: string | null;
}

export interface SecretStore {
  /** By name. */
  list(organisation: OrganisationId): Promise<SecretRow[]>;
  /** Adds the name or updates its time. Returns undefined if the organisation has `most` others. */
  put(organisation: OrganisationId, name: string, at: string, most: number): Promise<SecretRow | undefined>;
  remove(organisation: OrganisationId, name: string): Promise<boolean>;
  /** Stores the time of a use, unless a use since `before` is stored. */
  used(organisation: OrganisationId, name: string, at: string, before: string): Promise<void>;
}

export function createSecretStore(database: Database): SecretStore {
  const { toolSecrets } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const own = (name: string) => eq(toolSecrets.name, name);
  return {
    list: (organisation) => of(organisation).read.select(toolSecrets, undefined, { orderBy: [asc(toolSecrets.name)] }),
    put: (organisation, name, at, most) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.update(toolSecrets, { updatedAt: at }, own(name))) === 0) {
          if ((await queries.count(toolSecrets)) >= most) return undefined;
          await queries.insert(toolSecrets, [{ name, createdAt: at, updatedAt: at, lastUsedAt: null }]);
        }
        return (await queries.select(toolSecrets, own(name)))[0];
      }),
    remove: (organisation, name) =>
      of(organisation).tx(async (queries) => (await queries.delete(toolSecrets, own(name))) > 0),
    used: (organisation, name, at, before) =>
      of(organisation).tx(async (queries) => {
        const isOlder = or(isNull(toolSecrets.lastUsedAt), lt(toolSecrets.lastUsedAt, before));
        await queries.update(toolSecrets, { lastUsedAt: at }, and(own(name), isOlder) as SQL);
      }),
  };
}
