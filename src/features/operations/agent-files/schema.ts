import { z } from 'zod';
import { lineOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { acceptable, partKinds, problemKinds } from './problems.ts';

export const agentUuid = z.object({ uuid: z.uuid() });
export const galleryKey = z.object({ key: z.string().regex(/^[a-z0-9-]{1,60}$/) });

const fileFormats = ['json', 'zip'] as const;
export const fileQuery = z.object({
  format: z
    .enum(fileFormats, { error: `must be one of ${fileFormats.join(', ')}` })
    .default('json')
    .meta({ description: '`zip`: a folder in which long texts and documents are files of their own.' }),
});

const yes = z.enum(['true', 'false'], { error: 'must be true or false' }).optional();

export const importForm = z.object({
  name: lineOf(120).optional().meta({ description: 'Replaces the name of the agent in the file.' }),
  accept: z
    .string()
    .max(200)
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(acceptable, { error: `must be one or more of ${acceptable.join(', ')}` })))
    .optional(),
  dry_run: yes,
  version_note: lineOf(200).optional(),
});
export const formFields = ['name', 'accept', 'dry_run', 'version_note'] as const;

export const importUpload = z.object({
  file: z.file(),
  name: z.string().optional().meta({ description: 'Replaces the name of the agent in the file.' }),
  accept: z
    .string()
    .optional()
    .meta({
      description: `Kinds of problems to accept, separated by commas: ${acceptable.join(', ')}. What is missing is left out, and what exists is kept.`,
    }),
  dry_run: z.string().optional().meta({ description: '`true`: returns what would be done, and stores nothing.' }),
  version_note: z.string().optional().meta({ description: 'A remark on the new versions.' }),
});

const part = z.object({
  kind: z.enum(partKinds),
  name: z.string(),
  action: z.enum(['create', 'update', 'keep', 'remove']),
});

const problem = z.object({
  kind: z.enum(problemKinds),
  name: z.string(),
  detail: z.string(),
  /** The value of `accept` with which the file can be imported nevertheless; null if there is none. */
  accept: z.enum(acceptable).nullable(),
});

export const importAnswer = z.object({
  /** Null after a dry run. */
  agent_uuid: z.string().nullable(),
  dry_run: z.boolean(),
  /** What was done, or would be; empty while there are problems. */
  parts: z.array(part),
  /** What is missing here or differs. Only a dry run returns them; otherwise they are an error. */
  problems: z.array(problem),
});

export const duplication = z.object({
  name: lineOf(120).optional().meta({ description: 'Defaults to the name of the agent with "(copy)".' }),
});

export const copyAnswer = z.object({ uuid: z.string(), name: z.string() });

const galleryAgent = z.object({
  key: z.string(),
  name: z.string(),
  business_name: z.string(),
  /** What the agent does. */
  description: z.string(),
  kind: z.enum(['inbound', 'outbound']),
  language_code: z.string(),
  goals: z.array(z.string()),
  scenarios: z.array(z.string()),
});
export type GalleryAgent = z.output<typeof galleryAgent>;

export const gallery = z.object({ agents: z.array(galleryAgent) });

nameSchemas({
  AgentImport: importAnswer,
  AgentImportForm: importUpload,
  AgentDuplication: duplication,
  AgentCopy: copyAnswer,
  AgentGallery: gallery,
});
