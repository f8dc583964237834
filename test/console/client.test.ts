import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openTestApp } from '../http/test-app.ts';

const path = join(import.meta.dirname, '..', '..', 'console', 'src', 'server', 'api.d.ts');
const head = '/** Made from the routes by `npm run client`. */\n\n';

/** What a type does not say, so that a changed sentence changes no type. */
const texts = new Set(['description', 'summary', 'example', 'examples', 'title']);

/** Keys of `properties` are names, whatever they are called. */
function withoutTexts(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutTexts(one));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      !areNames && texts.has(key) ? [] : [[key, withoutTexts(value, !areNames && key === 'properties')]],
    ),
  );
}

interface Answered {
  headers?: unknown;
  content?: unknown;
}

interface Described {
  components: Record<string, unknown>;
  paths: Record<string, Record<string, { responses: Record<string, Answered> }>>;
}

const blob = ts.factory.createTypeReferenceNode('Blob');

const problem = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } };

/** Every error has the same body, so that one answer stands for them all; headers are for other programs. */
function onlyBodies({ paths, components }: Described): void {
  delete components.responses;
  delete components.headers;
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const good = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    for (const [, response] of good) delete response.headers;
    operation.responses = { ...Object.fromEntries(good), default: problem };
  }
}

test('the console’s API types match the routes; `npm run client` regenerates them', async () => {
  const app = await openTestApp();
  const api = (await app.http.inject({ url: '/openapi.json' })).json();
  onlyBodies(api);
  const types = await openapiTS(withoutTexts(api) as OpenAPI3, {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  await expect(head + astToString(types)).toMatchFileSnapshot(path);
});
