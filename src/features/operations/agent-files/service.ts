import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Edit } from '../../../versions/index.ts';
import type { Agent } from '../../agents/index.ts';
import { fileLimits } from './agent-file.ts';
import {
  type AgentFilesOptions,
  createBringing,
  exportedAgent,
  type ImportRequest,
  type ImportResult,
  tagOf,
  unknownAgent,
  unreadable,
} from './bringing.ts';
import { contentsOf } from './contents.ts';
import type { Exported } from './export.ts';
import { toJson, toZip } from './packing.ts';

export interface ExportedFile {
  readonly name: string;
  readonly tag: string;
  readonly bytes: Buffer;
}

export type AgentFiles = ReturnType<typeof createAgentFiles>;

export function createAgentFiles(options: AgentFilesOptions) {
  const { agents } = options;
  const { read, bring } = createBringing(options);
  const exported = (organisation: OrganisationId, uuid: string): Promise<Exported | undefined> =>
    exportedAgent(options, organisation, uuid);

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
