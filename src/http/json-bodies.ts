import type { FastifyInstance, FastifyRequest } from 'fastify';

const takesBody = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.schema as { body?: unknown } | undefined)?.body !== undefined;

/**
 * JSON as Fastify reads it, but for one thing: many clients name a content type on every POST, so an empty body is no
 * error where none is asked for.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !takesBody(request)) done(null, undefined);
    else parse(request, body, done);
  });
}
