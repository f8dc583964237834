import { defineFaults } from '../../media/line/define-faults.ts';

/** Why the server does not start or cannot continue, and what the operator can do about it. */
export const StartFault = defineFaults('StartFault', {
  argument_unknown: { advice: 'The only option is --demo. Use environment variables for everything else.' },
  config_invalid: { advice: 'Correct the environment or the .env file.' },
  port_in_use: { advice: 'Another program uses the port. Stop it, or set PORT or MEDIA_PORT to free ports.' },
  sip_port_in_use: { advice: 'Another program uses the port. Stop it, or set SIP_PORT to a free port.' },
  sip_certificate_unreadable: { advice: 'Set SIP_TLS_CERT and SIP_TLS_KEY to readable PEM files.' },
  data_dir_unusable: { advice: 'Set DATA_DIR to a writable folder on a disk with free space.' },
  database_unreadable: {
    advice: 'The database file is damaged or not a database. Restore it from a backup or move it away.',
  },
  database_unreachable: { advice: 'Start the server, or correct the host and port in DATABASE_URL, and try again.' },
  database_refused: {
    advice:
      'Correct the user, the password and the database in DATABASE_URL. The database must exist, use the encoding UTF8, and allow this user to create tables.',
  },
  database_too_old: {
    advice: 'Use a newer PostgreSQL, or unset DATABASE_URL to keep the data in DATA_DIR.',
  },
  migration_altered: { advice: 'Migrations are append-only. Revert the change and add a new migration.' },
  migration_missing: {
    advice: 'The database was written by a newer version. Start that version or restore an older backup.',
  },
  database_before_baseline: {
    advice:
      'The database is unchanged. docs/upgrading.md names the version that brings it there. Start that one first.',
  },
  migration_failed: { advice: 'The database is unchanged. Please report this message.' },
});

export type StartFault = InstanceType<typeof StartFault>;
