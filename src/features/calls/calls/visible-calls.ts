import { redactedSpans } from '../../../analysis/redaction.ts';
import { nameOfNode } from '../../../cluster/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { FoundRecording, SilencedRecordings, StoredRecordings } from '../../../recordings/index.ts';
import type { AddressTokens } from '../../../secrets/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { OptOuts } from '../../campaigns/index.ts';
import { type CallFilter, type CallStats, type Direction, type Sight, statsOf } from '../call-stats/index.ts';
import { personOf } from './call-over.ts';
import { callLines, disclosureOf, latencyOf, speculationOf, toSummary, transcriptOf, usageOf } from './call-record.ts';
import type { CallEventRow, CallRow, ListedCall } from './call-rows.ts';
import { isOver } from './call-state.ts';
import type { CallViewStore, View } from './call-view-store.ts';
import { channelOf } from './channels.ts';
import type { EndResult } from './contract.ts';
import {
  type KeyDetails,
  type KeyDetailsPatch,
  maxKeyDetailsBytes,
  mergedDetails,
  noKeyDetails,
} from './key-details.ts';
import { lineReportOf } from './line-report.ts';
import { createLiveMetrics } from './live-metrics.ts';
import type { CallRecord, CallSummary, LiveCall } from './schema.ts';
import type { CallStore } from './store.ts';

/** The caller: assigned tags may limit visibility. */
export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

/** What people read and write of calls. A call that a person may not see appears not to exist. */
export interface VisibleCalls {
  list(
    viewer: Viewer,
    filter: CallFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ calls: CallSummary[]; total: number }>;
  stats(viewer: Viewer, filter: CallFilter): Promise<CallStats>;
  live(viewer: Viewer, direction: Direction): Promise<LiveCall[]>;
  /** Includes events that were still waiting to be written. */
  record(viewer: Viewer, uuid: string): Promise<{ record: CallRecord; events: CallEventRow[] } | undefined>;
  transcript(viewer: Viewer, uuid: string): Promise<CallRecord['transcript'] | undefined>;
  sees(viewer: Viewer, uuid: string): Promise<boolean>;
  /** Ends an active call; `dnc_request` also opts the other party out. */
  end(viewer: Viewer, uuid: string, reason: string): Promise<EndResult>;
  /** Returns undefined if there is none, if the call is unknown, or if its contact opted out. */
  recording(viewer: Viewer, uuid: string): Promise<FoundRecording | undefined>;
  /** Returns the details after the change; undefined for an unknown call. */
  addDetails(viewer: Viewer, uuid: string, patch: KeyDetailsPatch): Promise<KeyDetails | 'too_large' | undefined>;
}

export interface VisibleCallsOptions {
  readonly store: Pick<CallStore, 'events' | 'lastEvents'>;
  readonly views: CallViewStore;
  /** Returns the findings of a call's analysis; undefined before it. Details written to the call take precedence. */
  readonly foundDetails: (organisation: OrganisationId, callUuid: string) => Promise<KeyDetails | undefined>;
  /** Returns the stored transcript of a finished call; undefined if none was stored. */
  readonly storedTranscript: (organisation: OrganisationId, callUuid: string) => Promise<Transcript | undefined>;
  /** Writes pending events; rejects on failure. */
  readonly flush: () => Promise<void>;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly optOuts: OptOuts;
  readonly end: (organisation: OrganisationId, uuid: string, reason: string) => Promise<EndResult>;
  readonly recordings: Pick<StoredRecordings, 'among' | 'find'>;
  readonly silenced: Pick<SilencedRecordings, 'ofCall'>;
  readonly recordingTokens: Pick<AddressTokens, 'issue'>;
  /** Returns the reporting servers and how long each has been silent; undefined on a single server. */
  readonly servers: () => Promise<readonly { readonly id: string; readonly silentMs: number }[] | undefined>;
  readonly now: () => Date;
}

/** Servers report every two seconds. */
const staleMs = 5000;

