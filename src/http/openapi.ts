import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { ListedRoute, RouteList } from './route-list.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** One sentence for the API's documentation. */
    summary?: string;
    tags?: readonly string[];
    /** Content type of the answer when it is not JSON. */
    answers?: readonly string[];
    hide?: boolean;
  }
}

type Json = Record<string, unknown>;

const problem: Json = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string', description: 'What is wrong, in a sentence.' } },
};

/** Serves `/openapi.json`, made from the schemas of the routes. */
export function registerOpenApi(app: FastifyInstance, list: RouteList, version: string): void {
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { access: 'public' },
    schema: { summary: 'This description.', tags: ['server'] },
    handler: async () => describeApi(list.routes, version),
  });
}

function describeApi(routes: readonly ListedRoute[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.schema.hide) continue;
    const path = route.url.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    paths[path] = operations;
    for (const method of route.methods) {
      if (method !== 'HEAD' && method !== 'OPTIONS') operations[method.toLowerCase()] = describeRoute(route);
    }
  }
  return { openapi: '3.1.0', info: { title: 'Parley', version }, paths };
}

function describeRoute({ schema, access }: ListedRoute): Json {
  const body = schema.body instanceof z.ZodType ? { requestBody: { content: jsonContent(schema.body, 'input') } } : {};
  return {
    summary: schema.summary ?? '',
    tags: schema.tags ?? [],
    description: access === 'public' ? 'Answers to anyone.' : 'Answers to this machine only, until accounts exist.',
    parameters: [...parameters('path', schema.params), ...parameters('query', schema.querystring)],
    ...body,
    responses: {
      ...responses(schema),
      default: { description: 'An error.', content: { 'application/json': { schema: problem } } },
    },
  };
}

function responses({ response, answers }: FastifySchema): Json {
  if (answers !== undefined)
    return { 200: { description: 'Done.', content: Object.fromEntries(answers.map((type) => [type, {}])) } };
  return Object.fromEntries(
    Object.entries((response ?? {}) as Record<string, unknown>).map(([status, schema]) => [
      status,
      { description: 'Done.', ...(schema instanceof z.ZodType ? { content: jsonContent(schema, 'output') } : {}) },
    ]),
  );
}

function parameters(place: 'path' | 'query', schema: unknown): Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties = {}, required = [] } = toJson(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, own]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: own,
  }));
}

const jsonContent = (schema: z.ZodType, io: 'input' | 'output'): Json => ({
  'application/json': { schema: toJson(schema, io) },
});

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
