import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Content of a response that must not be there. */
export interface Spill {
  /** Method and path of the request. */
  readonly asked: string;
  readonly what: string;
}

/** Values that no response to any caller may contain, keyed by the name used in reports. */
export type Hidden = Readonly<Record<string, string>>;

/** Matches a call stack in any format, and source file positions. */
const stack = /\n\s+at [^\n]+:\d+|node:internal\/|\.(ts|js|mjs):\d+:\d+/;
const hash = /\$argon2(id|i|d)\$|\bplain:/;
const sealed = /\bv1\.[\w-]{8}\.[\w-]{38,}/;

/** Names of stored fields that are never shown, as columns and object keys. */
const keptNames =
  /^(secret|auth_?token|password|password_?hash|digest|sealed|organisation_?id|phone_?key|unique_?key|lease_?(owner|until)|holder_?(uuid|kind)|file_?path|storage_?key)$/i;

/** Fields shown once, to the client that has just created them. */
const shownOnce: Readonly<Record<string, RegExp>> = {
  secret: /^POST \/(api\/voice|v1)\/webhooks$/,
  password: /^POST \/api\/(pf-coach\/)?auth\/demo$/,
};

/** Returns everything in a response body that no response may contain. */
export function spillsOf(asked: string, body: string, hidden: Hidden): Spill[] {
  const spills: string[] = [];
  if (stack.test(body)) spills.push('a call stack');
  if (hash.test(body)) spills.push('the hash of a password');
  if (sealed.test(body)) spills.push('a sealed value');
  for (const [name, value] of Object.entries(hidden)) if (body.includes(value)) spills.push(name);
  for (const name of namesIn(parsed(body)))
    if (keptNames.test(name) && shownOnce[name]?.test(asked) !== true) spills.push(`a field ${name}`);
  return [...new Set(spills)].map((what) => ({ asked, what }));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return Object.entries(value).flatMap(([name, part]) => [name, ...namesIn(part)]);
}

/** Returns whether a body is checked: text formats only, but not files or console assets. */
const isTapped = (type: unknown): boolean => /json|xml|text\/plain/.test(String(type));

/** The API's own description, which names request fields. */
const ownTexts = /^GET \/openapi\.json|^GET \/docs/;

/** Checks every response of a server, injected or over a socket. Returns the findings so far. */
export function tapAnswers(app: FastifyInstance, hidden: Hidden): readonly Spill[] {
  const spills: Spill[] = [];
  const look = (method: string | undefined, url: string | undefined, type: unknown, body: string): void => {
    const asked = `${method ?? 'GET'} ${(url ?? '').split('?')[0]}`;
    if (isTapped(type) && !ownTexts.test(asked)) spills.push(...spillsOf(asked, body, hidden));
  };
  const inject = app.inject.bind(app) as unknown as (...args: unknown[]) => Promise<InjectedAnswer>;
  Object.assign(app, {
    inject: async (...args: unknown[]) => {
      const answer = await inject(...args);
      const { method, url } = answer.raw.req;
      look(method, url, answer.headers['content-type'], answer.body);
      return answer;
    },
  });
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    const keeping =
      <Arguments extends unknown[], Result>(send: (...args: Arguments) => Result) =>
      (...args: Arguments): Result => {
        const [chunk] = args;
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
        return send(...args);
      };
    Object.assign(response, {
      write: keeping(response.write.bind(response) as (...args: unknown[]) => boolean),
      end: keeping(response.end.bind(response) as (...args: unknown[]) => ServerResponse),
    });
    response.once('finish', () =>
      look(request.method, request.url, response.getHeader('content-type'), Buffer.concat(chunks).toString()),
    );
  });
  return spills;
}

interface InjectedAnswer {
  readonly raw: { readonly req: { readonly method?: string; readonly url?: string } };
  readonly headers: Record<string, unknown>;
  readonly body: string;
}
