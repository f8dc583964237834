import { eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { type Judged, judged } from './schema.ts';

export interface SimulationStore {
  get(organisation: OrganisationId, runUuid: string): Promise<Judged | undefined>;
  /** Returns the stored result of the run; an earlier result is kept. */
  add(organisation: OrganisationId, runUuid: string, result: Judged, at: string): Promise<Judged>;
}

export function createSimulationStore(database: Database): SimulationStore {
  const { simulations } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const get: SimulationStore['get'] = async (organisation, runUuid) => {
    const [row] = await of(organisation).read.select(simulations, eq(simulations.runUuid, runUuid));
    return row && judged.parse(row.result);
  };
  return {
    get,
    async add(organisation, runUuid, result, at) {
      const row = { uuid: result.simulation_id, runUuid, result, createdAt: at };
      await of(organisation).tx((queries) => queries.insertNew(simulations, [row]));
      return (await get(organisation, runUuid)) ?? result;
    },
  };
}
