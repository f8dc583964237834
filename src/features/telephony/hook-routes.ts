import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../../http/problem.ts';
import { callbackFields, type ProviderModule } from '../../telephony/index.ts';

/** Of every address that a provider calls. */
export const open = { method: ['GET', 'POST'] as string[] };

type Errors = Readonly<Record<string, string>>;

/** A provider that signs is held to its signature. */
export const configOf = ({ signature }: ProviderModule, errors: Errors = {}) => ({
  ...{ access: 'public' as const, limit: 'none' as const },
  errors:
    signature === undefined
      ? errors
      : { ...errors, forbidden: 'The signature does not match the account of the call.' },
});

export const urlOf = ({ name }: ProviderModule, path: string): string => `/api/voice/webhooks/${name}/${path}`;

/** Query and body of a callback together; the body wins. */
export function fieldsOf(request: FastifyRequest): Record<string, unknown> {
  const query = callbackFields.safeParse(request.query);
  const body = callbackFields.safeParse(request.body ?? {});
  if (!query.success || !body.success) throw new Problem('bad_request', 'The callback body has no fields.');
  return { ...query.data, ...body.data };
}

/** The fields that a schema knows; throws 400 where one of them is nothing that a provider sends. */
export function read<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const parsed = schema.safeParse(fieldsOf(request));
  if (parsed.success) return parsed.data;
  throw new Problem('bad_request', `${String(parsed.error.issues[0]?.path[0])} has an unsupported value.`);
}

/** A document goes out in the provider's format. */
export function send(reply: FastifyReply, { documents }: ProviderModule, body: string | object): FastifyReply {
  if (documents.format.type === 'json') return reply.send(body);
  return reply.type('application/xml; charset=utf-8').send(body);
}

export const badId = ({ callbacks }: ProviderModule): Problem =>
  new Problem('bad_request', `${callbacks.idField} must name the call.`);
