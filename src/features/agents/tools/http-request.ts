import { createHash, createHmac } from 'node:crypto';
import type { ToolCall } from './caller-fields.ts';
import type { CallTool } from './definition.ts';
import { argumentsIn, encodeInUrl, fillTemplate, sampleUrl, type TemplateValues, textOf } from './template.ts';

/** Request for a tool, within its call. */
export interface ToolOccasion {
  readonly call: ToolCall;
  readonly turn: number;
  /** Of the agent's action; unique in the call. */
  readonly id: string;
}

export interface ToolHttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RequestParts {
  readonly tool: CallTool;
  readonly endpoint: string;
  readonly values: TemplateValues;
  readonly occasion: ToolOccasion;
  readonly version: string;
  readonly unixSeconds: number;
}

/** The secret that signs requests of tools. */
export const signingSecret = 'TOOL_SIGNING_KEY';

const maxUrlCharacters = 8192;

/** Returns the request of a tool, or why its arguments do not fit, as a sentence. */
export function httpRequestOf(parts: RequestParts): ToolHttpRequest | string {
  const { tool, endpoint, values, occasion, version, unixSeconds } = parts;
  const url = urlOf(tool, endpoint, values);
  if (typeof url === 'string') return url;
  if (url.href.length > maxUrlCharacters) return 'The arguments are too long for a URL.';
  const body = hasBody(tool) ? Buffer.from(JSON.stringify(bodyOf(occasion, tool, values.args))) : Buffer.alloc(0);
  const key = idempotencyKeyOf(occasion, tool);
  const signing = values.secrets.get(signingSecret);
  const own = {
    Accept: 'application/json, text/plain',
    ...(hasBody(tool) && { 'Content-Type': 'application/json' }),
    'User-Agent': `Parley/${version} (tools)`,
    'Idempotency-Key': key,
    'X-Parley-Call': occasion.call.uuid,
    'X-Parley-Turn': String(occasion.turn),
    'X-Parley-Timestamp': String(unixSeconds),
  };
  const templated = Object.entries(tool.headers).map(([name, text]) => [name, fillTemplate(text, values, unchanged)]);
  const target = `${url.pathname}${url.search}`;
  const signed = Buffer.concat([Buffer.from(`${unixSeconds}.${key}.${tool.method} ${target}\n`), body]);
  return {
    method: tool.method,
    url: url.href,
    headers: {
      ...own,
      ...Object.fromEntries(templated),
      ...(signing !== undefined && {
        'X-Parley-Signature': `sha256=${createHmac('sha256', signing).update(signed).digest('hex')}`,
      }),
    },
    body,
  };
}

const hasBody = ({ method }: CallTool): boolean => method !== 'GET' && method !== 'DELETE';

/** Arguments that no template names are in the body, or in the query of a request without one. */
function urlOf(tool: CallTool, endpoint: string, values: TemplateValues): URL | string {
  const filled = fillTemplate(endpoint, values, encodeInUrl);
  const url = new URL(filled);
  // An URL takes a part that consists of dots for "this folder" and "the folder above".
  const hasDots = (filled.split(/[?#]/)[0] ?? '').split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (hasDots || url.origin !== new URL(sampleUrl(endpoint)).origin)
    return 'The arguments do not fit the address of the tool.';
  for (const [name, text] of Object.entries(tool.query))
    url.searchParams.append(name, fillTemplate(text, values, unchanged));
  if (hasBody(tool)) return url;
  const named = new Set([...argumentsIn([endpoint, ...Object.values(tool.query)]), ...Object.keys(tool.query)]);
  const others = Object.entries(values.args).filter(([name]) => !named.has(name));
  for (const [name, value] of others) url.searchParams.append(name, textOf(value));
  return url;
}

const unchanged = (value: string): string => value;

/** The same for a repeat of the same call, and for nothing else. */
const idempotencyKeyOf = ({ call, turn, id }: ToolOccasion, { name }: CallTool): string =>
  createHash('sha256')
    .update(JSON.stringify([call.uuid, turn, id, name]))
    .digest('base64url')
    .slice(0, 32);

const bodyOf = ({ call }: ToolOccasion, { name }: CallTool, args: Readonly<Record<string, unknown>>) => ({
  tool: name,
  arguments: args,
  call_uuid: call.uuid,
  from_number: call.from,
  to_number: call.to,
  contact_uuid: call.contactUuid,
  caller_verified: call.isCallerVerified,
});
