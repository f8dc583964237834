/** Why there is no backup, or why one is not restored, with what can be done. */
const table = {
  nothing_to_back_up: 'DATA_DIR says where the data is; start the server once to make it.',
  out_unusable: 'Name a file that is not there yet, in a folder with room for it.',
  backup_unreadable: 'Take another backup: nothing of this one was used, and nothing was changed.',
  backup_newer: 'Update this checkout to the version that made the backup, or a newer one.',
  not_empty: 'Restore into an empty DATA_DIR or database, or say --replace: what is there is then put aside.',
  in_use: 'Stop the server, then restore.',
  restore_failed: 'Nothing was put in place. Free some space if the disk is full; otherwise please report the message.',
} as const;

export type BackupFaultCode = keyof typeof table;

export class BackupFault extends Error {
  readonly code: BackupFaultCode;

  constructor(code: BackupFaultCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BackupFault';
    this.code = code;
  }

  get advice(): string {
    return table[this.code];
  }
}
