import { createHash } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Edit } from '../../../versions/index.ts';
import type { Agent, Agents } from '../../agents/index.ts';
import { type Bundle, fileLimits, type Unreadable } from './agent-file.ts';
import { type CheckOptions, checkParts, type Importer } from './check.ts';
import { conflictOf } from './conflict.ts';
import { type ContentOptions, contentsOf, withDocuments } from './contents.ts';
import { type Exported, type ExportOptions, exportAgent } from './export.ts';
import { fromUpload, textOf, toJson, toZip } from './packing.ts';
import { readParts } from './prepare.ts';
import type { ImportProblem, PlannedPart } from './problems.ts';
import type { Stores } from './stores.ts';
import { type NewDocument, writeParts } from './write.ts';

export interface AgentFilesOptions extends Omit<CheckOptions, 'agents'>, ExportOptions, ContentOptions {
  readonly agents: Pick<Agents, 'add' | 'get' | 'refusalOfLanguage'>;
  /** Runs `work` with stores in one transaction, which is rolled back if it throws. */
  readonly inTransaction: <T>(
    voices: Awaited<ReturnType<CheckOptions['voices']>>,
    work: (stores: Stores) => Promise<T>,
  ) => Promise<T>;
  readonly maxDocumentBytes: number;
  readonly quotaBytes: number;
  /** Called with the documents of an agent after they were added. */
  readonly onDocuments: (organisation: OrganisationId, documentUuids: readonly string[]) => void;
}

export interface ImportRequest extends Importer {
  readonly edit: Edit;
  readonly dryRun: boolean;
  /** Replaces the name in the file. */
  readonly name?: string | undefined;
}

export interface ImportResult {
  /** Undefined after a dry run, and if there are problems. */
  readonly agentUuid: string | undefined;
  readonly parts: readonly PlannedPart[];
  readonly problems: readonly ImportProblem[];
}

export interface ExportedFile {
  readonly name: string;
  readonly tag: string;
  readonly bytes: Buffer;
}

export type AgentFiles = ReturnType<typeof createAgentFiles>;

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly parts: readonly PlannedPart[];

  constructor(parts: readonly PlannedPart[]) {
    super('a dry run ends with a rollback');
    this.parts = parts;
  }
}

