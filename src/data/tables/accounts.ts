import type { Columns } from '../columns.ts';

const roles = ['member', 'manager', 'admin'] as const;
const waitlistStatuses = ['none', 'pending', 'approved'] as const;

export const accountTables = (c: Columns) => ({
  organisations: c.table('organisations', {
    uuid: c.text('uuid').primaryKey(),
    name: c.text('name').notNull(),
    createdAt: c.text('created_at').notNull(),
    /** IANA time zone in which its days begin; null for the server's. */
    timezone: c.text('timezone'),
  }),
  users: c.table('users', {
    uuid: c.text('uuid').primaryKey(),
    /** Lower case. */
    email: c.text('email').notNull(),
    name: c.text('name'),
    /** Null until the user has chosen a password. */
    passwordHash: c.text('password_hash'),
    superadmin: c.flag('superadmin').notNull(),
    waitlistStatus: c.text('waitlist_status', { enum: waitlistStatuses }).notNull(),
    createdAt: c.text('created_at').notNull(),
    /** When the user first followed a link mailed to this address; null until then. */
    emailVerifiedAt: c.text('email_verified_at'),
  }),
  /** A user belongs to at most one organisation. */
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
  /** Password links. Only a digest of each token is stored. */
  passwordResets: c.table('password_resets', {
    tokenSha256: c.text('token_sha256').primaryKey(),
    userUuid: c.text('user_uuid').notNull(),
    expiresAt: c.text('expires_at').notNull(),
    /** False for a link that an admin passes on, since anybody may receive it. */
    provesEmail: c.flag('proves_email').notNull(),
  }),
  /** Memberships that the owner of a verified account has not accepted yet. */
  invitations: c.table(
    'invitations',
    {
      organisationId: c.text('organisation_id').notNull(),
      userUuid: c.text('user_uuid').notNull(),
      role: c.text('role', { enum: roles }).notNull(),
      createdAt: c.text('created_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.userUuid] })],
  ),
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
    /** Whether the key opens only routes that name one of its scopes. */
    restricted: c.flag('restricted').notNull(),
    /** Null for a key that stays valid until it is revoked. */
    expiresAt: c.text('expires_at'),
    /** Scopes that a migration removed; null when there are none, or once an admin has seen them. */
    removedScopes: c.json('removed_scopes'),
  }),
  /** Numbers of connected telephony provider accounts. The rest of each account is sealed. */
  connectedNumbers: c.table(
    'connected_numbers',
    {
      organisationId: c.text('organisation_id').notNull(),
      provider: c.text('provider').notNull(),
      phoneKey: c.text('phone_key').notNull(),
      requiresSignature: c.flag('requires_signature').notNull(),
      connectedAt: c.text('connected_at').notNull(),
      /** Whether the provider confirms that the account owns the number: `pending`, `proven` or `refused`. */
      proof: c.text('proof').notNull(),
      nextProofAt: c.text('next_proof_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.organisationId, table.provider] })],
  ),
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
