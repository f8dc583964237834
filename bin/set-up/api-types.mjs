import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Keys that a type does not state, so that a changed sentence changes no type. */
const texts = new Set(['description', 'summary', 'example', 'examples', 'title']);

const blob = ts.factory.createTypeReferenceNode('Blob');
const problem = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } };

/**
 * Keys of `properties` are names, whatever they are called.
 * @param {unknown} node @returns {unknown}
 */
function withoutTexts(node, areNames = false) {
  if (Array.isArray(node)) return node.map((one) => withoutTexts(one));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      !areNames && texts.has(key) ? [] : [[key, withoutTexts(value, !areNames && key === 'properties')]],
    ),
  );
}

/**
 * Every error has the same body, so one response represents them all. The console reads no headers.
 * @param {any} document OpenAPI
 */
function onlyBodies({ paths, components, ...document }) {
  const { responses: _responses, headers: _headers, ...kept } = components;
  const operations = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        { ...operation, responses: { ...successes(operation.responses), default: problem } },
      ]),
    ),
  ]);
  return { ...document, components: kept, paths: Object.fromEntries(operations) };
}

/** @param {Record<string, { headers?: unknown }>} responses */
const successes = (responses) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { headers: _headers, ...response }]) => [status, response]),
  );

/**
 * Returns the TypeScript declarations of an OpenAPI document: `paths`, `components` and `operations`.
 * @param {unknown} document
 */
export async function apiTypesOf(document) {
  const schema = /** @type {import('openapi-typescript').OpenAPI3} */ (withoutTexts(onlyBodies(document)));
  const types = await openapiTS(schema, {
    // A field of a request with a default may be absent; those of a response are required anyway.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  return `/** Generated from the routes by \`npm run api-types\`. */\n\n${astToString(types)}`;
}
