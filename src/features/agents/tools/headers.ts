import { z } from 'zod';
import { recordOf } from '../../../http/fields.ts';
import { argumentsIn, secretsIn } from './template.ts';

const maxHeaders = 20;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** Headers that describe the transfer, or that every request has. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const isOwnHeader = (name: string): boolean =>
  ownHeaders.has(name.toLowerCase()) || /^(x-parley-|proxy-|mcp-)/i.test(name);

/** Names of headers that carry credentials. */
const credentialHeader = /^(authorization|cookie)$|key|token|secret|password/i;

interface HeaderTrouble {
  /** Undefined if it concerns the headers as a whole. */
  readonly name: string | undefined;
  readonly detail: string;
}

const headerValue = z
  .string()
  .max(2048, 'must have at most 2048 characters')
  .regex(/^[\x20-\x7e]*$/, 'must contain printable ASCII characters only, without line breaks');

/** Templates of headers, by name. */
export const headersInput = recordOf(z.string(), headerValue, maxHeaders)
  .superRefine((headers, context) => {
    for (const { name, detail } of headerTroubles(headers))
      context.addIssue({ code: 'custom', message: detail, path: name === undefined ? [] : [name] });
  })
  .meta({
    maxProperties: maxHeaders,
    propertyNames: { type: 'string', pattern: headerName.source },
    description:
      'Added to each request. A value may contain `{{secret.NAME}}`. Headers that carry credentials, such as `Authorization`, must.',
  });

/** Returns what is wrong with the templates of headers. */
function headerTroubles(headers: Readonly<Record<string, string>>): readonly HeaderTrouble[] {
  const names = Object.keys(headers);
  const wrong: HeaderTrouble[] = [];
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    wrong.push({ name: undefined, detail: 'must not contain a header twice' });
  for (const [name, value] of Object.entries(headers)) {
    const detail = troubleOf(name, value);
    if (detail !== undefined) wrong.push({ name, detail });
  }
  return wrong;
}

function troubleOf(name: string, value: string): string | undefined {
  if (!headerName.test(name)) return 'must be a header name: letters, digits and hyphens, at most 100 characters';
  if (isOwnHeader(name)) return 'cannot be set: every request has this header';
  if (argumentsIn([value]).length > 0)
    return 'may contain secrets only, as {{secret.NAME}}; arguments belong in the URL, the query or the body';
  if (credentialHeader.test(name) && secretsIn([value]).length === 0)
    return 'must name a secret: store the credential under Secrets and write {{secret.NAME}} here';
  return undefined;
}
