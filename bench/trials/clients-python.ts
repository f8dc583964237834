import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findInstallation } from '../../src/config/installation.ts';
import type { Account, ClientResult } from './clients-result.ts';
import { findPythonPackages } from './python-packages.ts';

/**
 * Generates a Python client in `folder` with openapi-python-client, type-checks it and a program that uses it with
 * mypy, and runs that program.
 */
export async function tryPython(folder: string, account: Account, env: NodeJS.ProcessEnv): Promise<ClientResult> {
  const packages = await findPythonPackages('clients', env);
  if (!packages.ok) return { kind: 'skipped', reason: packages.reason };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'openapi.json'), account.description);
  await writeFile(join(folder, 'generator.json'), JSON.stringify(generatorSettings));
  const source = join(findInstallation(import.meta.url).rootDir, 'bench', 'trials', 'python', 'use-client.py');
  await copyFile(source, join(folder, 'use_client.py'));
  const run = (...args: string[]) => packages.run(args, { cwd: folder });

  const generate = ['-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', '--meta', 'none'];
  const how = ['--output-path', client, '--config', 'generator.json', '--fail-on-warning'];
  const generated = await run(...generate, ...how);
  if (generated.status !== 0) return { kind: 'failed', step: 'generation', output: generated.output };
  await importUnset(join(folder, client, 'api'));
  const checked = await run('-m', 'mypy', '--strict', '--no-incremental', client, 'use_client.py');
  if (checked.status !== 0) return { kind: 'failed', step: 'types', output: checked.output };
  const used = await run('use_client.py', account.address, account.email, account.password);
  if (used.status !== 0) return { kind: 'failed', step: 'use', output: used.output };
  return { kind: 'works', figure: `${/(\d+) source files/.exec(checked.output)?.[1]} files` };
}

const client = 'parley_client';

/** Disables the formatters that it would run afterwards. */
const generatorSettings = { post_hooks: [], project_name_override: 'parley-client', package_name_override: client };

/**
 * The generator does not import `Unset` if a required body has two content types and no parameter is optional:
 * https://github.com/openapi-generators/openapi-python-client/issues/1451
 */
async function importUnset(api: string): Promise<void> {
  const files = await readdir(api, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.py'))) {
    const source = await readFile(join(api, file), 'utf8');
    const mended = source.replace(/^(from \.\.\.types import Response, UNSET)$/m, '$1, Unset');
    if (mended !== source) await writeFile(join(api, file), mended);
  }
}
