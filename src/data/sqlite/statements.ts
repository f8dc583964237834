import type Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

const mostKept = 500;
/** Longer statements contain hundreds of values and are hardly ever repeated. */
const maxCharacters = 4000;

/** Caches compiled statements: compiling most of them takes longer than running them. */
export function keptStatements(connection: Sqlite.Database): Pick<Sqlite.Database, 'prepare'> {
  const statements = new LRUCache<string, Sqlite.Statement>({ max: mostKept });
  const prepare = (text: string): Sqlite.Statement => {
    const cached = statements.get(text);
    // The next caller may need rows in the other form.
    if (cached !== undefined) return cached.reader ? cached.raw(false) : cached;
    const statement = connection.prepare(text);
    if (text.length <= maxCharacters) statements.set(text, statement);
    return statement;
  };
  return { prepare: prepare as Sqlite.Database['prepare'] };
}
