import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import type { Persona, PersonaStore } from '../personas/index.ts';

export type ScenarioRow = Omit<Tables['scenarios']['$inferSelect'], 'organisationId'>;

export interface ScenarioFilter {
  readonly persona_uuid?: string;
  readonly category?: string;
  readonly difficulty?: ScenarioRow['difficulty'];
}

export interface ScenarioStore {
  /** Returns false if the persona does not exist. Rolls back if `accept` throws. */
  add(organisation: OrganisationId, row: ScenarioRow, accept: (persona: Persona) => void): Promise<boolean>;
  get(organisation: OrganisationId, uuid: string): Promise<ScenarioRow | undefined>;
  /** Newest first. */
  list(
    organisation: OrganisationId,
    filter: ScenarioFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: ScenarioRow[]; total: number }>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
}

export function createScenarioStore(database: Database, personas: Pick<PersonaStore, 'getIn'>): ScenarioStore {
  const { scenarios } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    add: (organisation, row, accept) =>
      of(organisation).tx(async (queries) => {
        const persona = await personas.getIn(queries.system, organisation, row.personaUuid);
        if (persona === undefined) return false;
        accept(persona);
        await queries.insert(scenarios, [row]);
        return true;
      }),
    async get(organisation, uuid) {
      return (await of(organisation).read.select(scenarios, eq(scenarios.uuid, uuid)))[0];
    },
    async list(organisation, { persona_uuid, category, difficulty }, page) {
      const { read } = of(organisation);
      const conditions: SQL[] = [
        ...(persona_uuid === undefined ? [] : [eq(scenarios.personaUuid, persona_uuid)]),
        ...(category === undefined ? [] : [eq(scenarios.category, category)]),
        ...(difficulty === undefined ? [] : [eq(scenarios.difficulty, difficulty)]),
      ];
      const where = and(...conditions);
      const orderBy = [desc(scenarios.createdAt), asc(scenarios.uuid)];
      const rows = await read.select(scenarios, where, { ...page, orderBy });
      return { rows, total: await read.count(scenarios, where) };
    },
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(scenarios, eq(scenarios.uuid, uuid))) > 0),
  };
}
