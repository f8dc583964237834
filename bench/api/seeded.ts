import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/data/index.ts';
import { createCallStore } from '../../src/features/calls/calls/index.ts';
import { createAccountStore } from '../../src/features/people/accounts/index.ts';
import type { Place } from './places.ts';
import { liveCalls, seed, uuidOf } from './seed.ts';
import { startServer } from './server.ts';

const email = 'bench@example.com';
const root = new URL('../../../', import.meta.url);
/** Well below the time after which another process considers a call abandoned. */
const renewEveryMs = 5000;

/** Registers the first account, which also creates its database. */
export async function makeAccount(place: Place, env: NodeJS.ProcessEnv): Promise<{ email: string; token: string }> {
  const server = await startServer('control plane alone', place, env);
  try {
    const response = await fetch(new URL('/api/auth/register', server.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse battery', organization_name: 'Bench' }),
    });
    if (response.status !== 201) throw new Error(`the first account was answered with ${response.status}`);
    const { token } = (await response.json()) as { token: string };
    return { email, token };
  } finally {
    await server.close();
  }
}

/** Fills the database and renews the live calls until closed. */
export async function openSeeded(place: Place, options: { readonly calls: number; readonly email: string }) {
  const database = await openDatabase({ ...place, migrationsDir: fileURLToPath(new URL('migrations', root)) });
  const owner = await database.ownerLock();
  const account = await createAccountStore(database).byEmail(options.email);
  if (account === undefined) throw new Error(`there is no account ${options.email}`);
  const newest = new Date();
  await seed(database, {
    calls: options.calls,
    userUuid: account.uuid,
    owner: owner.id,
    now: newest,
    withInteractions: true,
  });
  const leaseUntil = (): string => new Date().toISOString();
  const store = createCallStore(database, { owner: owner.id, leaseUntil });
  const live = Array.from({ length: liveCalls }, (_, index) => uuidOf('call', index));
  const renewing = setInterval(() => void store.renew(live, leaseUntil()).catch(() => {}), renewEveryMs);
  return {
    newest,
    async close() {
      clearInterval(renewing);
      await database.close();
      await owner.close();
    },
  };
}
