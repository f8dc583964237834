import type { Columns } from '../columns.ts';

export const countTables = (c: Columns) => ({
  requestCounts: c.table('request_counts', {
    /** SHA-256 of the client and the limit. */
    name: c.text('name').primaryKey(),
    count: c.integer('count').notNull(),
    endsAtMs: c.integer('ends_at_ms').notNull(),
  }),
  loginTries: c.table('login_tries', {
    /** SHA-256 of an account, an address, or both. */
    name: c.text('name').primaryKey(),
    times: c.json('times').notNull(),
    keepUntilMs: c.integer('keep_until_ms').notNull(),
  }),
});
