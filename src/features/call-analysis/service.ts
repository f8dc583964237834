import type { TenantQueries } from '../../data/index.ts';
import type { FileStore } from '../../files/index.ts';
import type { StoredRecordings } from '../../recordings/index.ts';
import type { AddressTokens } from '../../secrets/index.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import {
  analysisOf,
  type Change,
  editsOf,
  effectiveOf,
  type InteractionFilter,
  type InteractionRow,
  type InteractionStore,
  mergedEdits,
  type Ref,
  searchTextOf,
  type TranscriptStore,
  type View,
} from '../interactions/index.ts';
import type { PatchBody } from './schema.ts';
import type { Viewer } from './viewer.ts';
import type { AnalysisWork } from './work.ts';

export interface CallAnalysisOptions {
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly work: AnalysisWork;
  readonly files: Pick<FileStore, 'find' | 'removeUnheld'>;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  /** Of calls, and of uploads. */
  readonly recordingTokens: Pick<AddressTokens, 'issue'>;
  readonly uploadTokens: AddressTokens;
  readonly recordedAmong: StoredRecordings['among'];
  readonly now: () => Date;
}

type Recorded = Pick<InteractionRow, 'id' | 'uuid' | 'source' | 'recordingDigest'>;

export type CallAnalysis = ReturnType<typeof createCallAnalysis>;

/** Conversations as people see and change them. */
export function createCallAnalysis(options: CallAnalysisOptions) {
  const { store, transcripts, work, files, viewOf, now } = options;

  const changeOf = async (row: InteractionRow, queries: TenantQueries, patch: PatchBody): Promise<Change | string> => {
    const [segment] = patch.segment_uuids ?? [];
    if (segment !== undefined) return `Segment ${segment} does not exist.`;
    const set: Change = {};
    if (patch.agent_uuid === null) Object.assign(set, { voiceAgentUuid: null, agentUserUuid: null, agentName: null });
    else if (patch.agent_uuid !== undefined) {
      const agent = await store.agent(queries, patch.agent_uuid);
      if (agent === undefined) return `Agent ${patch.agent_uuid} does not exist.`;
      Object.assign(set, agent);
    }
    if (patch.agent_name !== undefined) Object.assign(set, { agentName: patch.agent_name });
    if (patch.customer_id === null) Object.assign(set, { contactUuid: null });
    else if (patch.customer_id !== undefined) {
      const contact = await store.contact(queries, patch.customer_id);
      if (contact === undefined) return `Customer ${patch.customer_id} does not exist.`;
      Object.assign(set, { contactUuid: contact.uuid, customerName: contact.name, customerPhone: contact.phone });
    }
    const { outcome, key_details: details } = patch;
    const edits = mergedEdits(editsOf(row), { ...(outcome === undefined ? {} : { outcome }), ...details });
    const effective = effectiveOf(analysisOf(row), edits);
    const search = searchTextOf({ ...(Object.assign({}, row, set) as InteractionRow), summary: effective.summary });
    return { ...set, edits, ...effective, search, updatedAt: now().toISOString() };
  };

  return {
    get: async (viewer: Viewer, ref: Ref) => store.get(await viewOf(viewer), ref),
    list: async (viewer: Viewer, filter: InteractionFilter, page: { limit: number; offset: number }) =>
      store.list(await viewOf(viewer), filter, page),
    transcript: (row: InteractionRow): Promise<Transcript | undefined> => transcripts.get(row.organisationId, row.uuid),
    /** The changed row, or what is wrong with the patch. */
    change: async (viewer: Viewer, ref: Ref, patch: PatchBody) =>
      store.change<string>(await viewOf(viewer), ref, (row, queries) => changeOf(row, queries, patch)),
    retry: async (viewer: Viewer, ref: Ref) =>
      store.change<'conflict'>(await viewOf(viewer), ref, async (row, queries) => {
        if (row.status !== 'failed') return 'conflict';
        const again = row.recordingDigest === null ? work.analyse : work.transcribe;
        await again(queries, viewer.organisationId, row.uuid);
        return { status: 'pending', error: null, updatedAt: now().toISOString() };
      }),
    /** `is_call` for a call's own: its record goes with the call. */
    async remove(viewer: Viewer, ref: Ref): Promise<'removed' | 'is_call' | undefined> {
      const held = await store.remove(await viewOf(viewer), ref);
      if (held === undefined || held === 'is_call') return held;
      await files.removeUnheld(held);
      return 'removed';
    },
    /** Where a browser may fetch the recording of each for a while; null where there is none. */
    async recordingUrls(viewer: Viewer, rows: readonly Recorded[]): Promise<(row: Recorded) => string | null> {
      const calls = rows.filter(({ source }) => source === 'call' || source === 'test').map(({ uuid }) => uuid);
      const recorded = await options.recordedAmong(viewer.organisationId, calls);
      return ({ id, uuid, recordingDigest }) => {
        if (recordingDigest !== null)
          return `/api/calls/${id}/recording?token=${options.uploadTokens.issue(viewer, uuid)}`;
        if (!recorded.has(uuid)) return null;
        return `/api/voice/calls/${uuid}/recording?token=${options.recordingTokens.issue(viewer, uuid)}`;
      };
    },
    /** The uploaded file that a token opens. */
    async recording(row: InteractionRow) {
      return row.recordingDigest === null ? undefined : files.find(row.recordingDigest);
    },
    async recordingByToken(id: number, token: string) {
      const row = await store.findAnywhere(id);
      const holder = row === undefined ? undefined : await options.uploadTokens.read(token, row.uuid);
      return row !== undefined && holder?.organisationId === row.organisationId ? row : undefined;
    },
  };
}
