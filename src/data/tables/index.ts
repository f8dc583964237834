import { type Columns, postgresColumns, sqliteColumns } from '../columns.ts';
import { accountTables } from './accounts.ts';
import { agentTables } from './agents.ts';
import { auditTables } from './audit.ts';
import { callTables } from './calls.ts';
import { contactTables } from './contacts.ts';
import { countTables } from './counts.ts';
import { documentTables } from './documents.ts';
import { flowTables } from './flows.ts';
import { humanAgentTables } from './human-agents.ts';
import { jobTables } from './jobs.ts';
import { ocrTables } from './ocr.ts';
import { webhookTables } from './webhooks.ts';

const makeTables = (c: Columns) => ({
  ...flowTables(c),
  ...callTables(c),
  ...accountTables(c),
  ...agentTables(c),
  ...auditTables(c),
  ...documentTables(c),
  ...jobTables(c),
  ...countTables(c),
  ...contactTables(c),
  ...humanAgentTables(c),
  ...webhookTables(c),
  ...ocrTables(c),
});

/** Stores take their tables from the database they are given: the same names and columns in either dialect. */
export type Tables = ReturnType<typeof makeTables>;

export const sqliteTables: Tables = makeTables(sqliteColumns);
export const postgresTables: Tables = makeTables(postgresColumns);
