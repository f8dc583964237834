import { describe, expect, test } from 'vitest';
import { apiTypesOf } from '../../bin/set-up/api-types.mjs';
import { readApiDocument } from '../../src/app/api-document.ts';
import { openTestApp } from '../http/test-app.ts';

interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describe('the types of the API for the console', () => {
  test('are generated from the document that the server serves', async () => {
    const app = await openTestApp();
    const served = (await app.http.inject('/openapi.json')).json();
    const { info, ...read } = (await readApiDocument()) as { readonly info: object };
    const { info: _info, ...rest } = served;
    expect(read).toEqual(rest);
    expect(info).toMatchObject({ title: 'Parley' });
  });

  test('declare every path and every named schema of the document', async () => {
    const document = (await readApiDocument()) as Document;
    const types = await apiTypesOf(document);
    expect(Object.keys(document.paths).filter((path) => !types.includes(`\n    "${path}": {`))).toEqual([]);
    const isDeclared = (name: string) => new RegExp(`\\n {8}${name}: `).test(types);
    expect(Object.keys(document.components.schemas).filter((name) => !isDeclared(name))).toEqual([]);
  });

  test('state the body of a successful response and one body for all errors, without texts', async () => {
    const types = await apiTypesOf({
      openapi: '3.1.0',
      info: { title: 'Example', version: '1' },
      paths: {
        '/things': {
          get: {
            summary: 'Lists things.',
            responses: {
              200: {
                description: 'Done.',
                headers: { 'X-Count': { schema: { type: 'integer' } } },
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
              },
              404: { $ref: '#/components/responses/not_found' },
            },
          },
        },
      },
      components: {
        schemas: {
          Thing: { type: 'object', required: ['description'], properties: { description: { type: 'string' } } },
          Problem: { type: 'object', description: 'An error.' },
        },
        responses: { not_found: { description: 'Absent.' } },
        headers: {},
      },
    });
    expect(types).toContain('"application/json": components["schemas"]["Thing"];');
    expect(types).toMatch(/default: \{[^}]*\}[^}]*components\["schemas"\]\["Problem"\]/s);
    expect(types).toContain('description: string;');
    expect(types).not.toMatch(/404|X-Count|Lists things|An error/);
  });
});
