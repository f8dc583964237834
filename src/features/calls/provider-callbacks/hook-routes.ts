import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { sendXml } from '../../../http/content-types.ts';
import { formPartsOf } from '../../../http/forms.ts';
import { Problem } from '../../../http/problem.ts';
import { callbackFields, type ProviderModule } from '../../../telephony/index.ts';

/** Methods of every callback route. */
export const open = { method: ['GET', 'POST'] as string[] };

type Errors = Readonly<Record<string, string>>;

/** Returns the route options of a callback. Providers with signatures add the error `forbidden`. */
export const configOf = ({ signature }: ProviderModule, errors: Errors = {}) => ({
  access: 'public' as const,
  limit: 'none' as const,
  errors:
    signature === undefined
      ? errors
      : { ...errors, forbidden: 'The signature does not match the account of the call.' },
});

export const urlOf = ({ name }: ProviderModule, path: string): string => `/api/voice/webhooks/${name}/${path}`;

/** Merges query and body of a callback; the body takes precedence. */
export function fieldsOf(request: FastifyRequest): Record<string, unknown> {
  const [query, body] = formPartsOf(request).map((part) => callbackFields.safeParse(part).data);
  if (query === undefined || body === undefined) throw new Problem('bad_request', 'The callback body has no fields.');
  return { ...query, ...body };
}

/** Returns the fields of a schema. Throws 400 if one of them, in the query or the body, is invalid. */
export function read<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const fields = fieldsOf(request);
  for (const part of formPartsOf(request)) parse(schema, part);
  return parse(schema, fields);
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Problem('bad_request', `${String(parsed.error.issues[0]?.path[0])} has an unsupported value.`);
}

/** Sends a document in the provider's format. */
export const send = (reply: FastifyReply, { documents }: ProviderModule, body: string | object): FastifyReply =>
  documents.format.type === 'json' ? reply.send(body) : sendXml(reply, body);

export const badId = ({ callbacks }: ProviderModule): Problem =>
  new Problem('bad_request', `${callbacks.idField} must name the call.`);
