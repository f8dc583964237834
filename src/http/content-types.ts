import type { FastifyReply, FastifySchema } from 'fastify';

/** For clients that know no other type for a file, such as generated ones. */
export const bytesType = 'application/octet-stream';

/** Equivalent names of one type. */
export const xmlTypes = ['application/xml', 'text/xml'] as const;

export const sendXml = (reply: FastifyReply, document: string | object): FastifyReply =>
  reply.type(`${acceptedType(reply.request.headers.accept, xmlTypes)}; charset=utf-8`).send(document);

/** Returns the content types of a request that a route accepts, in words; empty for a route without a body. */
export function bodyTypesOf({ body, fields, multipart, orBytes, orJson }: FastifySchema): readonly string[] {
  const isJson = body !== undefined || fields !== undefined || orJson !== undefined;
  return [
    ...(multipart === undefined ? [] : ['multipart/form-data']),
    ...(isJson ? ['application/json'] : []),
    ...(fields === undefined ? [] : ['application/x-www-form-urlencoded']),
    ...(orBytes ? [bytesType, 'audio/*'] : []),
  ];
}

/** Returns which of `types`, with identical content, an `Accept` header prefers; the first by default. */
export function acceptedType(accept: string | undefined, types: readonly [string, ...string[]]): string {
  const qualities = new Map((accept ?? '').toLowerCase().split(',').map(readRange));
  let [best] = types;
  for (const type of types) if (qualityOf(type, qualities) > qualityOf(best, qualities)) best = type;
  return best;
}

function readRange(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  return [type, q === undefined ? 1 : Number(q.slice(2)) || 0];
}

const qualityOf = (type: string, qualities: ReadonlyMap<string, number>): number =>
  qualities.get(type) ?? qualities.get(`${type.split('/')[0]}/*`) ?? qualities.get('*/*') ?? 0;
