import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import { invariant } from '../../media/kit/invariant.ts';
import { oneLine } from './fields.ts';
import { Problem } from './problem.ts';

/**
 * Rejects query parameters that a route does not declare: a misspelled filter would otherwise return every row. Provider
 * callbacks accept any, because providers add parameters of their own, and so do pages and their files.
 */
export function registerQueryNames(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, schema }) => {
    const { querystring } = schema ?? {};
    invariant(querystring === undefined || querystring instanceof z.ZodObject, `the query of ${url} is not an object`);
  });
  app.addHook('preValidation', async ({ query, is404, routeOptions }) => {
    const { url = '*', schema = {} } = routeOptions;
    if (is404 || url.includes('*') || schema.hide || schema.fields !== undefined) return;
    const names = namesOf(schema);
    const unknown = Object.keys(query as object).filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Problem('bad_request', adviceOf(unknown, names));
  });
}

const namesOf = ({ querystring }: FastifySchema): readonly string[] =>
  querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];

const maxNames = 5;
const maxNameCharacters = 60;

function adviceOf(unknown: readonly string[], allNames: readonly string[]): string {
  const shown = unknown.slice(0, maxNames).map((name) => oneLine(name.slice(0, maxNameCharacters)));
  const names = `${shown.join(', ')}${unknown.length > maxNames ? ', …' : ''}`;
  const verb = unknown.length === 1 ? 'is not a query parameter' : 'are not query parameters';
  const accepted = allNames.length === 0 ? 'It accepts none.' : `It accepts ${allNames.join(', ')}.`;
  return `${names} ${verb} of this operation. ${accepted}`;
}
