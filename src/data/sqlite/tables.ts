import { makeTables } from '../tables/index.ts';
import { sqliteColumns } from './columns.ts';

export const sqliteTables = makeTables(sqliteColumns);
