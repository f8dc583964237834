import { parseArgs } from 'node:util';
import { createAccountStore } from '../features/accounts/index.ts';
import { createApiKeyStore, createApiKeys } from '../features/api-keys/index.ts';
import { oneLine } from '../http/fields.ts';
import { type Scope, scopes } from '../http/identity.ts';
import { audited } from './audited.ts';
import { CliFault } from './cli-fault.ts';
import { type DatabaseCommandContext, known, parsed, withDatabase } from './user-command.ts';

const options = { name: { type: 'string', default: 'command line' }, scopes: { type: 'string' } } as const;

/** Manages API keys directly in the database, without a running server. Throws `CliFault`. */
export async function keyCommand(argv: readonly string[], context: DatabaseCommandContext): Promise<number> {
  const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const [verb, subject, ...rest] = positionals;
  return withDatabase(context.config, async (database) => {
    const store = createApiKeyStore(database);
    if (verb === 'list' && subject === undefined) {
      for (const { prefix, ownerEmail, name, scopes: granted, lastUsedAt } of await store.all())
        context.print(
          `${[prefix, ownerEmail, oneLine(name), granted.join(','), lastUsedAt ?? 'never used'].join('  ')}\n`,
        );
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
      const { uuid: userUuid, membership } = await known(createAccountStore(database), subject);
      if (membership === undefined)
        throw new CliFault('account_conflict', `${subject} does not belong to an organisation`);
      const keys = createApiKeys({ store, now: () => new Date(), onTrouble: () => {} });
      const owner = { organisationId: membership.organisationId, userUuid };
      const wanted = { name: values.name, scopes: scopesOf(values.scopes) };
      const { organisationId } = membership;
      const fields = Object.keys(wanted);
      return audited(
        database,
        { organisationId, action: 'key create', subject: { user_uuid: userUuid }, fields },
        async () => {
          const made = await keys.create(owner, wanted);
          if (made === 'too_many') throw new CliFault('account_conflict', `${subject} has too many keys`);
          context.print(`${made.key}\n`);
          return 0;
        },
      );
    }
    throw new CliFault('bad_argument', 'usage: key list | create EMAIL --scopes A,B | revoke UUID');
  });
}

function scopesOf(text: string | undefined): Scope[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  return names.map((name) => {
    const scope = scopes.find((one) => one === name);
    if (scope === undefined) throw new CliFault('bad_argument', `--scopes is a list of ${scopes.join(', ')}`);
    return scope;
  });
}
