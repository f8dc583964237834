import { randomUUID } from 'node:crypto';
import { invariant } from '../../../../media/kit/invariant.ts';
import type { Analyst } from '../../../analysis/analyst.ts';
import type { OrganisationId, Queries, TenantQueries } from '../../../data/index.ts';
import type { FileStore, UploadQuota } from '../../../files/index.ts';
import { momentIn } from '../../../http/fields.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import type { ContactStore } from '../../campaigns/index.ts';
import type {
  InteractionRow,
  InteractionStore,
  NewInteraction,
  Ref,
  TranscriptStore,
  View,
} from '../interactions/index.ts';
import type { Segments } from '../segments/index.ts';
import type { Fetching } from './fetching.ts';
import { createFileIntake, type Recording, type Upload } from './intake-file.ts';
import { unknownSegmentIn } from './named-segments.ts';
import type { Refused } from './recording-file.ts';
import { digestOf, type KeyedRequest, requestDigest } from './request-digest.ts';
import { turnsOfGiven } from './turns.ts';
import type { About, GivenTurn } from './upload-schema.ts';
import type { Viewer } from './viewer.ts';
import type { AnalysisWork } from './work.ts';

export interface IntakeOptions {
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly work: AnalysisWork;
  readonly fetching: Fetching;
  readonly httpClient: Pick<HttpClient, 'refusal'>;
  readonly files: FileStore;
  readonly contacts: Pick<ContactStore, 'upsertIn'>;
  readonly segments: Pick<Segments, 'namedIn' | 'assign'>;
  readonly slots: { enter(viewer: Viewer): (() => void) | undefined };
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  readonly maxFileBytes: number;
  readonly uploadQuota: UploadQuota;
  /** Returns whether an organisation wants card and social security numbers removed. */
  /** Returns whether an erasure of a number is pending, or was requested since a request began. */
  readonly isBeingErased: (queries: TenantQueries, phone: string, since: string) => Promise<boolean>;
  /** Returns whether an upload with this `Idempotency-Key` was deleted. */
  readonly isRemovedKey: (queries: TenantQueries, key: string) => Promise<boolean>;
  readonly redacts: (organisation: OrganisationId) => Promise<boolean>;
  readonly analyst: Pick<Analyst, 'redactTurns'>;
  /** Returns the time zone in which the organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId, queries?: Queries) => Promise<string>;
  readonly now: () => Date;
}

/** The request refers to something that does not exist. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly detail: string;
}

/** Why the database keeps no such conversation. */
export type Unwanted = 'key_removed' | 'being_erased';

/** `key_used`: an earlier, different request used the key. */
export type Added =
  | { readonly kind: 'added'; readonly row: InteractionRow }
  | Unknown
  | { readonly kind: Refused | Unwanted | 'key_used' };

/** `source`: `upload` from the console, `api` from the developer API. */
type Given = { readonly about: About; readonly source: 'upload' | 'api'; readonly recording?: Recording };

type Inserted =
  | { readonly kind: 'inserted'; readonly uuid: string }
  | Unknown
  | { readonly kind: Unwanted }
  | { readonly kind: 'known' }
  | { readonly kind: 'over_quota' };

type Then = (queries: TenantQueries, uuid: string) => Promise<void>;

/** An `Idempotency-Key` and the digest of its request. */
interface Keyed {
  readonly key: string;
  readonly digest: string;
}

/** Source of an uploaded recording, and the `Idempotency-Key` of the request. */
interface UploadedBy {
  readonly source: 'upload' | 'api';
  readonly key?: string | undefined;
}

interface Beginning {
  readonly keyed?: Keyed | undefined;
  readonly status: InteractionRow['status'];
  /** When the request began. */
  readonly since: string;
  readonly then?: Then;
}

export type Intake = ReturnType<typeof createIntake>;

const keyedBy = (key: string | undefined, request: KeyedRequest): Keyed | undefined =>
  key === undefined ? undefined : { key, digest: requestDigest(request) };

/** Returns a function that returns what an earlier request with the key added; undefined if none did. */
const createRepeated =
  (store: Pick<InteractionStore, 'byKey'>) =>
  async ({ organisationId }: Viewer, keyed: Keyed | undefined): Promise<Added | undefined> => {
    const row = keyed && (await store.byKey(organisationId, keyed.key));
    if (row === undefined) return undefined;
    const isSame = row.requestDigest === null || row.requestDigest === keyed?.digest;
    return isSame ? { kind: 'added', row } : { kind: 'key_used' };
  };

/** Accepts conversations of other systems: recordings and finished transcripts. */
export function createIntake(options: IntakeOptions) {
  const { store, transcripts, work, viewOf, segments, uploadQuota, now } = options;
  const takeFile = createFileIntake(options);
  const repeated = createRepeated(store);

  /**
   * Inserts the row, its segments, its file and its next job in the caller's transaction. A key adds one row at most.
   */
  async function insert(
    queries: TenantQueries,
    conversation: Given,
    { keyed, status, since, then, zone }: Beginning & { readonly zone: string },
  ): Promise<Inserted> {
    const { recording } = conversation;
    if (keyed !== undefined && (await options.isRemovedKey(queries, keyed.key))) return { kind: 'key_removed' };
    const { customer_phone: phone } = conversation.about;
    // The erasure deletes it, or has just erased the person again; its sender would never learn why.
    if (phone !== undefined && (await options.isBeingErased(queries, phone, since))) return { kind: 'being_erased' };
    if (recording !== undefined && (await uploadQuota.leftIn(queries)) < recording.sizeBytes)
      return { kind: 'over_quota' };
    const row = await newRow(queries, conversation, { ...options, zone });
    if ('kind' in row) return row;
    const about = { idempotencyKey: keyed?.key ?? null, requestDigest: keyed?.digest ?? null };
    if (!(await store.add(queries, { ...row, status, ...about }, recording?.digest))) return { kind: 'known' };
    const { segment_uuids } = conversation.about;
    if (segment_uuids !== undefined) await segments.assign(queries, row.uuid, segment_uuids);
    await then?.(queries, row.uuid);
    return { kind: 'inserted', uuid: row.uuid };
  }

  /** Same as `insert`, in a new transaction. */
  async function add(viewer: Viewer, given: Given, beginning: Beginning): Promise<Added> {
    const { organisationId } = viewer;
    const zone = await options.zoneOf(organisationId);
    const made = await store.tx(organisationId, (queries) => insert(queries, given, { ...beginning, zone }));
    if (made.kind === 'unknown' || made.kind === 'key_removed' || made.kind === 'being_erased') return made;
    if (made.kind !== 'inserted') return (await repeated(viewer, beginning.keyed)) ?? { kind: 'over_quota' };
    return { kind: 'added', row: (await store.find(organisationId, made.uuid)) as InteractionRow };
  }

  const nowText = (): string => now().toISOString();

  return {
    maxFileBytes: options.maxFileBytes,
    quotaBytes: uploadQuota.bytes,
    /** Takes an upload slot and returns the function that releases it; undefined if none is free. */
    enter: options.slots.enter,
    tx: ({ organisationId }: Viewer, run: (queries: TenantQueries) => Promise<void>) => store.tx(organisationId, run),
    /** Adds a stored recording and queues its transcription, in the caller's transaction. */
    async addIn(
      queries: TenantQueries,
      { organisationId }: Viewer,
      { since, ...given }: Required<Omit<Given, 'source'>> & Pick<Beginning, 'since'>,
    ) {
      const then: Then = (own, uuid) => work.transcribe(own, organisationId, uuid);
      const zone = await options.zoneOf(organisationId, queries.system);
      const made = await insert(queries, { ...given, source: 'upload' }, { status: 'pending', since, then, zone });
      invariant(made.kind !== 'known', 'a row without a key was known');
      return made;
    },
    async upload(viewer: Viewer, upload: Upload, { source, key }: UploadedBy): Promise<Added> {
      const since = nowText();
      const isKnown = key !== undefined && (await store.byKey(viewer.organisationId, key)) !== undefined;
      if (isKnown) {
        // Checks neither disk space nor quota: the recording is stored already.
        const file = await digestOf(upload.bytes);
        const known = await repeated(viewer, keyedBy(key, { about: await upload.about(), file }));
        // The row was deleted meanwhile, and the bytes have already been consumed.
        return known ?? { kind: 'key_used' };
      }
      const then: Then = (queries, uuid) => work.transcribe(queries, viewer.organisationId, uuid);
      const added = await takeFile(viewer, upload, (recording, about) => {
        const keyed = keyedBy(key, { about, file: recording.digest });
        return add(viewer, { about, source, recording }, { keyed, status: 'pending', since, then });
      });
      return added as Added;
    },
    addWithoutRecording: (viewer: Viewer, about: About): Promise<Added> =>
      add(viewer, { about, source: 'upload' }, { status: 'awaiting_recording', since: nowText() }),
    addTranscript: async (
      viewer: Viewer,
      about: About,
      { given, key, signal }: { given: readonly GivenTurn[]; key?: string; signal: AbortSignal },
    ) => {
      const since = nowText();
      const said = turnsOfGiven(given);
      const by = { organisation: viewer.organisationId, signal };
      const isRedacted = await options.redacts(viewer.organisationId);
      const transcript = isRedacted ? await options.analyst.redactTurns(said, by) : said;
      const then: Then = async (queries, uuid) => {
        await transcripts.put(queries, uuid, transcript, now());
        await store.put(queries.system, viewer.organisationId, uuid, { durationMs: transcript.at(-1)?.endMs ?? 0 });
        await work.analyse(queries, viewer.organisationId, uuid);
      };
      const keyed = keyedBy(key, { about, transcript });
      const known = await repeated(viewer, keyed);
      return known ?? add(viewer, { about, source: 'api' }, { keyed, status: 'pending', since, then });
    },
    /** Adds a conversation whose recording will be fetched from a public address. */
    async addAddress(viewer: Viewer, about: About, { url, key }: { url: string; key?: string }): Promise<Added> {
      const since = nowText();
      const keyed = keyedBy(key, { about, url });
      const known = await repeated(viewer, keyed);
      if (known !== undefined) return known;
      const refusal = await options.httpClient.refusal(url);
      if (refusal !== undefined) return { kind: 'unknown', detail: `recording_url ${refusal}.` };
      const { organisationId } = viewer;
      const then: Then = async (queries, uuid) => {
        await store.put(queries.system, organisationId, uuid, { recordingSource: url });
        await options.fetching.fetch(queries, organisationId, uuid);
      };
      return add(viewer, { about, source: 'api' }, { keyed, status: 'awaiting_recording', since, then });
    },
    /** Returns `conflict` if the interaction has a recording; undefined for an unknown interaction. */
    async addRecording(viewer: Viewer, ref: Ref, upload: Upload): Promise<Added | 'conflict' | undefined> {
      const view = await viewOf(viewer);
      const known = await store.get(view, ref);
      if (known === undefined) return undefined;
      if (known.status !== 'awaiting_recording') return 'conflict';
      return takeFile<Added | 'conflict'>(viewer, upload, async ({ digest, name, sizeBytes }) => {
        const changed = await store.change<'conflict' | 'over_quota'>(view, ref, async (row, queries) => {
          if (row.status !== 'awaiting_recording') return 'conflict';
          if ((await uploadQuota.leftIn(queries)) < sizeBytes) return 'over_quota';
          await store.hold(queries, row.uuid, digest);
          await work.transcribe(queries, viewer.organisationId, row.uuid);
          const recording = { recordingDigest: digest, recordingName: name, recordingBytes: sizeBytes };
          return { status: 'pending', ...recording, recordingSource: null, updatedAt: now().toISOString() };
        });
        if (changed === undefined) return { kind: 'unknown', detail: 'The call was deleted.' };
        if (changed === 'over_quota') return { kind: changed };
        return changed === 'conflict' ? changed : { kind: 'added', row: changed };
      });
    },
  };
}

/** Allowance for the clocks of other systems. */
const clockSkewMs = 5 * 60_000;

async function newRow(
  queries: TenantQueries,
  { about, source, recording }: Given,
  options: Pick<IntakeOptions, 'store' | 'contacts' | 'segments' | 'now'> & { readonly zone: string },
): Promise<NewInteraction | Unknown> {
  const { store, segments, now } = options;
  const unknown = await unknownSegmentIn(queries, segments, about.segment_uuids ?? []);
  if (unknown !== undefined) return { kind: 'unknown', detail: unknown };
  const agent = about.agent_uuid === undefined ? undefined : await store.agent(queries, about.agent_uuid);
  if (about.agent_uuid !== undefined && agent === undefined)
    return { kind: 'unknown', detail: `Agent ${about.agent_uuid} does not exist.` };
  const phone = about.customer_phone;
  const contact =
    phone === undefined ? undefined : await contactFor(queries, { phone, name: about.customer_name }, options);
  const at = now().toISOString();
  const calledAt = about.called_at === undefined ? at : momentIn(options.zone, about.called_at);
  if (Date.parse(calledAt) > now().getTime() + clockSkewMs)
    return { kind: 'unknown', detail: 'called_at is in the future.' };
  const names = {
    customerName: about.customer_name ?? contact?.name ?? null,
    customerPhone: phone ?? null,
    agentName: about.agent_name ?? agent?.agentName ?? null,
  };
  return {
    uuid: randomUUID(),
    source,
    status: 'pending',
    error: null,
    connected: true,
    direction: about.direction ?? null,
    contactUuid: contact?.uuid ?? null,
    ...names,
    voiceAgentUuid: agent?.voiceAgentUuid ?? null,
    agentUserUuid: agent?.agentUserUuid ?? null,
    languageCode: about.language_code ?? null,
    calledAt,
    edits: {},
    recordingDigest: recording?.digest ?? null,
    recordingName: recording?.name ?? null,
    recordingBytes: recording?.sizeBytes ?? null,
    search: searchTextOf({ ...names, summary: null }),
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * Returns the contact with a number, also if its tags hide it from the caller, and creates a missing one. Only an empty name of a known
 * contact changes. Returns undefined if the organisation can have no more contacts.
 */
async function contactFor(
  queries: TenantQueries,
  { phone, name }: { readonly phone: string; readonly name: string | undefined },
  { store, contacts, now }: Pick<IntakeOptions, 'store' | 'contacts' | 'now'>,
): Promise<{ readonly uuid: string; readonly name: string | null } | undefined> {
  const known = await store.contactBy(queries, phone);
  if (known !== undefined && (known.name !== null || name === undefined)) return known;
  const options = { at: now().toISOString(), sight: undefined };
  const [made] = await contacts.upsertIn(queries, [{ phone, name }], options);
  return made?.contact ?? known;
}
