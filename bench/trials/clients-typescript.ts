import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { findInstallation } from '../../src/config/installation.ts';
import type { Account, ClientResult } from './clients-result.ts';
import { runProgram } from './python-packages.ts';

/** Generates a TypeScript client in `folder`, type-checks it and a program that uses it, and runs that program. */
export async function tryTypescript(
  folder: string,
  { address, email, password, description }: Account,
  env: NodeJS.ProcessEnv,
): Promise<ClientResult> {
  const modules = join(findInstallation(import.meta.url).rootDir, 'node_modules');
  await mkdir(folder, { recursive: true });
  await symlink(modules, join(folder, 'node_modules'));
  const nodes = await openapiTS(description, { transform: bytesAsBlob });
  await writeFile(join(folder, 'schema.ts'), astToString(nodes));
  await writeFile(join(folder, 'use-client.ts'), program);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}\n');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use-client.ts'] }));
  const run = (...args: string[]) => runProgram([process.execPath, ...args], { env, cwd: folder });
  const checked = await run(join(modules, 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json');
  if (checked?.status !== 0) return { kind: 'failed', step: 'types', output: checked?.output ?? '' };
  const used = await run(join('out', 'use-client.js'), address, email, password);
  if (used?.status !== 0) return { kind: 'failed', step: 'use', output: used?.output ?? '' };
  return { kind: 'works', figure: `${nodes.length} declarations` };
}

/** As the generator's documentation recommends for files. */
const bytesAsBlob = ({ format }: { format?: string }): ts.TypeNode | undefined =>
  format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined;

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  module: 'nodenext',
  moduleResolution: 'nodenext',
  target: 'es2022',
  lib: ['es2023', 'dom'],
  types: ['node'],
  outDir: 'out',
};

const program = `import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const [baseUrl = '', email = '', password = ''] = process.argv.slice(2);
const anyone = createClient<paths>({ baseUrl });
const login = await anyone.POST('/api/auth/login', { body: { email, password } });
assert(login.data, login.error?.detail);
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${login.data.token}\` } });

const me = await client.GET('/api/auth/me');
assert.equal(me.data?.email, email);

const contact = await client.POST('/v1/contacts', { body: { phone: '+1 202 555 0178', name: 'TypeScript' } });
assert(contact.data, contact.error?.detail);
assert.equal(contact.data.phone, '+12025550178');

const content = '%PDF-1.7\\nby a generated client\\n';
const document = await client.POST('/api/kb/documents', {
  body: { file: new Blob([content]), title: 'TypeScript' },
  bodySerializer(body) {
    assert('file' in body);
    const form = new FormData();
    if (body.title !== undefined) form.set('title', body.title);
    form.set('file', body.file, 'typescript.pdf');
    return form;
  },
});
assert(document.data, document.error?.detail);
assert.equal(document.data.mime_type, 'application/pdf');

const ofDocument = { params: { path: { uuid: document.data.uuid } } };
const file = await client.GET('/api/kb/documents/{uuid}/file', { ...ofDocument, parseAs: 'blob' });
assert(file.data, file.error?.detail);
assert.equal(await file.data.text(), content);

const calls = await client.GET('/v1/calls', { params: { query: { limit: 10 } } });
assert.equal(calls.data?.total, 0);

const ofContact = { params: { path: { uuid: contact.data.uuid } } };
assert.equal((await client.DELETE('/api/kb/documents/{uuid}', ofDocument)).response.status, 204);
assert.equal((await client.DELETE('/v1/contacts/{uuid}', ofContact)).response.status, 204);
const gone = await client.GET('/v1/contacts/{uuid}', ofContact);
assert.match(gone.error?.detail ?? '', new RegExp(contact.data.uuid));
`;
