import { defineFaults } from '../../media/line/define-faults.ts';

/** Backup or restore failure, with the remedy. */
export const BackupFault = defineFaults('BackupFault', {
  nothing_to_back_up: { advice: 'Set DATA_DIR to the folder with the data, or start the server once to create it.' },
  out_unusable: { advice: 'Choose a new file name in a folder with enough space.' },
  object_damaged: {
    advice: 'Run "parley verify": it names every file that is missing or damaged. Nothing was written.',
  },
  file_truncated: { advice: 'Another program shortened a file during the backup. Take the backup again.' },
  backup_unreadable: { advice: 'Take another backup. Nothing was restored or changed.' },
  backup_newer: { advice: 'Update this checkout to the version that made the backup, or a newer one.' },
  backup_before_baseline: {
    advice:
      'Restore it with the version that docs/upgrading.md names, start that once, and take another backup. Nothing was restored or changed.',
  },
  not_empty: {
    advice: 'Restore into an empty DATA_DIR or database, or pass --replace to move existing data aside.',
  },
  in_use: { advice: 'Stop the server, then restore.' },
  restore_failed: {
    advice: 'Nothing was restored. Free some space if the disk is full; otherwise please report the message.',
  },
});

export type BackupFault = InstanceType<typeof BackupFault>;
