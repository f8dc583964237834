import { randomUUID } from 'node:crypto';
import type { TenantQueries } from '../../data/index.ts';
import { type FileStore, kindOf, type UploadSlots } from '../../files/index.ts';
import { oneLine } from '../../http/fields.ts';
import {
  type InteractionRow,
  type InteractionStore,
  type NewInteraction,
  type Ref,
  searchTextOf,
  type TranscriptStore,
  type View,
} from '../interactions/index.ts';
import type { About, GivenTurn } from './schema.ts';
import { turnsOfGiven, withRoles } from './turns.ts';
import type { Viewer } from './viewer.ts';
import type { AnalysisWork } from './work.ts';

export interface IntakeOptions {
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly work: AnalysisWork;
  readonly files: FileStore;
  readonly slots: UploadSlots;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  readonly maxFileBytes: number;
  readonly now: () => Date;
}

export interface Upload {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly expectedBytes: number | undefined;
  /** Read after the bytes. */
  readonly about: () => Promise<About>;
}

/** What a client sent that names something unknown. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly detail: string;
}

export type Refused = 'empty' | 'not_audio' | 'too_large' | 'no_room';
export type Added = { readonly kind: 'added'; readonly row: InteractionRow } | Unknown | { readonly kind: Refused };

type Given = { readonly about: About; readonly recording?: { readonly digest: string; readonly name: string } };

export type Intake = ReturnType<typeof createIntake>;

/** How conversations of other systems come in: recordings, and transcripts that are ready. */
export function createIntake(options: IntakeOptions) {
  const { store, transcripts, work, files, viewOf, now } = options;

  async function newRow(queries: TenantQueries, { about, recording }: Given): Promise<NewInteraction | Unknown> {
    const [segment] = about.segment_uuids ?? [];
    if (segment !== undefined) return { kind: 'unknown', detail: `Segment ${segment} does not exist.` };
    const agent = about.agent_uuid === undefined ? undefined : await store.agent(queries, about.agent_uuid);
    if (about.agent_uuid !== undefined && agent === undefined)
      return { kind: 'unknown', detail: `Agent ${about.agent_uuid} does not exist.` };
    const phone = about.customer_phone;
    const contact = phone === undefined ? undefined : await store.contactBy(queries, phone);
    const at = now().toISOString();
    const names = {
      customerName: about.customer_name ?? contact?.name ?? null,
      customerPhone: phone ?? null,
      agentName: about.agent_name ?? agent?.agentName ?? null,
    };
    return {
      ...{ uuid: randomUUID(), source: 'upload', status: 'pending', error: null, connected: true },
      ...{ direction: about.direction ?? null, contactUuid: contact?.uuid ?? null, ...names },
      ...{ voiceAgentUuid: agent?.voiceAgentUuid ?? null, agentUserUuid: agent?.agentUserUuid ?? null },
      ...{ languageCode: about.language_code ?? null, calledAt: about.called_at ?? at, edits: {} },
      ...{ recordingDigest: recording?.digest ?? null, recordingName: recording?.name ?? null },
      ...{ search: searchTextOf({ ...names, summary: null }), createdAt: at, updatedAt: at },
    };
  }

  /** In one transaction: the row, its file and its next job. One key adds one row. */
  async function add(
    viewer: Viewer,
    given: Given,
    { key, status, then }: { key?: string | undefined; status: InteractionRow['status']; then?: Then },
  ): Promise<Added> {
    const { organisationId } = viewer;
    const made = await store.tx(organisationId, async (queries): Promise<Unknown | { uuid: string } | 'known'> => {
      const row = await newRow(queries, given);
      if ('kind' in row) return row;
      const keyed = { ...row, status, idempotencyKey: key ?? null };
      if (!(await store.add(queries, keyed, given.recording?.digest))) return 'known';
      await then?.(queries, row.uuid);
      return { uuid: row.uuid };
    });
    if (made !== 'known' && 'kind' in made) return made;
    const row =
      made === 'known' ? await store.byKey(organisationId, key ?? '') : await store.find(organisationId, made.uuid);
    return { kind: 'added', row: row as InteractionRow };
  }
  type Then = (queries: TenantQueries, uuid: string) => Promise<void>;

  async function takeFile(
    upload: Upload,
    use: (recording: { digest: string; name: string }, about: About) => Promise<Added | 'conflict'>,
  ): Promise<Added | 'conflict'> {
    const { bytes, expectedBytes } = upload;
    const source = {
      ...{ bytes, maxBytes: options.maxFileBytes },
      ...(expectedBytes === undefined ? {} : { expectedBytes }),
    };
    const taken = await files.take(source, async (file): Promise<Added | 'conflict'> => {
      const about = await upload.about();
      if (file.sizeBytes === 0) return { kind: 'empty' };
      if ((await kindOf(file))?.family !== 'audio') return { kind: 'not_audio' };
      await file.keep();
      return use({ digest: file.digest, name: oneLine(upload.name).slice(0, 200) || 'recording' }, about);
    });
    return taken.kind === 'taken' ? taken.value : taken;
  }

  return {
    maxFileBytes: options.maxFileBytes,
    /** A place among the uploads, to be left when this one is over; undefined when there is none. */
    enter: ({ userUuid }: Viewer) => options.slots.enter(userUuid),
    /** What was added under this key before. */
    known: (viewer: Viewer, key: string) => store.byKey(viewer.organisationId, key),
    async upload(viewer: Viewer, upload: Upload, key?: string): Promise<Added> {
      const then: Then = (queries, uuid) => work.transcribe(queries, viewer.organisationId, uuid);
      const added = await takeFile(upload, (recording, about) =>
        add(viewer, { about, recording }, { key, status: 'pending', then }),
      );
      return added as Added;
    },
    addWithoutRecording: (viewer: Viewer, about: About): Promise<Added> =>
      add(viewer, { about }, { status: 'awaiting_recording' }),
    addTranscript: (viewer: Viewer, about: About, { given, key }: { given: readonly GivenTurn[]; key?: string }) => {
      const transcript = withRoles(turnsOfGiven(given));
      const then: Then = async (queries, uuid) => {
        await transcripts.put(queries, uuid, transcript, now());
        await store.put(queries.system, viewer.organisationId, uuid, { durationMs: transcript.at(-1)?.endMs ?? 0 });
        await work.analyse(queries, viewer.organisationId, uuid);
      };
      return add(viewer, { about }, { key, status: 'pending', then });
    },
    /** `conflict` where it has a recording; undefined for an unknown interaction. */
    async addRecording(viewer: Viewer, ref: Ref, upload: Upload): Promise<Added | 'conflict' | undefined> {
      const view = await viewOf(viewer);
      const known = await store.get(view, ref);
      if (known === undefined) return undefined;
      if (known.status !== 'awaiting_recording') return 'conflict';
      return takeFile(upload, async ({ digest, name }) => {
        const changed = await store.change<'conflict'>(view, ref, async (row, queries) => {
          if (row.status !== 'awaiting_recording') return 'conflict';
          await store.hold(queries, row.uuid, digest);
          await work.transcribe(queries, viewer.organisationId, row.uuid);
          return { status: 'pending', recordingDigest: digest, recordingName: name, updatedAt: now().toISOString() };
        });
        if (changed === undefined) return { kind: 'unknown', detail: 'The call was deleted.' };
        return changed === 'conflict' ? changed : { kind: 'added', row: changed };
      });
    },
  };
}
