import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { parsed, withDatabase } from './user-command.ts';

interface MigrateContext {
  readonly config: Pick<Config, 'data'>;
  readonly print: (text: string) => void;
}

/**
 * Migrates the database to this version, as a start would, and prints the applied migrations. Throws `bad_argument` and
 * a `StartFault`.
 */
export async function migrateCommand(argv: readonly string[], { config, print }: MigrateContext): Promise<number> {
  const options = { json: { type: 'boolean', default: false } } as const;
  const { values } = parsed(() => parseArgs({ args: [...argv], options }));
  const applied = await withDatabase(config, async ({ migrated }) => migrated);
  if (values.json) print(`${JSON.stringify({ applied })}\n`);
  else if (applied.length === 0) print('nothing to apply: the database is up to date\n');
  else for (const name of applied) print(`applied ${name}\n`);
  return 0;
}
