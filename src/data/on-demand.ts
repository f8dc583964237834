/** Nothing of PostgreSQL is loaded where SQLite keeps the data: it would be an eighth of a start. */
export const postgres = (): Promise<typeof import('./postgres/index.ts')> => import('./postgres/index.ts');
