import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../src/data/index.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { migrationsDir, onServer } from './postgres-server.ts';

interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/** A database that is brought to the schema before a migration, filled with statements, and then migrated further. */
export function openEarlierSchema({ dataDir, databaseUrl }: Place) {
  return {
    /** Runs a statement, and returns the rows of a SELECT. */
    async run(statement: string): Promise<unknown[]> {
      if (databaseUrl !== undefined) return onServer(statement, databaseUrl);
      const file = new Sqlite(join(dataDir, 'parley.db'));
      try {
        if (statement.startsWith('SELECT')) return file.prepare(statement).all();
        file.exec(statement);
        return [];
      } finally {
        file.close();
      }
    },
    /** Applies the migrations whose names are accepted, in order. */
    async migrate(accepts: (name: string) => boolean): Promise<void> {
      const folder = temporaryFolder();
      for (const dialect of ['sqlite', 'postgres']) {
        mkdirSync(join(folder, dialect));
        for (const name of readdirSync(join(migrationsDir, dialect)).filter(accepts))
          cpSync(join(migrationsDir, dialect, name), join(folder, dialect, name));
      }
      const place = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
      await (await openDatabase({ ...place, migrationsDir: folder })).close();
    },
  };
}
