import { redactedSpans } from '../../../analysis/redaction.ts';
import { isUploaded, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import type { FileStore } from '../../../files/index.ts';
import type { Mp3Files, SilencedRecordings } from '../../../recordings/index.ts';
import type { AddressTokens } from '../../../secrets/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { CostStore } from '../costs/index.ts';
import type { Customers } from '../customers/index.ts';
import type { ExtractionField, ExtractionFieldStore } from '../extraction-fields/index.ts';
import {
  analysisOf,
  type Change,
  type EditMark,
  type Edits,
  editsOf,
  editsOfDetails,
  effectiveOf,
  type InteractionFilter,
  type InteractionPage,
  type InteractionRow,
  type InteractionStore,
  keyDetailsOf,
  marked,
  mergedEdits,
  type Ref,
  sidesOf,
  type TranscriptStore,
  type View,
} from '../interactions/index.ts';
import type { Segments } from '../segments/index.ts';
import { type BesideOptions, createBeside } from './beside.ts';
import { faultOfEdits, withOneOutcome } from './edited-values.ts';
import type { Fetching } from './fetching.ts';
import { filtersOf } from './filters.ts';
import { renamed } from './hearing.ts';
import { unknownSegmentIn } from './named-segments.ts';
import type { PatchBody, SpeakersBody } from './schema.ts';
import { type SoundFormat, uploadSound } from './upload-sound.ts';
import type { Viewer } from './viewer.ts';
import type { AnalysisWork } from './work.ts';

/** Deletes a call with everything made from it, unless it is on hold. */
export interface CallDeletions {
  removeOne(organisation: OrganisationId, uuid: string): Promise<'removed' | 'held'>;
}

export interface CallAnalysisOptions extends BesideOptions {
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly costs: BesideOptions['costs'] & Pick<CostStore, 'partsOf'>;
  readonly work: AnalysisWork;
  readonly fetching: Fetching;
  readonly files: Pick<FileStore, 'find'>;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  readonly segments: Pick<Segments, 'namedIn' | 'assign' | 'ofCalls' | 'known'>;
  readonly fields: Pick<ExtractionFieldStore, 'list'>;
  readonly customers: Pick<Customers, 'numbers' | 'uuidOf' | 'get'>;
  readonly uploadTokens: AddressTokens;
  readonly silenced: Pick<SilencedRecordings, 'ofUpload'>;
  readonly mp3Files: Pick<Mp3Files, 'get'>;
  readonly deletions: CallDeletions;
  /** Returns the time zone in which an organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId) => Promise<string>;
  readonly now: () => Date;
}

export type CallAnalysis = ReturnType<typeof createCallAnalysis>;

interface ChangeContext {
  /** The customer of the patch, if this viewer sees it. */
  readonly customer: string | undefined;
  /** The fields of the organisation. */
  readonly definitions: readonly ExtractionField[];
  readonly mark: EditMark;
}

/** Returns the edits of a call with those of a patch, or what is wrong with the values of the patch. */
function editsAfter(
  row: InteractionRow,
  patch: PatchBody,
  { definitions, mark }: Pick<ChangeContext, 'definitions' | 'mark'>,
): Edits | string {
  const { outcome, key_details } = patch;
  const details = key_details === null ? { extraction: null, qms_scores: null } : (key_details ?? {});
  const added = {
    ...(outcome === undefined ? {} : { outcome }),
    ...editsOfDetails(details, keyDetailsOf(analysisOf(row), editsOf(row))),
  };
  return (
    faultOfEdits(added, definitions) ?? mergedEdits(editsOf(row), marked(withOneOutcome(added, analysisOf(row)), mark))
  );
}

const editorsIn = (row: InteractionRow): string[] => [
  ...new Set(Object.values(editsOf(row).marks ?? {}).map(({ userUuid }) => userUuid)),
];

/** Conversations as people view and edit them. */
export function createCallAnalysis(options: CallAnalysisOptions) {
  const { store, transcripts, work, files, viewOf, segments, customers, now } = options;

  const changeOf = async (
    row: InteractionRow,
    queries: TenantQueries,
    patch: PatchBody,
    { customer, ...about }: ChangeContext,
  ): Promise<Change | string> => {
    const set: Change = {};
    if (patch.segment_uuids !== undefined) {
      const unknown = await unknownSegmentIn(queries, segments, patch.segment_uuids);
      if (unknown !== undefined) return unknown;
    }
    if (patch.agent_uuid === null) Object.assign(set, { voiceAgentUuid: null, agentUserUuid: null, agentName: null });
    else if (patch.agent_uuid !== undefined) {
      const agent = await store.agent(queries, patch.agent_uuid);
      if (agent === undefined) return `Agent ${patch.agent_uuid} does not exist.`;
      Object.assign(set, agent);
    }
    if (patch.agent_name !== undefined) Object.assign(set, { agentName: patch.agent_name });
    if (patch.customer_id === null) Object.assign(set, { contactUuid: null });
    else if (patch.customer_id !== undefined) {
      const contact = customer === undefined ? undefined : await store.contact(queries, customer);
      if (contact === undefined) return `Customer ${patch.customer_id} does not exist.`;
      Object.assign(set, { contactUuid: contact.uuid, customerName: contact.name, customerPhone: contact.phone });
    }
    if (patch.segment_uuids !== undefined) await segments.assign(queries, row.uuid, patch.segment_uuids);
    const edits = editsAfter(row, patch, about);
    if (typeof edits === 'string') return edits;
    const effective = effectiveOf(analysisOf(row), edits);
    const search = searchTextOf({ ...(Object.assign({}, row, set) as InteractionRow), summary: effective.summary });
    return { ...set, edits, ...effective, search, updatedAt: now().toISOString() };
  };

  return {
    get: async (viewer: Viewer, ref: Ref) => store.get(await viewOf(viewer), ref),
    list: async (viewer: Viewer, filter: InteractionFilter, page: InteractionPage) =>
      store.list(await viewOf(viewer), filter, page),
    agentsSeen: async (viewer: Viewer) => store.agentsSeen(await viewOf(viewer)),
    filterOf: filtersOf(options),
    beside: createBeside(options),
    /** Returns the names of the people who edited values, by uuid. People who left have none. */
    editorsOf: (row: InteractionRow) => store.memberNames(row.organisationId, editorsIn(row)),
    transcript: (row: InteractionRow): Promise<Transcript | undefined> => transcripts.get(row.organisationId, row.uuid),
    costParts: ({ organisationId, uuid }: InteractionRow) => options.costs.partsOf(organisationId, uuid),
    /** Returns the changed row, or what is wrong with the patch. */
    change: async (viewer: Viewer, ref: Ref, patch: PatchBody) => {
      const { customer_id: id } = patch;
      // Contacts with tags that the viewer does not see do not exist for them.
      const customer = id === undefined || id === null ? undefined : (await customers.get(viewer, `${id}`))?.uuid;
      const { fields: definitions } = await options.fields.list(viewer.organisationId);
      const about = { customer, definitions, mark: { userUuid: viewer.userUuid, at: now().toISOString() } };
      return store.change<string>(await viewOf(viewer), ref, (row, queries) => changeOf(row, queries, patch, about));
    },
    retry: async (viewer: Viewer, ref: Ref) =>
      store.change<'conflict'>(await viewOf(viewer), ref, async (row, queries) => {
        if (row.status !== 'failed') return 'conflict';
        const cleared = { error: null, updatedAt: now().toISOString() };
        if (row.recordingSource !== null) {
          await options.fetching.fetch(queries, viewer.organisationId, row.uuid);
          return { ...cleared, status: 'awaiting_recording' };
        }
        const again = row.recordingDigest === null ? work.analyse : work.transcribe;
        await again(queries, viewer.organisationId, row.uuid);
        return { ...cleared, status: 'pending' };
      }),
    /** Sets which speaker of a recording is the agent, and queues another analysis. */
    nameSpeakers: async (viewer: Viewer, ref: Ref, agent: SpeakersBody['agent']) =>
      store.change<'is_call' | 'not_ready' | 'not_there'>(await viewOf(viewer), ref, async (row, queries) => {
        if (!isUploaded(row.source)) return 'is_call';
        const transcript = await transcripts.in(queries, row.uuid);
        if (row.status !== 'completed' || transcript === undefined) return 'not_ready';
        if (!transcript.some(({ speaker }) => speaker === agent)) return 'not_there';
        const before = sidesOf(row);
        await transcripts.put(queries, row.uuid, renamed(transcript, agent), now());
        await work.analyse(queries, viewer.organisationId, row.uuid);
        const swapped = before?.by === 'voices' ? false : (before?.swapped ?? false) !== (agent === 'customer');
        return { sides: { by: 'person', swapped, confidence: 1 }, updatedAt: now().toISOString() };
      }),
    /** Returns `has_owner` for the interaction of a run, which is deleted with the run. */
    async remove(viewer: Viewer, ref: Ref): Promise<'removed' | 'held' | 'has_owner' | undefined> {
      const row = await store.get(await viewOf(viewer), ref);
      if (row === undefined) return undefined;
      if (row.source === 'practice' || row.source === 'simulation') return 'has_owner';
      return options.deletions.removeOne(row.organisationId, row.uuid);
    },
    /** Returns the uploaded recording, silenced where numbers were redacted from the transcript. */
    async recording(row: InteractionRow, format: SoundFormat) {
      const file = row.recordingDigest === null ? undefined : await files.find(row.recordingDigest);
      if (file === undefined) return undefined;
      const spans = redactedSpans((await transcripts.get(row.organisationId, row.uuid)) ?? []);
      return uploadSound(file, format, spans, options);
    },
    async recordingByToken(id: number, token: string) {
      const row = await store.findAnywhere(id);
      const holder = row === undefined ? undefined : await options.uploadTokens.read(token, row.uuid);
      return row !== undefined && holder?.organisationId === row.organisationId ? row : undefined;
    },
  };
}
