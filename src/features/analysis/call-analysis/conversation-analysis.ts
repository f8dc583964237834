import { isDeepStrictEqual } from 'node:util';
import { isAsked } from '../../../analysis/analyse.ts';
import type { Analyst } from '../../../analysis/analyst.ts';
import type { Proposals } from '../../../analysis/proposals.ts';
import type { Analysis, Facts, Field } from '../../../analysis/types.ts';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import type { Job } from '../../../jobs/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { ExtractionFieldStore } from '../extraction-fields/index.ts';
import {
  editsOf,
  effectiveOf,
  type InteractionRow,
  type InteractionStore,
  scoreGroup,
  type TranscriptStore,
} from '../interactions/index.ts';
import { type AskedField, askedOf } from './asked-fields.ts';
import type { ModelPass } from './model-pass.ts';
import { isTranslated, onOriginal, type Translate } from './translation.ts';

export interface ConversationAnalysisOptions {
  readonly store: InteractionStore;
  readonly transcripts: TranscriptStore;
  readonly fields: Pick<ExtractionFieldStore, 'list'>;
  /** Returns facts from a call's record, independent of its words. */
  readonly factsOf: (queries: TenantQueries, row: InteractionRow) => Promise<Facts>;
  /** Asks a language model for values that the rules did not find. */
  readonly modelPass: ModelPass;
  readonly translate: Translate;
  readonly analyst: Analyst;
  readonly now: () => Date;
}

export interface Analysed {
  readonly asked: readonly AskedField[];
  /** Null if the transcript is English, or if no model translates it. */
  readonly english: Transcript | null;
  readonly facts: Facts;
  readonly result: Analysis;
}

/** Analyses one conversation with what its organisation asks, and stores the result. */
export function createConversationAnalysis(options: ConversationAnalysisOptions) {
  const { store, transcripts, analyst, now } = options;

  /**
   * Runs outside the transaction, which must wait neither for a server nor for a thread. What it read is compared with
   * the rows inside the transaction.
   */
  async function analyse(job: Job, row: InteractionRow, transcript: Transcript): Promise<Analysed> {
    const { organisationId: organisation, languageCode } = row;
    const fields = await activeFieldsOf(options, organisation);
    const by = { organisation, signal: job.signal };
    const english = await options.translate(transcript, languageCode, by);
    const read = english ?? transcript;
    const proposals = row.connected ? await proposalsOf(row, read, fields, by) : null;
    const facts = await store.tx(organisation, (queries) => options.factsOf(queries, row));
    const ofRead = english === null ? facts : { ...facts, languageCode: 'en' };
    const analysis = await analyst.analyse({ transcript: read, fields, facts: ofRead, proposals }, by);
    return { asked: fields, english, facts, result: english === null ? analysis : onOriginal(analysis, transcript) };
  }

  function proposalsOf(
    { calledAt }: InteractionRow,
    transcript: Transcript,
    fields: readonly Field[],
    by: Parameters<ModelPass>[3],
  ): Promise<Proposals | null> {
    const facts = { voicemail: false, transferred: false, connected: true, utcOffsetMinutes: 0 };
    return options.modelPass(transcript, fields, { ...facts, calledAt }, by);
  }

  /** Replaces the whole analysis; people's edits stay. */
  async function complete(
    queries: TenantQueries,
    row: InteractionRow,
    { asked: fields, english, facts, result }: Analysed,
  ): Promise<void> {
    const current = await store.lock(queries, row.uuid);
    if (current === undefined) return;
    const factsNow = await options.factsOf(queries, { ...current, durationMs: row.durationMs });
    if (!isDeepStrictEqual(factsNow, facts)) throw new Outdated();
    if (isTranslated(row.languageCode)) await transcripts.putEnglish(queries, row.uuid, english);
    const groups = Object.fromEntries(
      fields.map(({ key, group, type }) => [key, type === 'score' ? scoreGroup : group]),
    );
    const at = now().toISOString();
    const scores = fields.filter(({ type }) => type === 'score');
    const categories = Object.fromEntries(scores.map(({ key, group }) => [key, group]));
    const weights = Object.fromEntries(scores.map(({ key, weight }) => [key, weight]));
    const required = fields.filter((field) => field.required === true && isAsked(field, facts)).map(({ key }) => key);
    const analysis = { ...result, groups, categories, weights, required, analysedAt: at };
    const effective = effectiveOf(analysis, editsOf(current));
    await store.put(queries.system, row.organisationId, row.uuid, {
      ...effective,
      status: 'completed',
      error: null,
      analysis,
      updatedAt: at,
      durationMs: row.durationMs,
      sides: row.sides,
      recordingNote: row.recordingNote,
      search: searchTextOf({ ...current, summary: effective.summary }),
    });
  }

  return { analyse, complete };
}

async function activeFieldsOf(
  { fields }: Pick<ConversationAnalysisOptions, 'fields'>,
  organisation: OrganisationId,
): Promise<AskedField[]> {
  const { fields: all } = await fields.list(organisation);
  return all.filter(({ is_active }) => is_active).map(askedOf);
}

/** The conversation changed during its analysis. The job runs again. */
export class Outdated extends Error {
  constructor() {
    super('the conversation changed during its analysis');
    this.name = 'Outdated';
  }
}
