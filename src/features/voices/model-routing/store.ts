import { eq } from 'drizzle-orm';
import type { Database } from '../../../data/index.ts';

const name = 'model_routing';

/** Stores the routing of the whole installation; it belongs to no organisation. */
export interface ModelRoutingStore {
  get(): Promise<unknown>;
  /** Replaces the routing with the result of `change`, in one transaction. Returns the stored value. */
  change<Value>(change: (before: unknown) => Value, updatedAt: string): Promise<Value>;
}

export function createModelRoutingStore({ system, tables: { deploymentSettings } }: Database): ModelRoutingStore {
  const isIt = eq(deploymentSettings.name, name);
  return {
    async get() {
      const [row] = await system.read.select().from(deploymentSettings).where(isIt);
      return row?.value;
    },
    change: (change, updatedAt) =>
      system.tx(async (queries) => {
        const [row] = await queries.select().from(deploymentSettings).where(isIt);
        const value = change(row?.value);
        await queries.delete(deploymentSettings).where(isIt);
        await queries.insert(deploymentSettings).values({ name, value, updatedAt });
        return value;
      }),
  };
}
