import type { Database, OrganisationId } from '../../../data/index.ts';
import { createCostStore } from '../costs/index.ts';
import { type Arm, compareArms } from './compare.ts';
import { createVersionResultStore, type VersionCalls } from './store.ts';

export interface ComparedVersions extends Omit<VersionCalls, 'version'> {
  readonly version: number;
  readonly otherVersion: number;
}

/** Returns a function that compares the calls of two versions of an agent. */
export function createVersionResults(database: Database) {
  const store = createVersionResultStore(database);
  const costs = createCostStore(database);
  return async (organisation: OrganisationId, { otherVersion, ...calls }: ComparedVersions) => {
    const armOf = async (version: number): Promise<Arm> => ({
      version,
      counted: await store.counted(organisation, { ...calls, version }),
      ...(await store.newest(organisation, { ...calls, version })),
    });
    const compared = compareArms(await armOf(calls.version), await armOf(otherVersion));
    return { ...compared, currency: await costs.currency(organisation) };
  };
}
