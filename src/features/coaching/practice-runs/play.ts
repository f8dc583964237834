import type { OrganisationId } from '../../../data/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { RunMetrics, RunUsage, TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunRow } from './store.ts';

export type EndedReason = NonNullable<RunRow['endedReason']>;

export type RunErrorCode = NonNullable<RunRow['errorCode']>;

type Target = Partial<Pick<RunRow, 'targetKind' | 'targetUuid' | 'agentPrompt' | 'agentVersion' | 'clock'>>;

export interface Playing {
  readonly organisation: OrganisationId;
  readonly run: Pick<RunRow, 'agentModel' | 'agentOpens' | 'seed'> & Target;
  readonly snapshot: Snapshot;
  /** Overrides of this run that are not stored. */
  readonly proxyModel?: string | undefined;
  readonly ttsProvider?: string | undefined;
  /** Marks the start of the run, from which its time counts. Returns false if it was deleted meanwhile. */
  readonly begin: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

export interface Played {
  readonly transcript: readonly TranscriptLine[];
  /** Voice runs only: what the agent's side recognised and played, with its words. */
  readonly turns?: Transcript;
  readonly endedReason: EndedReason;
  /** Why the run is not evidence about the agent, and therefore has no verdict. */
  readonly error?: string;
  readonly errorCode?: RunErrorCode;
  /** Voice runs only: the recording as a WAV file. `metrics` has the measurements. */
  readonly audio?: Uint8Array;
  readonly metrics?: RunMetrics;
  /** Absent if the run ended before it began. */
  readonly usage?: RunUsage | null;
}

/** Result if the agent was deleted while the run was waiting. */
export const targetMissing: Played = {
  transcript: [],
  endedReason: 'error',
  error: 'The agent under test no longer exists.',
  errorCode: 'target_missing',
};

/** Plays a run to its end. Rejects when `signal` aborts, and if the agent cannot respond. */
export type Play = (playing: Playing) => Promise<Played>;
