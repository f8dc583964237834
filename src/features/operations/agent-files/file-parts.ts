import { z } from 'zod';

const line = (most: number) => z.string().min(1).max(most);

/** A tool of a file names its MCP server; all else is checked as a tool of the API. */
export const fileTools = z
  .array(z.looseObject({ mcp: z.strictObject({ server: line(120), tool: line(128) }).nullish() }))
  .max(20, 'must have at most 20 tools');

/** The language model of an agent, by the names of its connections. */
export const fileModel = z
  .strictObject({
    name: line(200),
    fallback: line(200).nullable().default(null),
    temperature: z.number().min(0).max(2).nullable().default(null),
    speculation: z.enum(['always', 'sure', 'never']).default('always'),
  })
  .nullable();

/** Texts that a campaign answers from. */
export const knowledgePart = z
  .array(z.strictObject({ id: line(200), title: line(200), text: z.string().max(200_000) }))
  .max(50, 'must have at most 50 texts')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have unique ids');
