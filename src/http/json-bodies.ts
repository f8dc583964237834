import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from './problem.ts';

/** Whether a route cannot do without a body. */
function needsBody({ routeOptions }: FastifyRequest): boolean {
  const { body } = (routeOptions.schema ?? {}) as { body?: unknown };
  return body instanceof z.ZodType ? !body.safeParse({}).success : body !== undefined;
}

const nullBody = (): Problem => new Problem('bad_request', 'body: must be an object, not null.');

/**
 * JSON as Fastify reads it, but for one thing: many clients name a content type on every POST, so an empty body is no
 * error where a route needs none.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !needsBody(request)) done(null, undefined);
    else void parse(request, body, (error, value) => (value === null ? done(nullBody()) : done(error, value)));
  });
}
