import { analyse } from '../../analysis/analyse.ts';
import type { Facts, Field, FieldValue } from '../../analysis/types.ts';
import type { TenantQueries } from '../../data/index.ts';
import type { ExtractionField, ExtractionFieldStore } from '../extraction-fields/index.ts';
import type { InteractionRow, InteractionStore, TranscriptStore, View } from '../interactions/index.ts';
import { editsOf } from '../interactions/index.ts';
import { fieldOf } from './asked-fields.ts';
import { editedValue } from './json.ts';
import type { PreviewBody } from './schema.ts';
import type { Viewer } from './viewer.ts';
import type { AnalysisWork } from './work.ts';

export interface PreviewOptions {
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly fields: Pick<ExtractionFieldStore, 'get' | 'list'>;
  readonly work: Pick<AnalysisWork, 'analyse'>;
  readonly factsOf: (queries: TenantQueries, row: InteractionRow) => Promise<Facts>;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
}

export type Preview = ReturnType<typeof createPreview>;

type Shown = Pick<FieldValue, 'state' | 'value'>;

export interface PreviewedCall {
  readonly id: number;
  readonly uuid: string;
  /** Null where the field does not exist. */
  readonly before: Shown | null;
  readonly after: (Shown & { readonly evidence: readonly { turn: number; text: string }[] }) | null;
  /** A person's edit, which stays in effect. */
  readonly isEdited: boolean;
}

const pageOf = 50;

/** What a change of a field would do to calls that are analysed already. Nothing is stored, and nothing transcribed. */
export function createPreview(options: PreviewOptions) {
  const { store, transcripts, fields, work, factsOf, viewOf } = options;

  async function* lastCalls(viewer: Viewer, most: number): AsyncGenerator<InteractionRow> {
    const view = await viewOf(viewer);
    for (let offset = 0; offset < most; offset += pageOf) {
      const page = { limit: Math.min(pageOf, most - offset), offset };
      const { rows } = await store.list(view, { status: 'completed' }, page);
      for (const { uuid } of rows) {
        const row = await store.find(viewer.organisationId, uuid);
        if (row !== undefined) yield row;
      }
      if (rows.length < page.limit) return;
    }
  }

  async function compared(
    row: InteractionRow,
    was: Field | undefined,
    is: Field | undefined,
  ): Promise<PreviewedCall | undefined> {
    const transcript = await transcripts.get(row.organisationId, row.uuid);
    if (transcript === undefined) return undefined;
    const facts = await store.tx(row.organisationId, (queries) => factsOf(queries, row));
    // One after another: two fields may have one key.
    const computed = (field: Field | undefined) =>
      field === undefined ? undefined : analyse(transcript, [field], facts).fields[0];
    const [before, after] = [computed(was), computed(is)];
    const key = is?.key ?? was?.key ?? '';
    return {
      ...{ id: row.id, uuid: row.uuid, isEdited: editedValue(key, (is ?? was)?.group, editsOf(row)) !== undefined },
      before: before === undefined ? null : { state: before.state, value: before.value },
      after:
        after === undefined
          ? null
          : {
              ...{ state: after.state, value: after.value },
              evidence: after.evidence.map(({ turn, start, end }) => ({
                turn,
                text: transcript[turn]?.text.slice(start, end) ?? '',
              })),
            },
    };
  }

  return {
    /** Undefined for an unknown field. */
    async of(viewer: Viewer, body: PreviewBody) {
      const { id, last } = body;
      const was = id === undefined ? undefined : await fields.get(id);
      if (id !== undefined && was === undefined) return undefined;
      const is = changed(was, body);
      const changes: PreviewedCall[] = [];
      let calls = 0;
      for await (const row of lastCalls(viewer, last)) {
        const [before, after] = [asked(was), asked(is)];
        const one = await compared(row, before, after);
        if (one === undefined) continue;
        calls += 1;
        if (JSON.stringify(bare(one.before)) !== JSON.stringify(bare(one.after))) changes.push(one);
      }
      return { calls, changes };
    },
    /** Queues the last calls to be analysed again, from their stored transcripts. Returns how many. */
    async analyseAgain(viewer: Viewer, last: number): Promise<number> {
      let queued = 0;
      for await (const { organisationId, uuid } of lastCalls(viewer, last)) {
        await store.tx(organisationId, (queries) => work.analyse(queries, organisationId, uuid));
        queued += 1;
      }
      return queued;
    },
  };
}

const bare = (one: Shown | null) => (one === null ? null : { state: one.state, value: one.value });

const asked = (field: ExtractionField | undefined): Field | undefined =>
  field === undefined || !field.is_active ? undefined : fieldOf(field);

/** The field as it would be; undefined where it would be removed. */
function changed(
  was: ExtractionField | undefined,
  { field = {}, remove }: Pick<PreviewBody, 'field' | 'remove'>,
): ExtractionField | undefined {
  if (remove) return undefined;
  const blank: ExtractionField = {
    ...{ id: 0, key: 'new', name: '', group: 'general', field_type: 'text', options: [], description: '' },
    ...{ required: false, only_if_connected: false, min_seconds: 0, is_active: true, position: 0 },
  };
  return { ...(was ?? blank), ...field };
}
