import { and, eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../data/index.ts';

/** A setting as stored: encrypted. */
export interface SealedSetting {
  readonly name: string;
  readonly sealed: string;
  readonly updatedAt: string;
}

export interface SettingStore {
  get(organisationId: OrganisationId, name: string): Promise<SealedSetting | undefined>;
  /** Replaces the previous value. */
  put(organisationId: OrganisationId, setting: SealedSetting): Promise<void>;
  remove(organisationId: OrganisationId, name: string): Promise<boolean>;
}

/** A setting of any organisation. */
export interface ForeignSetting extends SealedSetting {
  readonly organisationId: OrganisationId;
}

/** For the server itself, which re-encrypts the values of all organisations. */
export interface AllSettings {
  all(): Promise<ForeignSetting[]>;
  /** Stores another encryption of the same value, unless it was replaced or removed meanwhile. */
  reseal(setting: ForeignSetting, sealed: string): Promise<void>;
}

export function createAllSettings({ system, tables: { sealedSettings } }: Database): AllSettings {
  return {
    async all() {
      const rows = await system.read.select().from(sealedSettings);
      return rows.map((row) => ({ ...row, organisationId: row.organisationId as OrganisationId }));
    },
    reseal: ({ organisationId, name, sealed: before }, sealed) =>
      system.tx(async (queries) => {
        const same = and(
          eq(sealedSettings.organisationId, organisationId),
          eq(sealedSettings.name, name),
          eq(sealedSettings.sealed, before),
        );
        await queries.update(sealedSettings).set({ sealed }).where(same);
      }),
  };
}

export function createSettingStore(database: Database): SettingStore {
  const { sealedSettings } = database.tables;
  const named = (name: string) => eq(sealedSettings.name, name);
  return {
    async get(organisationId, name) {
      const [row] = await forOrganisation(database, organisationId).read.select(sealedSettings, named(name));
      return row;
    },
    put: (organisationId, setting) =>
      forOrganisation(database, organisationId).tx(async (queries) => {
        await queries.delete(sealedSettings, named(setting.name));
        await queries.insert(sealedSettings, [setting]);
      }),
    remove: (organisationId, name) =>
      forOrganisation(database, organisationId).tx(
        async (queries) => (await queries.delete(sealedSettings, named(name))) > 0,
      ),
  };
}
