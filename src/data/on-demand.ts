/** Loads PostgreSQL code only where it is used: it would take an eighth of the startup time on SQLite. */
export const postgres = (): Promise<typeof import('./postgres/index.ts')> => import('./postgres/index.ts');
