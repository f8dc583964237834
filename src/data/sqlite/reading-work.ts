import Sqlite from 'better-sqlite3';

export interface SlowRead {
  readonly file: string;
  readonly sql: string;
  readonly params: readonly unknown[];
}

const connections = new Map<string, Sqlite.Database>();

/** What the thread of slow reads does. Its connections live as long as the thread. */
export const readingWork = {
  rows({ file, sql, params }: SlowRead): unknown[] {
    let connection = connections.get(file);
    if (connection === undefined) {
      connection = new Sqlite(file, { readonly: true, fileMustExist: true });
      connection.pragma('busy_timeout = 5000');
      connections.set(file, connection);
    }
    try {
      return connection.prepare(sql).all(...params);
    } catch (error) {
      // An error of the driver loses its message on the way to another thread.
      throw new Error(error instanceof Error ? error.message : String(error));
    }
  },
};