export function createVisibleCalls(options: VisibleCallsOptions): VisibleCalls {
  const { store, views, recordings, optOuts } = options;
  const liveMetrics = createLiveMetrics(store);
  const viewOf = async (viewer: Viewer): Promise<View> => ({
    organisation: viewer.organisationId,
    sight: await options.sightOf(viewer),
  });
  async function summariesOf(viewer: Viewer, rows: readonly ListedCall[]): Promise<CallSummary[]> {
    const names = await views.teammates(rows);
    const contacts = await views.contactNames(await viewOf(viewer), rows);
    const uuids = rows.map(({ uuid }) => uuid);
    const recorded = await recordings.among(viewer.organisationId, uuids);
    return rows.map((row) => {
      const recordingToken = recorded.has(row.uuid) ? options.recordingTokens.issue(viewer, row.uuid) : undefined;
      const contactName = contacts.get(row.contactUuid ?? '');
      return toSummary(row, { recordingToken, agentName: names.get(row.agentUserUuid ?? ''), contactName });
    });
  }

  function carrierOf(id: string | null | undefined, carriers: Awaited<ReturnType<VisibleCallsOptions['servers']>>) {
    if (carriers === undefined || id === undefined || id === null) return null;
    const silentMs = carriers.find((carrier) => carrier.id === id)?.silentMs;
    const named = { id: nameOfNode(id) };
    if (silentMs === undefined) return { ...named, seen_at: null, is_stale: true };
    return {
      ...named,
      seen_at: new Date(options.now().getTime() - silentMs).toISOString(),
      is_stale: silentMs > staleMs,
    };
  }

  const storedFor = async (row: CallRow): Promise<Transcript | undefined> =>
    isOver(row.status) ? options.storedTranscript(row.organisationId, row.uuid) : undefined;

  return {
    async list(viewer, filter, page) {
      const { rows, total } = await views.list(await viewOf(viewer), filter, page);
      return { calls: await summariesOf(viewer, rows), total };
    },
    stats: async (viewer, filter) => statsOf(await views.groups(await viewOf(viewer), filter)),
    async live(viewer, direction) {
      const rows = await views.live(await viewOf(viewer), direction);
      const carriers = rows.length === 0 ? undefined : await options.servers();
      const summaries = await summariesOf(viewer, rows);
      const metrics = await Promise.all(
        rows.map((row) => liveMetrics({ ...row, organisationId: viewer.organisationId })),
      );
      return summaries.map((summary, index) => ({
        ...summary,
        mood: metrics[index]?.mood ?? null,
        latency_ms: metrics[index]?.latency_ms ?? null,
        server: carrierOf(rows[index]?.leaseOwner, carriers),
      }));
    },
    async record(viewer, uuid) {
      await options.flush().catch(() => {});
      const row = await views.whole(await viewOf(viewer), uuid);
      if (row === undefined) return undefined;
      const events = await store.events(row.organisationId, uuid);
      const details = (await options.foundDetails(row.organisationId, uuid)) ?? noKeyDetails;
      const key_details = mergedDetails(details, row.keyDetails ?? noKeyDetails) as CallRecord['key_details'];
      const measured = {
        latency: latencyOf(events),
        speculation: speculationOf(events),
        usage: usageOf(events),
        recording_disclosure: disclosureOf(events),
        channel: row.callType === 'test' ? null : channelOf(row.dialect),
        line: lineReportOf(row.dialect, events),
      };
      const [summary] = await summariesOf(viewer, [row]);
      return {
        record: {
          ...summary!,
          transcript: callLines((await storedFor(row)) ?? transcriptOf(events)),
          key_details,
          ...measured,
        },
        events,
      };
    },
    async transcript(viewer, uuid) {
      await options.flush().catch(() => {});
      const row = await views.get(await viewOf(viewer), uuid);
      if (row === undefined) return undefined;
      return callLines((await storedFor(row)) ?? transcriptOf(await store.events(row.organisationId, uuid)));
    },
    sees: async (viewer, uuid) => (await views.get(await viewOf(viewer), uuid)) !== undefined,
    async end(viewer, uuid, reason) {
      const row = await views.get(await viewOf(viewer), uuid);
      if (row === undefined) return 'unknown';
      const result = await options.end(row.organisationId, uuid, reason);
      // The opt-out applies even if the call cannot be ended from here.
      const isHeard = result === 'ended' || result === 'only_by_phone';
      if (isHeard && reason === 'dnc_request' && row.callType !== 'test')
        await optOuts.optOut(row.organisationId, personOf(row), reason);
      return result;
    },
    async recording(viewer, uuid) {
      const row = await views.get(await viewOf(viewer), uuid);
      if (row === undefined || (await optOuts.isOptedOut(row.organisationId, personOf(row)))) return undefined;
      const recording = await recordings.find(row.organisationId, uuid);
      if (recording === undefined) return undefined;
      const spans = redactedSpans((await storedFor(row)) ?? transcriptOf(await store.events(row.organisationId, uuid)));
      return spans.length === 0 ? recording : options.silenced.ofCall(recording, spans);
    },
    addDetails: async (viewer, uuid, patch) =>
      views.changeDetails(await viewOf(viewer), uuid, (was) => {
        const details = mergedDetails(was ?? noKeyDetails, patch);
        return Buffer.byteLength(JSON.stringify(details)) > maxKeyDetailsBytes ? 'too_large' : details;
      }),
  };
}

/** The same response for a missing call and one that is not visible. */
export const unknownCall = (uuid: string): Problem => new Problem('not_found', `Call ${uuid} does not exist.`);
