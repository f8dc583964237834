import { eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import { type OrganisationSettings, type Routing, routing } from './schema.ts';

export interface AnalysisSettingStore {
  /** Returns the deployment's setting; undefined until it is changed. */
  routing(): Promise<Routing | undefined>;
  /** Runs in one transaction, so that no concurrent change is lost. */
  /** Stores nothing where `change` returns what is wrong. */
  changeRouting(change: (before: Routing | undefined) => Routing | string, at: string): Promise<Routing | string>;
  settings(organisation: OrganisationId): Promise<OrganisationSettings>;
  /** Same as `settings`, in the caller's transaction. */
  settingsIn(queries: Pick<TenantQueries, 'select'>): Promise<OrganisationSettings>;
  changeSettings(organisation: OrganisationId, patch: Partial<OrganisationSettings>): Promise<OrganisationSettings>;
}

/** Key of the single row with the deployment's routing. */
const only = 1;
const defaults: OrganisationSettings = { redaction: true };

export function createAnalysisSettingStore(database: Database): AnalysisSettingStore {
  const { analysisRouting, analysisSettings } = database.tables;
  const { system } = database;

  const settingsIn: AnalysisSettingStore['settingsIn'] = async (queries) => {
    const [row] = await queries.select(analysisSettings);
    return row === undefined ? defaults : { redaction: row.redaction };
  };
  const read = (rows: readonly { readonly settings: unknown }[]): Routing | undefined => {
    const parsed = routing.safeParse(rows[0]?.settings);
    return parsed.success ? parsed.data : undefined;
  };

  return {
    async routing() {
      return read(await system.read.select().from(analysisRouting).where(eq(analysisRouting.id, only)));
    },
    changeRouting: (change, updatedAt) =>
      system.tx(async (queries) => {
        const before = read(await queries.select().from(analysisRouting).where(eq(analysisRouting.id, only)));
        const settings = change(before);
        if (typeof settings === 'string') return settings;
        await queries.delete(analysisRouting).where(eq(analysisRouting.id, only));
        await queries.insert(analysisRouting).values({ id: only, settings, updatedAt });
        return settings;
      }),
    settings: (organisation) => settingsIn(forOrganisation(database, organisation).read),
    settingsIn,
    changeSettings: (organisation, patch) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        const settings = { ...(await settingsIn(queries)), ...patch };
        const changed = await queries.update(analysisSettings, settings, queries.own(analysisSettings));
        if (changed === 0) await queries.insert(analysisSettings, [settings]);
        return settings;
      }),
  };
}
