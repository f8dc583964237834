export { type BackupReport, type BackupStep, backUp, type LeftOut, type LeftOutReason } from './backup.ts';
export { BackupFault } from './backup-fault.ts';
export { postgresTarget } from './postgres-target.ts';
export { type RestoreReport, type RestoreStep, type RestoreTarget, restore } from './restore.ts';
export { sqliteTarget } from './sqlite-target.ts';
export { type VerifyReport, verifyFiles } from './verify.ts';
