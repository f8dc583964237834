import { z } from 'zod';
import { lineOf, pageFields, pageQuery, recordOf } from '../../../http/fields.ts';
import { ownObject } from '../../../http/json-fields.ts';

export const maxConnections = 100;
export const connectionUuid = z.object({ uuid: z.uuid() });
export const listQuery = pageQuery;

/** A model of this server: `local:` and its name. */
const localAddress = /^local:[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
export const isLocal = (baseUrl: string): boolean => localAddress.test(baseUrl);

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const baseUrl = z
  .string()
  .trim()
  .max(2048)
  .refine(
    (text) => isLocal(text) || isWebAddress(text),
    'must be an http:// or https:// address, or local: and the name of a model of this server',
  )
  .refine((text) => {
    if (!isWebAddress(text)) return true;
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'must not contain a user name or password')
  .meta({ pattern: '^([Hh][Tt][Tt][Pp][Ss]?://|local:)', examples: ['https://models.example/v1'] });

const apiKey = z
  .string()
  .trim()
  .max(2048)
  .regex(/^[\x21-\x7e]*$/, 'must not contain blanks, line breaks or characters outside ASCII')
  .nullable()
  .meta({ description: 'Write only. `null` or empty: no key.' });

const maxHeaders = 10;
/** The client sets these itself. */
const ownHeaders = new Set(['accept', 'connection', 'content-length', 'content-type', 'host', 'transfer-encoding']);
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

const headers = recordOf(
  z.string(),
  z
    .string()
    .max(2048, 'must have at most 2048 characters')
    .regex(/^[\x20-\x7e]*$/, 'must not contain line breaks or characters outside ASCII'),
  maxHeaders,
)
  .superRefine((all, context) => {
    for (const name of Object.keys(all)) {
      if (headerName.test(name) && !ownHeaders.has(name.toLowerCase())) continue;
      context.addIssue({ code: 'custom', path: [name], message: 'is not a header that a connection may set' });
    }
  })
  .nullable()
  .meta({
    maxProperties: maxHeaders,
    propertyNames: { type: 'string', pattern: headerName.source },
    description: 'Write only; replaces all. Sent with each request, such as `api-key`.',
  });

/** Fields that each request has, or that the connection sets by a field of its own. */
const ownFields = ['model', 'messages', 'stream', 'stream_options', 'tools', 'temperature', 'max_tokens'];
const extraBody = ownObject(8)
  .refine(
    (body) => !ownFields.some((name) => name in body),
    `must not contain ${ownFields.join(', ')}: requests set them`,
  )
  .nullable()
  .meta({ description: 'Fields added to the body of each request, such as `{"reasoning_effort": "low"}`.' });

const temperature = z.number().min(0).max(2).nullable();

const fields = {
  name: lineOf(120),
  base_url: baseUrl,
  model: lineOf(200),
  temperature: temperature.meta({ description: 'Null: the default of the server.' }),
  max_output_tokens: z.number().int().min(16).max(100_000).nullable().meta({ description: 'Null: no limit is sent.' }),
};

export const newConnection = z.object({
  ...fields,
  temperature: fields.temperature.default(null),
  max_output_tokens: fields.max_output_tokens.default(null),
  api_key: apiKey.default(null),
  headers: headers.default(null),
  extra_body: extraBody.default(null),
  is_default: z.boolean().default(false),
});
export type NewConnection = z.output<typeof newConnection>;

export const connectionPatch = z.object({
  name: fields.name.optional(),
  base_url: fields.base_url.optional(),
  model: fields.model.optional(),
  temperature: fields.temperature.optional(),
  max_output_tokens: fields.max_output_tokens.optional(),
  api_key: apiKey.optional(),
  headers: headers.optional(),
  extra_body: extraBody.optional(),
  is_default: z.boolean().optional(),
});
export type ConnectionPatch = z.output<typeof connectionPatch>;

const learned = z
  .object({
    tools: z.boolean(),
    system_role: z.boolean(),
    alternates: z.boolean().meta({ description: 'The user must speak first and last, and the roles must alternate.' }),
    token_field: z.enum(['max_tokens', 'max_completion_tokens', 'none']),
    temperature: z.boolean(),
    response_format: z.enum(['json_schema', 'json_object', 'none']),
    usage: z.boolean().meta({ description: 'Whether the server reports the tokens of a streamed reply.' }),
    call_proof: z.enum(['none', 'signature', 'reasoning', 'text', 'unwanted', 'told']).meta({
      description:
        'What earlier tool calls carry: what the server sent with them, at least a `signature` or `reasoning`, an empty `text` beside it, or nothing (`unwanted`). `told`: the server refuses earlier calls, so their results are sent in words.',
    }),
  })
  .nullable()
  .meta({ description: 'What the server accepts, as the test and calls have learned it. Null: nothing is known yet.' });

export const connection = z.object({
  uuid: z.string(),
  name: z.string(),
  base_url: z.string(),
  model: z.string(),
  temperature: z.number().nullable(),
  max_output_tokens: z.number().int().nullable(),
  has_api_key: z.boolean(),
  header_names: z.array(z.string()),
  extra_body: z.record(z.string(), z.unknown()).nullable(),
  is_default: z.boolean().meta({ description: 'Answers for every agent without a model of its own.' }),
  learned,
  last_error: z
    .object({ at: z.string(), text: z.string() })
    .nullable()
    .meta({ description: 'The latest failure, with the words of the server. A successful test clears it.' }),
  trouble: z.string().nullable().meta({ description: 'Why the key and the headers cannot be read; otherwise null.' }),
  created_at: z.string(),
});
connection.register(z.globalRegistry, { id: 'ModelConnection' });
export type ConnectionJson = z.output<typeof connection>;

export const connectionList = z.object({ connections: z.array(connection), ...pageFields });

export const availableModels = z.object({
  models: z.array(z.string()),
  error: z.string().nullable().meta({ description: 'Why the server lists no models, with its words; otherwise null.' }),
});

export const connectionTest = z.object({
  ok: z.boolean(),
  latency_ms: z.number().int(),
  first_token_ms: z.number().int().nullable().meta({ description: 'Time to the first piece of the answer.' }),
  tokens_per_second: z.number().nullable().meta({ description: 'After the first token.' }),
  answer: z.string().nullable().meta({ description: 'The first 500 characters of the reply.' }),
  error: z.string().nullable().meta({ description: 'Why the server did not answer, with its words.' }),
  notes: z.array(z.string()).meta({ description: 'What calls with this model must do without, or in another form.' }),
  learned,
});
