export { openPostgres } from './database.ts';
export { createLink } from './link.ts';
export { holdSessionLock } from './owner.ts';
export { lookAtPostgres, openPostgresLoader, openPostgresSnapshot } from './snapshot.ts';
