import { parseArgs } from 'node:util';
import { createAccountStore } from '../features/people/accounts/index.ts';
import { createApiKeyStore, createApiKeys, splitScopes } from '../features/people/api-keys/index.ts';
import { endMomentInUtc, oneLine } from '../http/fields.ts';
import { type Scope, scopes } from '../http/identity.ts';
import { audited } from './audited.ts';
import { CliFault } from './cli-fault.ts';
import { accountOf, type DatabaseCommandContext, parsed, withDatabase } from './user-command.ts';

const options = {
  name: { type: 'string', default: 'command line' },
  scopes: { type: 'string' },
  restricted: { type: 'boolean', default: false },
  expires: { type: 'string' },
} as const;

/** Manages API keys directly in the database, without a running server. Throws `CliFault`. */
export async function keyCommand(argv: readonly string[], context: DatabaseCommandContext): Promise<number> {
  const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const [verb, subject, ...rest] = positionals;
  return withDatabase(context.config, async (database) => {
    const store = createApiKeyStore(database);
    if (verb === 'list' && subject === undefined) {
      for (const key of await store.all()) {
        const granted = splitScopes(key).effective.join(',');
        const limits = [
          ...(key.restricted ? ['restricted'] : []),
          ...(key.expiresAt ? [`until ${key.expiresAt}`] : []),
        ];
        const columns = [key.prefix, key.ownerEmail, oneLine(key.name), granted, key.lastUsedAt ?? 'never used'];
        context.print(`${[...columns, ...limits].join('  ')}\n`);
      }
      return 0;
    }
    if (verb === 'revoke' && subject !== undefined && rest.length === 0) {
      const key = (await store.all()).find(({ uuid, prefix }) => uuid === subject || prefix === subject);
      if (key === undefined) throw new CliFault('account_missing', `no API key matches ${subject}`);
      const { organisationId, uuid } = key;
      const change = { organisationId, action: 'key revoke', subject: { key_uuid: uuid }, fields: [] };
      await audited(database, change, () => store.remove(organisationId, uuid));
      return 0;
    }
    if (verb === 'create' && subject !== undefined && rest.length === 0) {
      const { uuid: userUuid, membership } = await accountOf(createAccountStore(database), subject);
      if (membership === undefined)
        throw new CliFault('account_conflict', `${subject} does not belong to an organisation`);
      const keys = createApiKeys({ store, now: () => new Date(), onTrouble: () => {} });
      const { organisationId, role } = membership;
      const owner = { organisationId, userUuid, role };
      const { name, restricted } = values;
      const wanted = { name, scopes: scopesOf(values.scopes), restricted, expiresAt: momentOf(values.expires) };
      const fields = Object.keys(wanted);
      return audited(
        database,
        { organisationId, action: 'key create', subject: { user_uuid: userUuid }, fields },
        async () => {
          const created = await keys.create(owner, wanted);
          if (created === 'too_many') throw new CliFault('account_conflict', `${subject} has too many keys`);
          if (created === 'expired') throw new CliFault('bad_argument', '--expires must be in the future');
          if ('exceeding' in created)
            throw new CliFault('bad_argument', `a ${role} may not give a key ${created.exceeding.join(', ')}`);
          context.print(`${created.key}\n`);
          return 0;
        },
      );
    }
    throw new CliFault(
      'bad_argument',
      'usage: key list | create EMAIL --scopes A,B [--restricted] [--expires DATE] | revoke UUID',
    );
  });
}

function scopesOf(text: string | undefined): Scope[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  return names.map((name) => {
    const scope = scopes.find((candidate) => candidate === name);
    if (scope === undefined) throw new CliFault('bad_argument', `--scopes is a list of ${scopes.join(', ')}`);
    return scope;
  });
}

function momentOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const checked = endMomentInUtc.safeParse(text);
  if (!checked.success) throw new CliFault('bad_argument', '--expires is a date such as 2027-01-31');
  return checked.data;
}
