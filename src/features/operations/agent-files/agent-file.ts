import { z } from 'zod';
import { inputAdvice } from '../../../http/input-advice.ts';
import { mostProofRuns } from '../../coaching/index.ts';

export const agentFileFormat = 'parley-agent';
/** A file of a later version is refused, because an older server would lose part of it. */
export const agentFileVersion = 1;

export const fileLimits = {
  /** Of an uploaded file. */
  fileBytes: 32 * 2 ** 20,
  /** Of JSON, which is read in one go. */
  jsonBytes: 8 * 2 ** 20,
  /** Of all documents that an export packs. */
  contentBytes: 24 * 2 ** 20,
  /** Of all files of an archive, unpacked. */
  unpackedBytes: 48 * 2 ** 20,
  entries: 300,
  campaigns: 20,
  scorecard: 100,
  personas: 50,
  scenarios: 100,
  pronunciations: 500,
  documents: 100,
} as const;

/** The schema of the API checks the members of a part; here it need only be an object. */
const part = z.record(z.string().max(200), z.unknown());
const parts = (name: keyof typeof fileLimits & string, many: string) =>
  z.array(part).max(fileLimits[name], `must have at most ${fileLimits[name]} ${many}`).default([]);

const text = (most: number) => z.string().min(1).max(most);
const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the file, in hexadecimal');

/** A file that the agent knows. Without its content, the importing person must have a file of this digest. */
const document = z.strictObject({ title: text(200), file_name: text(200), sha256: digest });

const mcpServer = z.strictObject({ name: text(120), url: text(2048) });

/** How the scenarios prove a draft of the agent. */
const suitePart = z.strictObject({
  repeats: z.number().int().min(1).max(10),
  mode: z.enum(['text', 'voice']),
  bar: z.number().int().min(0).max(100).nullable(),
});
export type SuitePart = z.output<typeof suitePart>;

/**
 * An agent with all that belongs to it. Parts refer to each other by name, so that a file means the same on every
 * server.
 */
const agentFile = z
  .strictObject({
    format: z.literal(agentFileFormat),
    version: z.literal(agentFileVersion),
    agent: part,
    /** Its campaigns, whose `config` has the goals. They arrive as drafts, without number and contacts. */
    campaigns: parts('campaigns', 'campaigns'),
    /** The score fields that the scenarios name. */
    scorecard: parts('scorecard', 'score fields'),
    personas: parts('personas', 'personas'),
    scenarios: parts('scenarios', 'scenarios'),
    /** Absent: an import that makes the suite plays each scenario once, in writing, without a bar. */
    suite: suitePart.exactOptional(),
    /** The words of the lexicon that occur in the texts. */
    pronunciations: parts('pronunciations', 'pronunciations'),
    documents: z
      .array(document)
      .max(fileLimits.documents, `must have at most ${fileLimits.documents} documents`)
      .default([]),
    /** Servers of the tools, and names of the secrets that the tools use. */
    mcp_servers: z.array(mcpServer).max(20, 'must have at most 20 servers').default([]),
    secrets: z.array(text(64)).max(100, 'must have at most 100 secrets').default([]),
  })
  .refine(
    ({ suite, scenarios }) =>
      suite === undefined || suite.repeats === 1 || 2 * scenarios.length * suite.repeats <= mostProofRuns,
    {
      path: ['suite', 'repeats'],
      message: `must be fewer: a proof has at most ${mostProofRuns} runs, two of each scenario and repeat`,
    },
  );

export type AgentFile = z.output<typeof agentFile>;
export type FilePart = z.output<typeof part>;
export type FileDocument = z.output<typeof document>;

/** A file with the contents of its documents, by digest. */
export interface Bundle {
  readonly file: AgentFile;
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** What is wrong with a file, one sentence for each place. */
export interface Unreadable {
  readonly wrong: readonly string[];
}

const shownFaults = 20;

/** Returns every fault of the outer form. What the parts hold is checked against this server. */
export function parseAgentFile(json: unknown): AgentFile | Unreadable {
  const { format, version } = Object(json) as { readonly format?: unknown; readonly version?: unknown };
  if (format !== agentFileFormat)
    return { wrong: [`format: must be ${agentFileFormat}. Choose a file that "Export" of an agent made.`] };
  if (Number.isInteger(version) && version !== agentFileVersion)
    return {
      wrong: [
        `version: the file has version ${version}, and this server reads version ${agentFileVersion}. Import it into a server as new as the one that exported it.`,
      ],
    };
  const parsed = agentFile.safeParse(json, { error: inputAdvice });
  return parsed.success ? parsed.data : { wrong: faultsOf(parsed.error) };
}

/** Returns the faults of a part as sentences that begin with their place. */
export const faultsOf = (error: z.ZodError, place = ''): string[] =>
  error.issues.slice(0, shownFaults).flatMap((issue) => {
    const path = [place, ...issue.path].filter((key) => key !== '').join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, shownFaults).map((key) => unknownMember(path === '' ? key : `${path}.${key}`));
    return [`${path}: ${issue.message}.`];
  });

const longestName = 200;
const unknownMember = (path: string): string =>
  `${path.slice(0, longestName)}: is unknown in version ${agentFileVersion}. Take it out, or correct its name.`;

/** Returns the members of `input` that a schema did not keep, as sentences. */
export function unknownMembers(input: unknown, output: unknown, place: string): string[] {
  if (Array.isArray(input) && Array.isArray(output))
    return input.length === output.length
      ? input.flatMap((item, index) => unknownMembers(item, output[index], `${place}.${index}`))
      : [];
  if (!isPlain(input) || !isPlain(output)) return [];
  return Object.keys(input).flatMap((key) =>
    Object.hasOwn(output, key)
      ? unknownMembers(input[key], output[key], `${place}.${key}`)
      : [unknownMember(`${place}.${key}`)],
  );
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
