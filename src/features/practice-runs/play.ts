import type { OrganisationId } from '../../data/index.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import type { RunMetrics, TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunRow } from './store.ts';

export type EndedReason = NonNullable<RunRow['endedReason']>;

export type RunErrorCode = NonNullable<RunRow['errorCode']>;

type Target = Partial<Pick<RunRow, 'targetKind' | 'targetUuid' | 'agentPrompt' | 'clock'>>;

export interface Playing {
  readonly organisation: OrganisationId;
  readonly run: Pick<RunRow, 'agentModel' | 'agentOpens' | 'seed'> & Target;
  readonly snapshot: Snapshot;
  /** Overrides of this run that are not stored. */
  readonly proxyModel?: string | undefined;
  readonly ttsProvider?: string | undefined;
  /** The run begins now: its time counts from here. False where it was deleted meanwhile. */
  readonly begin: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

export interface Played {
  readonly transcript: readonly TranscriptLine[];
  /** Of a run by voice: what the agent's side recognised and played, with its words. */
  readonly turns?: Transcript;
  readonly endedReason: EndedReason;
  /** Why the run says nothing about the agent. It has no verdict then. */
  readonly error?: string;
  readonly errorCode?: RunErrorCode;
  /** Of a run by voice: its recording as a WAV file, and what was measured. */
  readonly audio?: Uint8Array;
  readonly metrics?: RunMetrics;
}

/** The agent was deleted while the run waited. */
export const targetMissing: Played = {
  transcript: [],
  endedReason: 'error',
  error: 'The agent under test no longer exists.',
  errorCode: 'target_missing',
};

/** Plays a run to its end. Rejects when `signal` aborts, and when the agent cannot answer. */
export type Play = (playing: Playing) => Promise<Played>;
