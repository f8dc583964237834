import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ProblemCode } from '../problem.ts';
import { describeOperation } from './operation.ts';
import type { ListedRoute, RouteList } from './route-list.ts';
import { createNamedSchemas, type Json } from './schemas.ts';
import { errorExamples, errorTexts, introduction, tags } from './texts.ts';

export interface OpenApiOptions {
  readonly version: string;
  /** Limit for one caller on a route without a limit of its own. */
  readonly perMinute: number | 'off';
}

/** Serves `/openapi.json`, generated from the declarations of the routes. */
export function registerOpenApi(app: FastifyInstance, list: RouteList, options: OpenApiOptions): void {
  // Cached: generation takes 0.1 s of CPU, and routes cannot be added once the server has answered a request.
  let described: Json | undefined;
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { access: 'public' },
    schema: {
      summary: 'Returns the OpenAPI description of this API.',
      tags: ['server'],
      response: { 200: z.looseObject({}) },
    },
    handler: async () => {
      described ??= describeApi(list.routes, options);
      return described;
    },
  });
}

function describeApi(routes: readonly ListedRoute[], { version, perMinute }: OpenApiOptions): Json {
  const schemas = createNamedSchemas();
  const paths: Record<string, Json> = {};
  const used = new Set<string>();
  for (const route of routes) {
    if (route.schema.hide) continue;
    const path = route.url.replaceAll(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] ??= {};
    for (const tag of route.schema.tags ?? []) used.add(tag);
    for (const method of route.methods) {
      if (method !== 'HEAD' && method !== 'OPTIONS')
        paths[path][method.toLowerCase()] = describeOperation(route, method, { schemas, perMinute });
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description: introduction,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: inOrder(used).map((name) => ({ name, ...(tags[name] === undefined ? {} : { description: tags[name] }) })),
    paths,
    components: {
      schemas: { ...schemas.components, Problem: problem, JsonFile: jsonFile },
      responses: Object.fromEntries(Object.keys(errorTexts).map((code) => [code, errorResponse(code as ProblemCode)])),
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session token or an API key.' },
      },
    },
  };
}

/** In the order of the texts; tags without a text come last. */
const inOrder = (used: ReadonlySet<string>): readonly string[] => [
  ...Object.keys(tags).filter((name) => used.has(name)),
  ...[...used].filter((name) => !(name in tags)),
];

const problem: Json = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string', description: 'What is wrong and what to do, in a sentence.' } },
};

const jsonFile: Json = { type: 'object', description: 'The content of a file.' };

const seconds = (description: string): Json => ({ description, schema: { type: 'integer', minimum: 0 } });

const headers: Json = {
  'X-Request-Id': { description: 'The id of this request in the log.', schema: { type: 'string', format: 'uuid' } },
  'X-RateLimit-Limit': seconds('Allowed requests per minute.'),
  'X-RateLimit-Remaining': seconds('Remaining requests in this minute.'),
  'X-RateLimit-Reset': seconds('Seconds until the limit resets.'),
  'Retry-After': seconds('Seconds to wait before retrying.'),
  Allow: { description: 'The methods that the path supports.', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: { type: 'string' } },
};

const headersOfErrors: Partial<Record<ProblemCode, string>> = {
  unauthorised: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  too_many_requests: 'Retry-After',
};

function errorResponse(code: ProblemCode): Json {
  const errorHeaders = headersOfErrors[code];
  const named = ['X-Request-Id', ...(errorHeaders === undefined ? [] : [errorHeaders])];
  const detail = errorExamples[code];
  return {
    description: errorTexts[code],
    headers: Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(detail === undefined ? {} : { example: { detail } }),
      },
    },
  };
}