export function createAgentFiles(options: AgentFilesOptions) {
  const { agents, now } = options;

  async function read(bytes: Buffer): Promise<Bundle | Unreadable> {
    const bundle = await fromUpload(bytes);
    if ('wrong' in bundle) return bundle;
    const large = bundle.file.documents.find(
      ({ sha256 }) => (bundle.contents.get(sha256)?.length ?? 0) > options.maxDocumentBytes,
    );
    return large === undefined ? bundle : { wrong: [`The document "${large.title}" is larger than documents may be.`] };
  }

  async function exported(organisation: OrganisationId, uuid: string): Promise<Exported | undefined> {
    const result = await exportAgent(options, organisation, uuid);
    if (result !== undefined && 'refused' in result) throw new Problem('conflict', result.refused);
    return result;
  }

  /** Checks and writes a file. `target` is the agent that it replaces. */
  async function bring(bundle: Bundle, request: ImportRequest, target?: string): Promise<ImportResult> {
    const named = request.name === undefined ? bundle.file.agent : { ...bundle.file.agent, name: request.name };
    const file = { ...bundle.file, agent: named };
    const parts = readParts(file);
    if ('wrong' in parts) throw unreadable(parts.wrong);
    const { organisation, edit } = request;
    const current = target === undefined ? undefined : await exported(organisation, target);
    if (target !== undefined && current === undefined) throw unknownAgent(target);
    const checking = {
      read: parts,
      documents: file.documents,
      contents: bundle.contents,
      current,
      ownName: `${bundle.file.agent.name}`,
    };
    const checked = await checkParts(options, request, checking);
    if (checked.problems.length > 0) return { agentUuid: undefined, parts: [], problems: checked.problems };
    const voices = await options.voices(organisation);
    const write = (newDocuments: readonly NewDocument[]) =>
      options.inTransaction(voices, async (inside) => {
        const before = target === undefined ? undefined : await unchanged(inside, { organisation, target, edit });
        const written = await writeParts({
          stores: inside,
          organisation,
          checked,
          newDocuments,
          file,
          current: before,
          edit: { ...edit, userUuid: request.userUuid },
          quotaBytes: options.quotaBytes,
          at: now().toISOString(),
        });
        if (request.dryRun) throw new DryRun(written.parts);
        return written;
      });
    try {
      const written = await withDocuments(options, { checked, bundle, isDry: request.dryRun }, write);
      options.onDocuments(organisation, written.documentUuids);
      return { agentUuid: written.agentUuid, parts: written.parts, problems: [] };
    } catch (error) {
      if (error instanceof DryRun) return { agentUuid: undefined, parts: error.parts, problems: [] };
      throw error;
    }
  }

  /** Returns the agent as it is. Throws 409 if a part of it is not what the edit is based on. */
  async function unchanged(
    inside: Stores,
    {
      organisation,
      target,
      edit,
    }: { readonly organisation: OrganisationId; readonly target: string; readonly edit: Edit },
  ): Promise<Exported> {
    const current = await exportAgent({ ...exporting(options), stores: inside }, organisation, target);
    if (current === undefined) throw unknownAgent(target);
    if ('refused' in current) throw new Problem('conflict', current.refused);
    const tag = tagOf(current);
    if (edit.ifMatch === undefined || edit.ifMatch.some((each) => each === '*' || each === tag)) return current;
    const based = /^"(\d+)-/.exec(edit.ifMatch[0] ?? '')?.[1];
    throw new Problem(
      'conflict',
      await conflictOf(inside, organisation, { current, based: Number(based ?? Number.NaN) }),
    );
  }

  return {
    async export(
      organisation: OrganisationId,
      uuid: string,
      { userUuid, format }: { readonly userUuid: string; readonly format: 'json' | 'zip' },
    ): Promise<ExportedFile | undefined> {
      const result = await exported(organisation, uuid);
      if (result === undefined) return undefined;
      const bundle = {
        file: result.file,
        contents: await contentsOf(options, organisation, { exported: result, userUuid }),
      };
      const bytes = format === 'json' ? toJson(bundle) : await toZip(bundle);
      if (format === 'json' && bytes.length > fileLimits.jsonBytes)
        throw new Problem('conflict', 'The documents of the agent are too large for JSON. Export it with format=zip.');
      return { name: `${slugOf(result.agent.name)}.${format}`, tag: tagOf(result), bytes };
    },
    /** Adds an agent with all its parts, or says why not. Throws for a file that cannot be read. */
    async import(bytes: Buffer, request: ImportRequest): Promise<ImportResult> {
      const bundle = await read(bytes);
      if ('wrong' in bundle) throw unreadable(bundle.wrong);
      return bring(bundle, request);
    },
    has: async (organisation: OrganisationId, uuid: string): Promise<boolean> =>
      (await agents.get(organisation, uuid)) !== undefined,
    /** Makes an agent and its parts what a file says. Campaigns and personas that it leaves out are kept. */
    async replace(
      target: string,
      bytes: Buffer,
      request: ImportRequest,
    ): Promise<ImportResult & { readonly tag: string }> {
      const bundle = await read(bytes);
      if ('wrong' in bundle) throw unreadable(bundle.wrong);
      const result = await bring(bundle, request, target);
      const after = await exported(request.organisation, target);
      if (after === undefined) throw unknownAgent(target);
      return { ...result, tag: tagOf(after) };
    },
    /** Adds an agent with the same definition, documents and scenarios. Undefined if there is none. */
    async duplicate(
      organisation: OrganisationId,
      uuid: string,
      { name, edit }: { readonly name: string | undefined; readonly edit: Edit },
    ): Promise<Agent | undefined> {
      const agent = await agents.get(organisation, uuid);
      if (agent === undefined) return undefined;
      const voices = await options.voices(organisation);
      return options.inTransaction(voices, async (inside) => {
        const { id: _id, uuid: _uuid, created_at: _at, version: _version, draft_version: _draft, ...body } = agent;
        const copy = await inside.saving.add(
          organisation,
          { ...body, name: name ?? copyName(agent.name) },
          { ...edit, hasAnyDocuments: true },
        );
        if ('refused' in copy) throw new Problem('bad_request', copy.refused);
        const suite = await inside.suites.of(organisation, uuid);
        if (suite !== undefined) await inside.suites.put(organisation, copy.uuid, suite);
        return copy;
      });
    },
  };
}

const exporting = ({ servers, secretsOf, personaTexts }: AgentFilesOptions) => ({ servers, secretsOf, personaTexts });

const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);
const unreadable = (wrong: readonly string[]): Problem => new Problem('bad_request', wrong.slice(0, 20).join(' '));

/** Names the version of the agent, and by a digest that of all its parts. */
const tagOf = ({ agent, file }: Exported): string =>
  `"${agent.version}-${createHash('sha256').update(textOf(file)).digest('hex').slice(0, 16)}"`;

const longestName = 120;
const copyName = (name: string): string => `${name.slice(0, longestName - 7)} (copy)`;

/** Returns a name for files and folders. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'agent';
