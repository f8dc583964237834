import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { canonicalId } from './fields.ts';
import { inputAdvice } from './input-advice.ts';
import { Problem } from './problem.ts';

/** Where a value came from, for display to users. */
const places: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  headers: 'headers',
};

/**
 * Validates requests and responses with the zod schemas of routes. Invalid input is 400 (404 for a path parameter); an
 * invalid response is an internal error.
 */
export function registerZod(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value: unknown) => {
    const parsed = schema.safeParse(partOf(value, httpPart), { error: inputAdvice });
    return parsed.success ? { value: parsed.data } : { error: refusal(parsed.error, httpPart) };
  });
  app.setSerializerCompiler<z.ZodType>(({ schema }) => (value: unknown) => {
    if (!(schema instanceof z.ZodType)) return JSON.stringify(value);
    return JSON.stringify(schema.parse(value));
  });
}

/** Returns what a schema validates: a missing body is an empty one, and ids of a path are in the form they are stored. */
function partOf(value: unknown, httpPart: string | undefined): unknown {
  if (httpPart === 'body') return value ?? {};
  if (httpPart !== 'params') return value;
  const parts = Object.entries(value as Readonly<Record<string, string>>);
  return Object.fromEntries(parts.map(([name, part]) => [name, canonicalId(part)]));
}

/**
 * Validates what a route's schema cannot check: parts of a form, and bodies of several kinds. Throws a 400 that names
 * the fields.
 */
export function checkedBody<S extends z.ZodType>(type: S, value: unknown): z.output<S> {
  const parsed = type.safeParse(value, { error: inputAdvice });
  if (parsed.success) return parsed.data;
  throw new Problem('bad_request', describe(parsed.error, places.body as string));
}

/** A malformed id in the path cannot belong to anything, so it is 404. */
const refusal = (error: z.ZodError, httpPart: string | undefined): Problem =>
  httpPart === 'params'
    ? new Problem('not_found', 'There is nothing at this address.')
    : new Problem('bad_request', describe(error, places[httpPart ?? ''] ?? 'request'));

/** Names the fields and the accepted values, never what was sent. */
function describe(error: z.ZodError, place: string): string {
  const sentences = error.issues.map((issue) => {
    const path = issue.path.join('.');
    return `${place}${path === '' ? '' : ` ${path}`}: ${issue.message}`;
  });
  const different = [...new Set(sentences)];
  const shown = different.slice(0, 5);
  const more = different.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
