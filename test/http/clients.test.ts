import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAccount, verdictOf } from '../../bench/trials/clients.ts';
import { tryTypescript } from '../../bench/trials/clients-typescript.ts';
import { openTestApp, temporaryFolder } from './test-app.ts';

it('a generated TypeScript client passes its type checker and works', async () => {
  const app = await openTestApp({ signedIn: false });
  const account = await openAccount(app.address);
  const result = await tryTypescript(join(temporaryFolder(), 'client'), account, process.env);
  const verdict = verdictOf('TypeScript', result);
  expect(verdict, verdict.figure).toMatchObject({ outcome: 'pass' });
});
