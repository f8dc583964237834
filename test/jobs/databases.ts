import type { Database } from '../../src/data/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';

export function eachDatabase(name: string, tests: (open: () => Promise<Database>) => void): void {
  onEachDatabase(name, ({ place }) => tests(async () => openAt(await place())));
}
