import type { Columns } from '../columns.ts';

const roles = ['member', 'manager', 'admin'] as const;
const waitlistStatuses = ['none', 'pending', 'approved'] as const;

export const accountTables = (c: Columns) => ({
  organisations: c.table('organisations', {
    uuid: c.text('uuid').primaryKey(),
    name: c.text('name').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  users: c.table('users', {
    uuid: c.text('uuid').primaryKey(),
    /** In lower case. */
    email: c.text('email').notNull(),
    name: c.text('name'),
    /** Null until the person has chosen one. */
    passwordHash: c.text('password_hash'),
    superadmin: c.flag('superadmin').notNull(),
    waitlistStatus: c.text('waitlist_status', { enum: waitlistStatuses }).notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  /** A person belongs to one organisation at most. */
  memberships: c.table('memberships', {
    userUuid: c.text('user_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    role: c.text('role', { enum: roles }).notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  sessions: c.table('sessions', {
    uuid: c.text('uuid').primaryKey(),
    userUuid: c.text('user_uuid').notNull(),
    createdAt: c.text('created_at').notNull(),
    expiresAt: c.text('expires_at').notNull(),
  }),
  /** Links by which a password is set; only a digest of what they bear is kept. */
  passwordResets: c.table('password_resets', {
    tokenSha256: c.text('token_sha256').primaryKey(),
    userUuid: c.text('user_uuid').notNull(),
    expiresAt: c.text('expires_at').notNull(),
  }),
  apiKeys: c.table('api_keys', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull(),
    userUuid: c.text('user_uuid').notNull(),
    name: c.text('name').notNull(),
    prefix: c.text('prefix').notNull(),
    sha256: c.text('sha256').notNull(),
    scopes: c.json('scopes').notNull(),
    createdAt: c.text('created_at').notNull(),
    lastUsedAt: c.text('last_used_at'),
  }),
  sealedSettings: c.table(
    'sealed_settings',
    {
      organisationId: c.text('organisation_id').notNull(),
      name: c.text('name').notNull(),
      sealed: c.text('sealed').notNull(),
      updatedAt: c.text('updated_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.name] })],
  ),
});
