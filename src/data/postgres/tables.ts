import { makeTables, type Tables } from '../tables/index.ts';
import { postgresColumns } from './columns.ts';

export const postgresTables: Tables = makeTables(postgresColumns);
