import type { OrganisationId } from '../../../data/index.ts';
import type { StoredRecordings } from '../../../recordings/index.ts';
import type { AddressTokens } from '../../../secrets/index.ts';
import type { CostStore } from '../costs/index.ts';
import type { Customers } from '../customers/index.ts';
import type { InteractionRow, InteractionStore, Term, TranscriptStore } from '../interactions/index.ts';
import type { Segments } from '../segments/index.ts';
import type { Beside } from './json.ts';
import type { Viewer } from './viewer.ts';

export interface BesideOptions {
  readonly store: Pick<InteractionStore, 'measured'>;
  readonly transcripts: Pick<TranscriptStore, 'excerpts'>;
  readonly costs: Pick<CostStore, 'currency' | 'ofCalls'>;
  readonly segments: Pick<Segments, 'ofCalls'>;
  readonly customers: Pick<Customers, 'numbers'>;
  /** Tokens for recordings of calls; `uploadTokens` are for uploads. */
  readonly recordingTokens: Pick<AddressTokens, 'issue'>;
  readonly uploadTokens: Pick<AddressTokens, 'issue'>;
  readonly recordedAmong: StoredRecordings['among'];
}

type Recorded = Pick<InteractionRow, 'id' | 'uuid' | 'source' | 'recordingDigest'>;
type Shown = Recorded & Pick<InteractionRow, 'contactUuid' | 'flowUuid'>;

/**
 * Returns a function that loads what the response of each row needs beside the row. `words`: terms whose places are
 * shown.
 */
export function createBeside(options: BesideOptions) {
  const { store, transcripts, segments, customers } = options;

  /** Returns a function from a row to the temporary URL of its recording; null without one. */
  async function recordingUrls(viewer: Viewer, calls: readonly string[]): Promise<(row: Recorded) => string | null> {
    const recorded = await options.recordedAmong(viewer.organisationId, calls);
    return ({ id, uuid, recordingDigest }) => {
      if (recordingDigest !== null)
        return `/api/calls/${id}/recording?token=${options.uploadTokens.issue(viewer, uuid)}`;
      if (!recorded.has(uuid)) return null;
      return `/api/voice/calls/${uuid}/recording?token=${options.recordingTokens.issue(viewer, uuid)}`;
    };
  }

  /** Returns a function from the uuid of a call to its cost; null without prices. */
  async function costsOf(
    organisation: OrganisationId,
    calls: readonly string[],
  ): Promise<(uuid: string) => Beside['cost']> {
    const currency = calls.length === 0 ? null : await options.costs.currency(organisation);
    if (currency === null) return () => null;
    const costs = await options.costs.ofCalls(organisation, calls);
    return (uuid) => {
      const cost = costs.get(uuid);
      return cost === undefined ? null : { ...cost, currency };
    };
  }

  return async (
    viewer: Viewer,
    rows: readonly Shown[],
    origin: string | undefined,
    words?: readonly Term[],
  ): Promise<(row: Shown) => Beside> => {
    const { organisationId } = viewer;
    const calls = rows.filter(({ source }) => source === 'call' || source === 'test').map(({ uuid }) => uuid);
    const urlOf = await recordingUrls(viewer, calls);
    const measured = await store.measured(organisationId, calls);
    const costOf = await costsOf(organisationId, calls);
    const segmentsOf = await segments.ofCalls(organisationId, rows);
    const contacts = rows.flatMap(({ contactUuid }) => contactUuid ?? []);
    const numbers = await customers.numbers(organisationId, contacts);
    const uuids = rows.map(({ uuid }) => uuid);
    const places = words === undefined ? undefined : await transcripts.excerpts(organisationId, uuids, words);
    return (row) => {
      const url = urlOf(row);
      return {
        recordingUrl: url === null || origin === undefined ? url : `${origin}${url}`,
        segments: segmentsOf(row),
        customerId: numbers.get(row.contactUuid ?? '') ?? null,
        measured: measured.get(row.uuid),
        cost: costOf(row.uuid),
        excerpt: places?.get(row.uuid),
      };
    };
  };
}
