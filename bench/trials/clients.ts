import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServerChild } from '../../src/cli/server-child.ts';
import { tryPython } from './clients-python.ts';
import type { Account, ClientResult } from './clients-result.ts';
import { tryTypescript } from './clients-typescript.ts';
import { askerAt } from './tenant-ask.ts';
import { conclude, type Verdict } from './verdict.ts';

const usage = `clients: a TypeScript and a Python client, generated from /openapi.json of a server of its own, type-checked and used.
  --out FILE   (default bench/results/clients.json)
Python needs version 3.11 or newer with pip, which fetches openapi-python-client and mypy once.
`;

const options = {
  out: { type: 'string', default: 'bench/results/clients.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'parley-clients-'));
  const entry = new URL('./scripted-server.js', import.meta.url);
  const own = { REGISTRATION: 'open', LOG_LEVEL: 'error', ADMISSION: 'off', DATABASE_URL: '' };
  const dataDir = join(folder, 'data');
  const started = await startServerChild({ entry, env: { ...env, ...own }, dataDir, readyTimeoutMs: 60_000 });
  if (!started.ok) throw new Error(started.detail);
  try {
    const account = await openAccount(started.server.baseUrl);
    const verdicts = [
      verdictOf('TypeScript', await tryTypescript(join(folder, 'typescript'), account, env)),
      verdictOf('Python', await tryPython(join(folder, 'python'), account, env)),
    ];
    return await conclude(values.out, verdicts);
  } finally {
    await started.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates the account with which the clients log in. */
export async function openAccount(address: string): Promise<Account> {
  const ask = askerAt(address);
  const known = { email: 'client@example.com', password: 'correct horse battery' };
  const body = { ...known, organization_name: 'Clients' };
  const { status, text } = await ask('POST', '/api/auth/register', { body });
  if (status !== 201) throw new Error(`the registration returned ${status}: ${text}`);
  const description = (await ask('GET', '/openapi.json')).text;
  return { address, ...known, description };
}

export function verdictOf(language: string, result: ClientResult): Verdict {
  const about = {
    test: `${language} client, generated, type-checked and used`,
    limit: 'no warning of the generator, no type error, every step of the program',
  };
  if (result.kind === 'works') return { ...about, figure: result.figure, outcome: 'pass' };
  if (result.kind === 'skipped') return { ...about, figure: `skipped: ${result.reason}`, outcome: 'skip' };
  process.stderr.write(`${result.output}\n`);
  return { ...about, figure: `failed at ${result.step}`, outcome: 'fail' };
}
