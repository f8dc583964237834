import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { exceededLimit } from '../../media/kit/parse-json.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** JSON body as received, which a sender may have signed. */
    jsonText?: string;
  }
}

/** Returns whether a route requires a body. */
function needsBody({ routeOptions }: FastifyRequest): boolean {
  const { body } = (routeOptions.schema ?? {}) as { body?: unknown };
  return body instanceof z.ZodType ? !body.safeParse({}).success : body !== undefined;
}

const nullBody = (): Problem => new Problem('bad_request', 'body: must be an object, not null.');

/**
 * Parses JSON as Fastify does, except that an empty body is allowed where a route needs none: many clients send a
 * content type on every POST.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  app.decorateRequest('jsonText', undefined);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.jsonText = body;
    const limit = exceededLimit(body);
    if (body === '' && !needsBody(request)) done(null, undefined);
    else if (limit !== undefined) done(new Problem('bad_request', `The body must have ${limit}.`));
    else void parse(request, body, (error, value) => (value === null ? done(nullBody()) : done(error, value)));
  });
}
