/** Why the server does not start or cannot go on, with what the operator can do about it. */
const table = {
  argument_unknown: 'The server takes --demo, and nothing else; the rest is in the environment.',
  config_invalid: 'Correct the environment or the .env file.',
  port_in_use: 'Another program listens there: stop it, or set PORT or MEDIA_PORT to free ports.',
  data_dir_unusable: 'Point DATA_DIR at a folder this user may write to, on a disk with free space.',
  database_unreadable: 'The database file is damaged or not one: restore it from a backup, or move it away.',
  database_unreachable: 'Start the server, or correct the host and port in DATABASE_URL, and try again.',
  database_refused:
    'Correct the user, the password and the database in DATABASE_URL. The database must be there, keep text as UTF8, and let this user make tables in it.',
  database_too_old: 'Use a newer PostgreSQL, or leave DATABASE_URL away: the data is then kept in DATA_DIR.',
  migration_altered: 'Migrations are append-only: take back the change and add a new one.',
  migration_missing: 'The database was written by a newer version: start that version, or restore an older backup.',
  migration_failed: 'The database is as it was before the start; please report the message.',
} as const;

export type StartFaultCode = keyof typeof table;

/** `message` says what happened, `advice` what to do. */
export class StartFault extends Error {
  readonly code: StartFaultCode;

  constructor(code: StartFaultCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartFault';
    this.code = code;
  }

  get advice(): string {
    return table[this.code];
  }
}
