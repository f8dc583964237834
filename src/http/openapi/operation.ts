import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import type { CallerAccess } from '../access.ts';
import { bytesType } from '../content-types.ts';
import type { Role } from '../identity.ts';
import { publicPerMinute } from '../limits/rate-limits.ts';
import { type ProblemCode, statusOf } from '../problem.ts';
import type { ListedRoute } from './route-list.ts';
import type { Json, NamedSchemas } from './schemas.ts';
import { errorTexts } from './texts.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** One sentence for the API's documentation. */
    summary?: string;
    /** Further details, in Markdown. */
    description?: string;
    tags?: readonly string[];
    /** Content types of the response when it is not JSON. */
    answers?: readonly string[];
    /** Schema of a multipart body, with files as `z.file()`. Documentation only: the route parses the body itself. */
    multipart?: z.ZodType;
    /** Schema of the JSON accepted instead of the form. Documentation only, like `multipart`. */
    orJson?: z.ZodType;
    /** Whether the bytes of the file are accepted as the whole body instead of the form. */
    orBytes?: true;
    /** Fields of a form, a JSON body or a query. Documentation only: the route parses them itself. */
    fields?: z.ZodObject;
    /** Whether the response is a file that supports range requests. */
    ranges?: true;
    hide?: boolean;
  }
  interface FastifyContextConfig {
    /** Additional errors of the route, and when they occur. */
    errors?: Partial<Record<ProblemCode, string>>;
  }
}

export interface OperationOptions {
  readonly schemas: NamedSchemas;
  readonly perMinute: number | 'off';
}

const bodyMethods = ['POST', 'PUT', 'PATCH'];

export function describeOperation(route: ListedRoute, method: string, options: OperationOptions): Json {
  const { schema, url } = route;
  const limit = limitOf(route, options.perMinute);
  return {
    operationId: operationIdOf(method, url),
    summary: schema.summary ?? '',
    description: [
      schema.description,
      ...(schema.fields === undefined ? [] : [fieldsText]),
      accessText(route.access),
      limitText(route, limit),
    ]
      .filter(Boolean)
      .join('\n\n'),
    tags: schema.tags ?? [],
    ...(typeof route.access === 'string'
      ? { security: [] }
      : { security: [{ bearer: [...(route.access.scopes ?? [])] }], 'x-access': accessOf(route.access) }),
    'x-rate-limit':
      limit === undefined ? null : { per_minute: limit, counted_by: route.access === 'public' ? 'address' : 'caller' },
    parameters: [
      ...parameters('path', schema.params, options.schemas),
      ...parameters('query', schema.querystring ?? schema.fields?.partial(), options.schemas),
      ...parameters('header', schema.headers, options.schemas),
    ],
    ...requestBody(schema, method, options.schemas),
    responses: { ...successes(schema, method, limit, options.schemas), ...failures(route, method, limit) },
  };
}

