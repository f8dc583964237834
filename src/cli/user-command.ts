import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { type Database, localOrganisation, type OrganisationId, openDatabase } from '../data/index.ts';
import {
  type Account,
  type AccountStore,
  createAccountStore,
  createPasswords,
  firstPlacement,
  newAccount,
  newPassword,
} from '../features/people/accounts/index.ts';
import { createMemberStore } from '../features/people/members/index.ts';
import { createOrganisationStore } from '../features/people/organisations/index.ts';
import { email as emailSchema, oneLine } from '../http/fields.ts';
import { type Role, roles } from '../http/identity.ts';
import { audited } from './audited.ts';
import { CliFault } from './cli-fault.ts';

export interface DatabaseCommandContext {
  readonly config: Pick<Config, 'data'>;
  readonly print: (text: string) => void;
  /** Reads all of standard input. */
  readonly readInput: () => Promise<string>;
}

const options = {
  name: { type: 'string' },
  role: { type: 'string', default: 'member' },
  organisation: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const;

/** Manages users directly in the database, without a running server. Throws `CliFault`. */
export async function userCommand(argv: readonly string[], context: DatabaseCommandContext): Promise<number> {
  const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const [verb, ...rest] = positionals;
  return withDatabase(context.config, async (database) => {
    const store = createAccountStore(database);
    if (verb === 'list' && rest.length === 0) return list(store, context);
    if (verb === 'add' && rest.length === 1) return add(database, { email: emailOf(rest[0]!), ...values }, context);
    if (verb === 'password' && rest.length === 1) {
      const account = await accountOf(store, rest[0]!);
      const { uuid: user_uuid, membership } = account;
      const work = () => setPassword(store, account, { fromInput: values['password-stdin'], context });
      if (membership === undefined) return work();
      const { organisationId } = membership;
      return audited(database, { organisationId, action: 'user password', subject: { user_uuid }, fields: [] }, work);
    }
    if (verb === 'role' && rest.length === 2) return changeRole(database, rest[0]!, roleOf(rest[1]!));
    throw new CliFault('bad_argument', 'usage: user list | add EMAIL | password EMAIL | role EMAIL ROLE');
  });
}

async function list(store: AccountStore, { print }: DatabaseCommandContext): Promise<number> {
  for (const { email, superadmin, waitlistStatus, membership } of await store.list()) {
    const place = membership === undefined ? `no organisation (${waitlistStatus})` : membership.organisationName;
    const role = membership?.role ?? '-';
    print(`${[email.padEnd(32), (superadmin ? `${role}, superadmin` : role).padEnd(20), oneLine(place)].join('  ')}\n`);
  }
  return 0;
}

interface NewPerson {
  readonly email: string;
  readonly name?: string | undefined;
  readonly role: string;
  readonly organisation?: string | undefined;
  readonly 'password-stdin': boolean;
}

async function add(database: Database, person: NewPerson, context: DatabaseCommandContext): Promise<number> {
  const { email, name, organisation, 'password-stdin': fromInput } = person;
  const role = roleOf(person.role);
  const store = createAccountStore(database);
  const isFirst = await store.isEmpty();
  const organisationId = isFirst ? localOrganisation : await organisationOf(database, organisation);
  const account = newAccount({ email, name, passwordHash: null, now: () => new Date() });
  const user_uuid = (await store.byEmail(email))?.uuid ?? account.uuid;
  const fields = ['email', 'role', ...(name === undefined ? [] : ['name'])];
  return audited(database, { organisationId, action: 'user add', subject: { user_uuid }, fields }, async () => {
    if (isFirst) {
      await store.add(account, (stillFirst) => (stillFirst ? firstPlacement(organisation) : undefined));
    } else {
      const { uuid: newUserUuid, createdAt } = account;
      const joined = { organisationId, email, name, role, newUserUuid, createdAt, needsNoAcceptance: true };
      const added = await createMemberStore(database).add(joined);
      if (added !== 'added') throw new CliFault('account_conflict', `${email} already belongs to an organisation`);
    }
    return setPassword(store, await accountOf(store, email), { fromInput, context });
  });
}

export async function organisationOf(database: Database, wanted: string | undefined): Promise<OrganisationId> {
  const organisations = createOrganisationStore(database);
  const matches =
    wanted === undefined ? (await organisations.list({ limit: 2, offset: 0 })).rows : await organisations.find(wanted);
  if (matches.length === 1) return matches[0]!.uuid as OrganisationId;
  const what = wanted === undefined ? 'several organisations exist' : `"${wanted}" is not one organisation`;
  throw new CliFault('bad_argument', `${what}: name one with --organisation, by name or UUID`);
}

/** Prints the password unless it was given. Ends every session of the user and revokes their API keys. */
async function setPassword(
  store: AccountStore,
  account: Account,
  { fromInput, context }: { readonly fromInput: boolean; readonly context: DatabaseCommandContext },
): Promise<number> {
  const password = fromInput
    ? (await context.readInput()).replace(/\r?\n$/, '')
    : randomBytes(15).toString('base64url');
  const checked = newPassword.safeParse(password);
  if (!checked.success) throw new CliFault('bad_argument', `the password ${checked.error.issues[0]?.message}`);
  const hash = await createPasswords().hash(password);
  await store.recover(account.uuid, hash);
  const { membership, superadmin } = account;
  context.print(`${account.email}: ${membership?.role ?? 'no organisation'}${superadmin ? ', superadmin' : ''}\n`);
  if (!fromInput) context.print(`password (shown once): ${password}\n`);
  return 0;
}

async function changeRole(database: Database, email: string, role: Role): Promise<number> {
  const { uuid, membership } = await accountOf(createAccountStore(database), email);
  if (membership === undefined) throw new CliFault('account_conflict', `${email} does not belong to an organisation`);
  const { organisationId } = membership;
  const change = { organisationId, action: 'user role', subject: { user_uuid: uuid }, fields: ['role'] };
  return audited(database, change, async () => {
    const changed = await createMemberStore(database).update(organisationId, uuid, { role });
    if (changed === 'last_admin') throw new CliFault('account_conflict', `${email} is the last admin`);
    return 0;
  });
}

export async function accountOf(store: AccountStore, email: string): Promise<Account> {
  const account = await store.byEmail(emailOf(email));
  if (account === undefined) throw new CliFault('account_missing', `no account has the address ${email}`);
  return account;
}

function emailOf(text: string): string {
  const checked = emailSchema.safeParse(text);
  if (!checked.success) throw new CliFault('bad_argument', `"${text}" is not an e-mail address`);
  return checked.data;
}

function roleOf(text: string): Role {
  const role = roles.find((name) => name === text);
  if (role === undefined)
    throw new CliFault('bad_argument', `the role must be one of ${roles.join(', ')}, not "${text}"`);
  return role;
}

export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new CliFault('bad_argument', cause instanceof Error ? cause.message : String(cause));
  }
}

export async function withDatabase<T>(
  { data }: Pick<Config, 'data'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(data);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
