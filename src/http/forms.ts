import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const maxFormBytes = 64 * 1024;

/**
 * Calls `register` with an app whose routes accept urlencoded forms. No other routes do: a page of any site may send
 * such a form without a preflight, which JSON requires.
 */
export function registerForms(app: FastifyInstance, register: (forms: FastifyInstance) => void): void {
  app.register(async (forms) => {
    await forms.register(formbody, { bodyLimit: maxFormBytes });
    register(forms);
  });
}

/** Returns query and body. A repeated field of a query or form is its first text; JSON is left as it is. */
export function formPartsOf(request: FastifyRequest): readonly [query: unknown, body: unknown] {
  const body = request.body ?? {};
  return [firstTexts(request.query ?? {}), request.jsonText === undefined ? firstTexts(body) : body];
}

const firstTexts = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
