import type { Analyst } from '../../../analysis/analyst.ts';
import { scoreTotal } from '../../../analysis/score-total.ts';
import type { Facts, FieldValue } from '../../../analysis/types.ts';
import type { TenantQueries } from '../../../data/index.ts';
import type { WorkOptions } from '../../../threads/index.ts';
import type { ExtractionField, ExtractionFieldStore } from '../extraction-fields/index.ts';
import type {
  InteractionRow,
  InteractionStore,
  ListedInteraction,
  TranscriptStore,
  View,
} from '../interactions/index.ts';
import { analysisOf, editsOf, keyDetailsOf } from '../interactions/index.ts';
import { fieldOf } from './asked-fields.ts';
import { editedValue } from './json.ts';
import type { PreviewBody } from './preview-schema.ts';
import { onOriginal } from './translation.ts';
import type { Viewer } from './viewer.ts';
import type { AnalysisWork } from './work.ts';

export interface PreviewOptions {
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly fields: Pick<ExtractionFieldStore, 'get' | 'list'>;
  readonly work: Pick<AnalysisWork, 'analyse'>;
  readonly factsOf: (queries: TenantQueries, row: InteractionRow) => Promise<Facts>;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  readonly analyst: Pick<Analyst, 'analyse'>;
}

export type Preview = ReturnType<typeof createPreview>;

type Shown = Pick<FieldValue, 'state' | 'value'>;

export interface PreviewedCall {
  readonly id: number;
  readonly uuid: string;
  /** Null if the field does not exist. */
  readonly before: Shown | null;
  readonly after: (Shown & { readonly evidence: readonly { turn: number; text: string }[] }) | null;
  /** Whether a person's edit overrides the value. */
  readonly isEdited: boolean;
  /** For a score, the total of its category. Null if no score that counts exists. */
  readonly totalBefore: number | null;
  readonly totalAfter: number | null;
}

/** Values that people entered, and how many of them an analysis found by itself. */
export interface Agreement {
  readonly corrected: number;
  /** The analysis as stored, with the language model of that time. */
  readonly stored: number;
  /** An analysis by the current rules, with the field as it is. */
  readonly before: number;
  /** The same with the change. */
  readonly after: number;
}

interface Change {
  readonly was: ExtractionField | undefined;
  readonly is: ExtractionField | undefined;
  /** The other score fields. */
  readonly others: readonly ExtractionField[];
}

const pageOf = 50;
/** Maximum number of corrected calls that are analysed again. */
const mostCorrected = 200;
/** Calls queued in one transaction: on PostgreSQL one that was retried often runs alone, and others wait for it. */
const queuedAtOnce = 10;

