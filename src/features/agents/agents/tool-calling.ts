import { z } from 'zod';
import { oneLine, recordOf } from '../../../http/fields.ts';
import { headersInput, sampleUrl, toolMethods, urlTemplateTrouble } from '../tools/index.ts';

/** The defaults are how tools worked before they had these fields. */
const usual = { method: 'POST', timeoutMs: 6000, resultChars: 2000 } as const;

const endpointInput = z
  .string()
  .max(2048)
  .refine(isHttps, 'must be a URL that begins with https:// and contains no user name or password')
  .superRefine((template, context) => {
    const message = urlTemplateTrouble(template);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({
    // Spaces may stand in placeholders only, which the description need not allow.
    pattern: '^[Hh][Tt][Tt][Pp][Ss]://[^\\s\\\\]*$',
    description:
      'URL of the tool. Path and query may contain `{{argument}}`, which is URL-encoded, and `{{secret.NAME}}`. Null for a tool of an MCP server.',
  });

const template = z
  .string()
  .max(2048, 'must have at most 2048 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is shown in the description of the API
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not contain line breaks or control characters');

const maxQueryEntries = 30;
const queryInput = recordOf(z.string().min(1).max(100), template, maxQueryEntries).meta({
  maxProperties: maxQueryEntries,
  description:
    'Added to the URL. A value may contain `{{argument}}` and `{{secret.NAME}}`. A GET or DELETE also has the arguments that no template names.',
});

const announceInput = z
  .string()
  .transform(oneLine)
  .pipe(z.string().min(1, 'must be auto, none or a text').max(300, 'must have at most 300 characters'))
  .meta({
    minLength: 1,
    maxLength: 300,
    description:
      'What the caller hears if the agent calls the tool without words: `auto` a short request to wait, `none` nothing, or this text.',
  });

const effect = z.enum(['read', 'write']).meta({
  description:
    '`read`: the tool changes nothing; it starts with its announcement, and an interruption does not stop it. `write`: it starts once its announcement was heard.',
});
const method = z.enum(toolMethods);
const mcp = z.object({ server_uuid: z.uuid(), tool: z.string().min(1).max(128) });

/** How a tool is called. */
export const toolCalling = {
  endpoint: endpointInput.nullable().default(null),
  mcp: mcp.nullable().default(null).meta({ description: 'The tool of an MCP server; in place of `endpoint`.' }),
  method: method.default(usual.method),
  query: queryInput.default({}),
  headers: headersInput.default({}),
  timeout_ms: z.number().int().min(500).max(30_000).default(usual.timeoutMs),
  effect: effect.default('write'),
  announce: announceInput.default('auto'),
  result_chars: z
    .number()
    .int()
    .min(100)
    .max(6000)
    .default(usual.resultChars)
    .meta({ description: 'Characters of the answer that reach the model.' }),
};

export function checkTool(
  tool: { readonly endpoint: string | null; readonly mcp: object | null },
  context: z.RefinementCtx,
): void {
  if ((tool.endpoint === null) === (tool.mcp !== null)) return;
  const message = tool.mcp === null ? 'must be a URL, or null if mcp names a tool' : 'must be null if mcp names a tool';
  context.addIssue({ code: 'custom', path: ['endpoint'], message });
}

/** A stored tool. One from before a field existed has its default. */
export const storedTool = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  endpoint: z.string().nullable().default(null),
  mcp: z.object({ server_uuid: z.string(), tool: z.string() }).nullable().default(null),
  method: method.default(usual.method),
  query: z.record(z.string(), z.string()).default({}),
  headers: z.record(z.string(), z.string()).default({}),
  timeout_ms: z.number().int().default(usual.timeoutMs),
  effect: effect.default('write'),
  announce: z.string().default('auto'),
  result_chars: z.number().int().default(usual.resultChars),
});

function isHttps(address: string): boolean {
  const sample = sampleUrl(address);
  if (!/^https:\/\//i.test(sample) || !URL.canParse(sample)) return false;
  const { username, password } = new URL(sample);
  return username === '' && password === '';
}
