import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemsOf } from '../../src/http/openapi/operation.ts';
import { statusOf } from '../../src/http/problem.ts';

/** Published by fastify for each request that reaches its handler. */
const handled = channel('tracing:fastify.request.handler:start');

interface Handled {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Records every status of a handler above 399 that its operation does not declare in `/openapi.json`, until stopped.
 * Errors before the handler belong to the rules of all routes.
 */
export function tapStatuses(app: FastifyInstance): { readonly undeclared: readonly string[]; stop(): void } {
  const undeclared: string[] = [];
  const onHandled = (message: unknown): void => {
    const { request, reply } = message as Handled;
    if (request.server.server !== app.server) return;
    reply.raw.once('finish', () => {
      const { statusCode } = reply;
      if (statusCode > 399 && !mayReturn(request, statusCode))
        undeclared.push(`${request.method} ${request.routeOptions.url}: ${statusCode}`);
    });
  };
  handled.subscribe(onHandled);
  return { undeclared, stop: () => void handled.unsubscribe(onHandled) };
}

function mayReturn({ method, routeOptions }: FastifyRequest, statusCode: number): boolean {
  const { schema, config, url = '*' } = routeOptions;
  if (schema === undefined || schema.hide === true || url.includes('*')) return true;
  if (String(statusCode) in ((schema.response as object | undefined) ?? {})) return true;
  const { access = 'public', errors } = config;
  return [...problemsOf({ access, schema, errors }, method)].some((code) => statusOf(code) === statusCode);
}
