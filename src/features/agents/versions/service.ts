import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import {
  type Definition,
  differenceOf,
  type Subject,
  type VersionStore,
  type VersionSummary,
} from '../../../versions/index.ts';
import type * as schema from './schema.ts';

/** What a subject with versions is now. */
export interface CurrentDefinition {
  readonly version: number;
  readonly draftVersion: number | null;
  readonly definition: Definition;
  readonly createdAt: string;
}

type Summary = z.output<typeof schema.versionSummary>;
type Page = { readonly limit: number; readonly offset: number };

export type Versions = ReturnType<typeof createVersions>;

export interface VersionsOptions {
  readonly kind: Subject['kind'];
  readonly store: VersionStore;
  /** Returns undefined for an unknown subject. */
  readonly current: (organisation: OrganisationId, uuid: string) => Promise<CurrentDefinition | undefined>;
}

/** The versions of agents, or of another kind. Results are undefined for an unknown subject or version. */
export function createVersions({ kind, store, current }: VersionsOptions) {
  async function find(organisation: OrganisationId, uuid: string, number: number, now: CurrentDefinition) {
    const stored = await store.get(organisation, { kind, id: uuid }, number);
    if (stored !== undefined) return stored;
    return number === now.version ? firstOf(now) : undefined;
  }

  return {
    async list(organisation: OrganisationId, uuid: string, page: Page) {
      const now = await current(organisation, uuid);
      if (now === undefined) return undefined;
      const { versions, total } = await store.list(organisation, { kind, id: uuid }, page);
      if (total > 0) return { versions: versions.map((version) => summaryOf(version, now)), total };
      return { versions: page.offset === 0 ? [summaryOf(firstOf(now), now)] : [], total: 1 };
    },
    async get(organisation: OrganisationId, uuid: string, number: number) {
      const now = await current(organisation, uuid);
      const stored = now && (await find(organisation, uuid, number, now));
      return now && stored && { ...summaryOf(stored, now), definition: stored.definition };
    },
    async difference(organisation: OrganisationId, uuid: string, { from, to }: z.output<typeof schema.compared>) {
      const now = await current(organisation, uuid);
      if (now === undefined) return undefined;
      const before = await find(organisation, uuid, from, now);
      const after = await find(organisation, uuid, to ?? now.version, now);
      if (before === undefined || after === undefined) return undefined;
      const fields = differenceOf(before.definition, after.definition).map((difference) => ({
        words: null,
        from: null,
        to: null,
        ...difference,
      }));
      return { from: before.number, to: after.number, fields };
    },
  };
}

/** The version of a subject that was not saved since versions are kept. */
const firstOf = ({ version: number, definition, createdAt }: CurrentDefinition) => ({
  number,
  author: null,
  note: null,
  restoredFrom: null,
  isDraft: false,
  createdAt,
  definition,
});

const summaryOf = (version: VersionSummary, now: CurrentDefinition): Summary => ({
  version: version.number,
  state: stateOf(version, now),
  author:
    version.author === null
      ? null
      : {
          user_uuid: version.author.userUuid,
          name: version.author.name,
          by_key: version.author.method === 'api_key',
        },
  note: version.note,
  restored_from: version.restoredFrom,
  created_at: version.createdAt,
});

function stateOf({ number, isDraft }: VersionSummary, now: CurrentDefinition): Summary['state'] {
  if (number === now.version) return 'current';
  if (number === now.draftVersion) return 'draft';
  return isDraft ? 'unpublished' : 'earlier';
}
