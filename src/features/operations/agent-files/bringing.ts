import { createHash } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Edit } from '../../../versions/index.ts';
import type { Agents } from '../../agents/index.ts';
import type { Bundle, Unreadable } from './agent-file.ts';
import { type CheckOptions, checkParts, type Importer } from './check.ts';
import { conflictOf } from './conflict.ts';
import { type ContentOptions, withDocuments } from './contents.ts';
import { type Exported, type ExportOptions, exportAgent } from './export.ts';
import { fromUpload, textOf } from './packing.ts';
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

/** Rolls a dry run back. */
class DryRun extends Error {
  readonly parts: readonly PlannedPart[];

  constructor(parts: readonly PlannedPart[]) {
    super('a dry run ends with a rollback');
    this.parts = parts;
  }
}

/** Reads files of agents, and makes an agent what a file says. */
export function createBringing(options: AgentFilesOptions) {
  const { now } = options;

  async function read(bytes: Buffer): Promise<Bundle | Unreadable> {
    const bundle = await fromUpload(bytes);
    if ('wrong' in bundle) return bundle;
    const large = bundle.file.documents.find(
      ({ sha256 }) => (bundle.contents.get(sha256)?.length ?? 0) > options.maxDocumentBytes,
    );
    return large === undefined ? bundle : { wrong: [`The document "${large.title}" is larger than documents may be.`] };
  }

  /** Checks and writes a file. `target` is the agent that it replaces. */
  async function bring(bundle: Bundle, request: ImportRequest, target?: string): Promise<ImportResult> {
    const named = request.name === undefined ? bundle.file.agent : { ...bundle.file.agent, name: request.name };
    const file = { ...bundle.file, agent: named };
    const parts = readParts(file);
    if ('wrong' in parts) throw unreadable(parts.wrong);
    const { organisation, edit } = request;
    const current = target === undefined ? undefined : await exportedAgent(options, organisation, target);
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

  return { read, bring };
}

/** Returns an agent with its parts; undefined if it does not exist. Throws for one that cannot be exported. */
export async function exportedAgent(
  options: ExportOptions,
  organisation: OrganisationId,
  uuid: string,
): Promise<Exported | undefined> {
  const result = await exportAgent(options, organisation, uuid);
  if (result !== undefined && 'refused' in result) throw new Problem('conflict', result.refused);
  return result;
}

const exporting = ({ servers, secretsOf, personaTexts }: AgentFilesOptions) => ({ servers, secretsOf, personaTexts });

export const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);
export const unreadable = (wrong: readonly string[]): Problem =>
  new Problem('bad_request', wrong.slice(0, 20).join(' '));

/** Names the version of the agent, and by a digest that of all its parts. */
export const tagOf = ({ agent, file }: Exported): string =>
  `"${agent.version}-${createHash('sha256').update(textOf(file)).digest('hex').slice(0, 16)}"`;