/** Derived from method and path, so that it is always present, unique and stable. */
function operationIdOf(method: string, url: string): string {
  const parts = url
    .split(/[/.]/)
    .filter((part) => part !== '' && part !== 'api')
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part));
  const words = parts.join('-').split(/[-_]/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const fieldsText = 'A field may be in the query or in the body; the body takes precedence.';

function limitOf({ limit, access }: ListedRoute, perMinute: number | 'off'): number | undefined {
  if (limit === 'none' || perMinute === 'off') return undefined;
  return limit?.perMinute ?? (access === 'public' ? publicPerMinute : perMinute);
}

const accessOf = (access: CallerAccess): Json => ({
  scopes: access.scopes ?? [],
  any_scope: access.anyScope ?? false,
  role: access.role ?? 'member',
  api_keys: access.keys ?? true,
  superadmin: access.superadmin ?? false,
  or_superadmin: access.orSuperadmin ?? false,
  organisation: access.organisation ?? true,
});

function roleText(role: Role, orSuperadmin = false): string {
  const named = `the role \`${role}\`${role === 'manager' ? ' or `admin`' : ''}`;
  return orSuperadmin ? `${named}, or a superadmin` : named;
}

function accessText(access: ListedRoute['access']): string {
  if (typeof access === 'string') return access === 'public' ? 'Needs no credential.' : 'Serves this machine only.';
  const { scopes = [], role = 'member', keys = true, superadmin = false } = access;
  const needs = [
    ...(superadmin ? ['a superadmin'] : []),
    ...(role === 'member' ? [] : [roleText(role, access.orSuperadmin)]),
    ...(scopes.length === 0
      ? []
      : [`the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.map((each) => `\`${each}\``).join(', ')}`]),
  ];
  const first = needs.length === 0 ? 'Accepts any valid credential' : `Needs ${needs.join(' and ')}`;
  return keys ? `${first}.` : `${first}; API keys are refused.`;
}

const limitText = ({ access }: ListedRoute, limit: number | undefined): string =>
  limit === undefined ? 'Not counted.' : `${limit} requests a minute${access === 'public' ? ' from one address' : ''}.`;

function requestBody(schema: FastifySchema, method: string, schemas: NamedSchemas): Json {
  if (schema.multipart !== undefined)
    return {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: schemas.toJson(schema.multipart, 'input') },
          ...(schema.orJson && { 'application/json': { schema: schemas.toJson(schema.orJson, 'input') } }),
          ...(schema.orBytes && { [bytesType]: contentOf(bytesType) }),
        },
      },
    };
  if (!bodyMethods.includes(method)) return {};
  if (schema.fields !== undefined) {
    const formSchema = { schema: schemas.toJson(partialOf(schema.fields), 'input') };
    return {
      requestBody: {
        required: false,
        content: { 'application/x-www-form-urlencoded': formSchema, 'application/json': formSchema },
      },
    };
  }
  if (!(schema.body instanceof z.ZodType)) return {};
  const required = !schema.body.safeParse({}).success;
  return {
    requestBody: { required, content: { 'application/json': { schema: schemas.toJson(schema.body, 'input') } } },
  };
}

/** With the name of the whole, since each field may be in the query instead. */
function partialOf(fields: z.ZodObject): z.ZodType {
  const id = fields.meta()?.id;
  return id === undefined ? fields.partial() : fields.partial().meta({ id });
}

function successes(schema: FastifySchema, method: string, limit: number | undefined, schemas: NamedSchemas): Json {
  const { answers, ranges } = schema;
  const headers = headersOf(limit === undefined ? ['X-Request-Id'] : ['X-Request-Id', ...limitHeaders]);
  if (answers !== undefined) {
    const content = Object.fromEntries(answers.map((type) => [type, contentOf(type)]));
    const part = {
      206: { description: 'The requested range.', headers, content },
      304: { description: 'Unchanged since the `ETag` in `If-None-Match`.', headers },
    };
    return { 200: { description: 'Done.', headers, content }, ...(ranges ? part : {}) };
  }
  const declared = (schema.response ?? { [method === 'DELETE' ? 204 : 200]: undefined }) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(declared).map(([status, response]) => [
      status,
      {
        description: successTexts[status] ?? 'Done.',
        headers,
        ...(response instanceof z.ZodType && !(response instanceof z.ZodNull)
          ? { content: { 'application/json': { schema: schemas.toJson(response, 'output') } } }
          : {}),
      },
    ]),
  );
}

const successTexts: Readonly<Record<string, string>> = {
  201: 'Made.',
  202: 'Accepted; processing continues in the background.',
};

/** A file of JSON is an object; text types are strings; other content is binary. */
function contentOf(type: string): Json {
  // OpenAPI 3.1 cannot describe an event stream: a schema there is read as that of one event.
  if (type === 'text/event-stream') return {};
  if (type === 'application/json') return { schema: { $ref: '#/components/schemas/JsonFile' } };
  return { schema: /\/xml$|^text\//.test(type) ? { type: 'string' } : { type: 'string', format: 'binary' } };
}

const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const headersOf = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Returns the problems that an operation may return, except those of any path. */
export function problemsOf(
  { access, schema, errors = {} }: Pick<ListedRoute, 'access' | 'schema' | 'errors'>,
  method: string,
): Set<ProblemCode> {
  const codes = new Set<ProblemCode>(['bad_request', 'internal', 'unavailable']);
  if (access !== 'public') codes.add('unauthorised').add('forbidden');
  if (schema.params !== undefined) codes.add('not_found').add('uri_too_long');
  if (bodyMethods.includes(method)) codes.add('too_large');
  if (schema.ranges) codes.add('range_not_satisfiable');
  for (const code of Object.keys(errors)) codes.add(code as ProblemCode);
  return codes;
}

function failures(route: ListedRoute, method: string, limit: number | undefined): Json {
  const { errors = {} } = route;
  const codes = problemsOf(route, method);
  if (limit !== undefined) codes.add('too_many_requests');
  return Object.fromEntries(
    [...codes].map((code) => {
      const $ref = `#/components/responses/${code}`;
      const reason = errors[code];
      return [
        String(statusOf(code)),
        reason === undefined ? { $ref } : { $ref, description: `${errorTexts[code]} ${reason}` },
      ];
    }),
  );
}

function parameters(place: 'path' | 'query' | 'header', schema: unknown, schemas: NamedSchemas): Json[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const { properties = {}, required = [] } = schemas.toJson(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }));
}
