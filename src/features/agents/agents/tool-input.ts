import { z } from 'zod';
import { visibleLines } from '../../../http/fields.ts';
import { boundIn, callerFields, isLinearPattern, weightOfPattern } from '../tools/index.ts';
import { checkTool, toolCalling } from './tool-calling.ts';
import { isObjectSchema, isShallow, maxSchemaLevels, patternsIn } from './tool-schema.ts';

const maxSchemaBytes = 16_384;

const parameters = z
  .record(z.string(), z.unknown())
  .refine(isShallow, { abort: true, message: `must have at most ${maxSchemaLevels} levels` })
  .refine((schema) => Buffer.byteLength(JSON.stringify(schema)) <= maxSchemaBytes, {
    abort: true,
    message: 'must have at most 16 KiB',
  })
  .refine(isObjectSchema, 'must be a JSON schema whose type is object')
  .refine(
    (schema) => boundIn(schema).every(([, field]) => callerFields.some((callerField) => callerField === field)),
    `may bind a property with x-caller to ${callerFields.join(', ')} only`,
  )
  .meta({
    description:
      'JSON Schema (2020-12) of the arguments of the tool; the type must be object. A `pattern` uses the syntax of RE2; all patterns of an agent have a common limit of 50,000 characters, counted with their repeats written out. A property with `x-caller` (`number`, `own_number`, `call_uuid`, `contact_uuid`) is filled in from the call; the model neither sees nor sets it.',
  });

const tool = z
  .object({
    /** The format that language models accept. */
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens and underscores'),
    description: z
      .string()
      .transform(visibleLines)
      .pipe(z.string().max(1000, 'must have at most 1000 characters'))
      .meta({ maxLength: 1000 })
      .default(''),
    parameters,
    ...toolCalling,
  })
  .superRefine(checkTool);

/** Compiling this much takes 0.1 s, and 0.5 s at the worst. */
const maxPatternWeight = 50_000;

function checkPatterns(all: readonly z.output<typeof tool>[], context: z.RefinementCtx): void {
  let weight = 0;
  for (const [index, { parameters }] of all.entries()) {
    const patterns = patternsIn(parameters);
    weight = patterns.reduce((sum, pattern) => sum + weightOfPattern(pattern), weight);
    const isTooMuch = weight > maxPatternWeight;
    if (!isTooMuch && patterns.every(isLinearPattern)) continue;
    const message = isTooMuch
      ? 'must have shorter patterns or fewer repeats: with repeats written out, and each character after (?i) counted a hundred times, the patterns of all tools may have 50,000 characters'
      : 'must not contain a pattern with lookaround, a backreference or a repeat count above 1000: patterns are matched by RE2';
    context.addIssue({ code: 'custom', path: [index, 'parameters'], message });
    if (isTooMuch) return;
  }
}

export const toolsInput = z
  .array(tool)
  .max(20, 'must have at most 20 tools')
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must have unique names')
  .superRefine(checkPatterns);

/** Returns what is wrong with the schema of a tool's arguments, as the rest of a sentence; undefined if nothing is. */
export function schemaTrouble(schema: unknown): string | undefined {
  const checked = parameters.safeParse(schema);
  if (!checked.success) return `has arguments that an agent cannot use: the schema ${checked.error.issues[0]?.message}`;
  const patterns = patternsIn(checked.data);
  const weight = patterns.reduce((sum, pattern) => sum + weightOfPattern(pattern), 0);
  if (weight <= maxPatternWeight && patterns.every(isLinearPattern)) return undefined;
  return 'has arguments that an agent cannot use: the schema contains a pattern that is too long or not matched by RE2';
}
