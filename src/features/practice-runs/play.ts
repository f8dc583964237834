import type { OrganisationId } from '../../data/index.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import type { RunMetrics, TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunRow } from './store.ts';

export type EndedReason = NonNullable<RunRow['endedReason']>;

type Target = Partial<Pick<RunRow, 'targetKind' | 'targetUuid' | 'agentPrompt'>>;

export interface Playing {
  readonly organisation: OrganisationId;
  readonly run: Pick<RunRow, 'agentModel' | 'agentOpens' | 'seed'> & Target;
  readonly snapshot: Snapshot;
  /** Overrides of this run that are not stored. */
  readonly proxyModel?: string | undefined;
  readonly ttsProvider?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Played {
  readonly transcript: readonly TranscriptLine[];
  /** Of a run by voice: what the agent's side recognised and played, with its words. */
  readonly turns?: Transcript;
  readonly endedReason: EndedReason;
  /** Why the run says nothing about the agent. It has no verdict then. */
  readonly error?: string;
  /** Of a run by voice: its recording as a WAV file, and what was measured. */
  readonly audio?: Uint8Array;
  readonly metrics?: RunMetrics;
}

/** Plays a run to its end. Rejects when `signal` aborts, and when the agent cannot answer. */
export type Play = (playing: Playing) => Promise<Played>;
