/** The server was unreachable, or its response was lost. */
export class DatabaseAway extends Error {
  readonly code = 'database_away';

  constructor(cause: unknown) {
    super('the database does not answer', { cause });
    this.name = 'DatabaseAway';
  }
}

/** A statement that the server rejected, without the statement's values, which may be personal data. */
export class QueryRefused extends Error {
  /** SQLSTATE, five characters. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(code: string, message: string, constraint: string | undefined) {
    super(message);
    this.name = 'QueryRefused';
    this.code = code;
    this.constraint = constraint;
  }
}

/** Codes of SQLite, the operating system and PostgreSQL for a full disk. */
const full = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/;

const passingSqlite = /^SQLITE_(IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM)/;

/**
 * Connection exceptions, a standby, insufficient resources, shutdown, a time limit, a system error, a lock timeout, and
 * transaction conflicts that remain after the retries.
 */
const passingPostgres =
  /^(database_away|25006|25P03|40001|40P01|53[0-4]00|55P03|57014|57P0[1235]|580[03]0|0800[01346])$/;

/** A full, slow or read-only disk, a lock held too long, or an unreachable server: the same write may succeed later. */
export const isDiskTrouble = (error: unknown): boolean =>
  hasCode(error, passingSqlite) || hasCode(error, passingPostgres) || isDiskFull(error);

/** Lost connections, or a server that shuts down or starts: `DatabaseAway`, 57P01 to 57P03 and class 08. */
const away = /^(database_away|57P0[123]|080\d\d)$/;

export const isDatabaseAway = (error: unknown): boolean => hasCode(error, away);

export const isDiskFull = (error: unknown): boolean => hasCode(error, full);

function hasCode(error: unknown, pattern: RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && pattern.test(code)) return true;
  }
  return false;
}