/** Previews the effect of a changed field on calls that are already analysed. Stores and transcribes nothing. */
export function createPreview(options: PreviewOptions) {
  const { store, transcripts, fields, work, factsOf, viewOf, analyst } = options;

  /** Yields pages of the latest analysed calls, newest first. */
  async function* lastPages(
    viewer: Viewer,
    most: number,
    filter: { readonly isEdited?: true } = {},
  ): AsyncGenerator<readonly ListedInteraction[]> {
    const view = await viewOf(viewer);
    for (let offset = 0; offset < most; offset += pageOf) {
      const page = { limit: Math.min(pageOf, most - offset), offset };
      const { rows } = await store.list(view, { status: 'completed', ...filter }, page);
      yield rows;
      if (rows.length < page.limit) return;
    }
  }

  async function* lastCalls(viewer: Viewer, most: number): AsyncGenerator<InteractionRow> {
    for await (const rows of lastPages(viewer, most))
      for (const { uuid } of rows) {
        const row = await store.find(viewer.organisationId, uuid);
        if (row !== undefined) yield row;
      }
  }

  /** Returns a function that analyses one field of a call; undefined if the call has no transcript. */
  async function readerOf(row: InteractionRow, by: WorkOptions) {
    const stored = await transcripts.asRead(row.organisationId, row.uuid);
    if (stored === undefined) return undefined;
    const { transcript, english } = stored;
    const facts = await store.tx(row.organisationId, (queries) => factsOf(queries, row));
    // Analysed one at a time, because two fields may have the same key.
    const computed = async (field: ExtractionField | undefined): Promise<FieldValue | undefined> => {
      if (field?.is_active !== true) return undefined;
      const ofRead = english === null ? facts : { ...facts, languageCode: 'en' };
      const request = { transcript: english ?? transcript, fields: [fieldOf(field)], facts: ofRead };
      const analysis = await analyst.analyse(request, by);
      return (english === null ? analysis : onOriginal(analysis, transcript)).fields[0];
    };
    return { transcript, computed };
  }

  /** Compares the analysis with the values that people entered for a field, in the latest calls that have one. */
  async function agreementOf(viewer: Viewer, { was, is }: Change, by: WorkOptions): Promise<Agreement> {
    const agreement = { corrected: 0, stored: 0, before: 0, after: 0 };
    const key = was?.key ?? '';
    if (was === undefined) return agreement;
    for await (const rows of lastPages(viewer, mostCorrected, { isEdited: true }))
      for (const { uuid } of rows) {
        const row = await store.find(viewer.organisationId, uuid);
        const edited = row && editedValue(key, was.group, editsOf(row));
        const read = row === undefined || edited === undefined ? undefined : await readerOf(row, by);
        if (row === undefined || read === undefined) continue;
        const agrees = (value: FieldValue | undefined): number => (sureOf(value) === edited ? 1 : 0);
        agreement.corrected += 1;
        agreement.stored += agrees(analysisOf(row)?.fields.find((value) => value.key === key));
        agreement.before += agrees(await read.computed(was));
        agreement.after += agrees(await read.computed(is));
      }
    return agreement;
  }

  async function compared(
    row: InteractionRow,
    { was, is, others }: Change,
    by: WorkOptions,
  ): Promise<PreviewedCall | undefined> {
    const read = await readerOf(row, by);
    if (read === undefined) return undefined;
    const { transcript, computed } = read;
    const [before, after] = [await computed(was), await computed(is)];
    const key = is?.key ?? was?.key ?? '';
    const edited = editedValue(key, (is ?? was)?.group, editsOf(row));
    const { qms_scores: scores } = keyDetailsOf(analysisOf(row), editsOf(row));
    const total = (field: ExtractionField | undefined, value: FieldValue | undefined): number | null =>
      totalWith({ was, is, others }, { edited, scores }, field, value);
    return {
      id: row.id,
      uuid: row.uuid,
      isEdited: edited !== undefined,
      totalBefore: total(was, before),
      totalAfter: total(is, after),
      before: before === undefined ? null : { state: before.state, value: before.value },
      after: after === undefined ? null : withEvidence(after, transcript),
    };
  }

  return {
    /** Returns undefined for an unknown field. */
    async of(viewer: Viewer, body: PreviewBody, signal: AbortSignal) {
      const { id, last } = body;
      const was = id === undefined ? undefined : await fields.get(viewer.organisationId, id);
      if (id !== undefined && was === undefined) return undefined;
      const is = changed(was, body);
      const { fields: all } = await fields.list(viewer.organisationId);
      const others = all.filter((each) => each.id !== id && each.field_type === 'score' && each.is_active);
      const change = { was, is, others };
      const by = { organisation: viewer.organisationId, signal };
      const changes: PreviewedCall[] = [];
      let calls = 0;
      for await (const row of lastCalls(viewer, last)) {
        const comparison = await compared(row, change, by);
        if (comparison === undefined) continue;
        calls += 1;
        const isSame = JSON.stringify(bare(comparison.before)) === JSON.stringify(bare(comparison.after));
        if (!isSame || comparison.totalBefore !== comparison.totalAfter) changes.push(comparison);
      }
      return { calls, changes, agreement: await agreementOf(viewer, change, by) };
    },
    /** Queues the latest calls for another analysis of their stored transcripts. Returns their number. */
    async analyseAgain(viewer: Viewer, last: number): Promise<number> {
      let queued = 0;
      const { organisationId } = viewer;
      for await (const rows of lastPages(viewer, last)) {
        for (let first = 0; first < rows.length; first += queuedAtOnce)
          await store.tx(organisationId, async (queries) => {
            for (const { uuid } of rows.slice(first, first + queuedAtOnce))
              await work.analyse(queries, organisationId, uuid);
          });
        queued += rows.length;
      }
      return queued;
    },
  };
}

/**
 * Returns the total of the field's category with this value; null for a field that is not a score. If the field does
 * not exist, before or after, it is the total of the others.
 */
function totalWith(
  { was, is, others }: Change,
  { edited, scores }: { readonly edited: unknown; readonly scores: Readonly<Record<string, number>> },
  field: ExtractionField | undefined,
  fieldValue: FieldValue | undefined,
): number | null {
  const { field_type: type, group: category } = field ?? is ?? was ?? {};
  if (type !== 'score') return null;
  const value = edited === undefined ? (fieldValue?.value ?? null) : edited;
  const rest = others.filter(({ group, key: other }) => group === category && scores[other] !== undefined);
  const all = rest.map(({ key: other, weight }) => ({ score: scores[other] as number, weight }));
  if (typeof value === 'number' && field?.is_active === true) all.push({ score: value, weight: field.weight });
  return scoreTotal(all) ?? null;
}

const withEvidence = ({ state, value, evidence }: FieldValue, transcript: readonly { readonly text: string }[]) => ({
  state,
  value,
  evidence: evidence.map(({ turn, start, end }) => ({ turn, text: transcript[turn]?.text.slice(start, end) ?? '' })),
});

/** Returns the value that lists and dashboards count. */
const sureOf = (value: FieldValue | undefined): unknown => (value?.state === 'unsure' ? null : (value?.value ?? null));

const bare = (shown: Shown | null) => (shown === null ? null : { state: shown.state, value: shown.value });

/** Returns the field after the change; undefined if it would be removed. */
function changed(
  was: ExtractionField | undefined,
  { field = {}, remove }: Pick<PreviewBody, 'field' | 'remove'>,
): ExtractionField | undefined {
  if (remove) return undefined;
  const blank: ExtractionField = {
    id: 0,
    key: 'new',
    name: '',
    group: 'general',
    field_type: 'text',
    options: [],
    description: '',
    required: false,
    only_if_connected: false,
    min_seconds: 0,
    weight: 1,
    is_active: true,
    position: 0,
    measure: null,
    scope: 'organisation',
    version: 1,
  };
  return { ...(was ?? blank), ...field };
}
