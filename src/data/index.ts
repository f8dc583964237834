export { checkAnswers } from './answers.ts';
export type { Database, Queries } from './database.ts';
export { readMigrations } from './migrations.ts';
export { openDatabase } from './open-database.ts';
export { holdOwnerLock, type OwnerLock } from './owner-lock.ts';
export type { Loader, PortableTable, PortableValue, Snapshot } from './portable.ts';
export { openSqliteLoader, openSqliteSnapshot, sqliteVerdict } from './sqlite-snapshot.ts';
export type { Tables } from './tables/index.ts';
export {
  bind,
  forOrganisation,
  localOrganisation,
  type OrganisationId,
  type TenantDatabase,
  type TenantQueries,
} from './tenant.ts';
export { isDiskFull, isDiskTrouble } from './trouble.ts';
