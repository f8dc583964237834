import type {
  listSpeakers,
  openEmbeddings,
  openMediaServer,
  openPracticeCallers,
  openSipServer,
  openTextAgent,
  openVoiceLikeness,
} from '../../../media/index.ts';
import type { Transcriber } from '../../audio/index.ts';
import type { Database, OwnerLock } from '../../data/index.ts';
import type { Disk } from '../../disk/index.ts';
import type { FaultPoint } from '../../faults/fault-point.ts';
import type { Argon2 } from '../../features/people/accounts/index.ts';
import type { Authenticator } from '../../http/identity.ts';
import type { HttpClientOptions } from '../../http-client/index.ts';
import type { Log } from '../../log.ts';
import type { ProvidersOptions } from '../../telephony/index.ts';

/** What the control plane uses of the media plane. */
export interface MediaPlane {
  readonly openMediaServer: typeof openMediaServer;
  readonly listSpeakers: typeof listSpeakers;
  /** If absent, the embedding model is unavailable and documents are searched by words only. */
  readonly openEmbeddings?: typeof openEmbeddings;
  /** If absent, practice runs in text fail. */
  readonly openTextAgent?: typeof openTextAgent;
  /** If absent, practice runs by voice are rejected. */
  readonly openPracticeCallers?: typeof openPracticeCallers;
  /** If absent, no telephones are served. */
  readonly openSipServer?: typeof openSipServer;
}

/** Replacements for real parts, used by tests. */
export interface AppOverrides {
  readonly mediaPlane?: MediaPlane;
  readonly log?: Log;
  readonly now?: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs?: () => number;
  /** Resolves credentials to identities. */
  readonly authenticator?: Authenticator;
  /** Password hashing, slow by design. */
  readonly argon2?: Argon2;
  /** The file system of the data, as its guard sees it. */
  readonly disk?: Disk;
  /** Transcribes recordings. */
  readonly transcriber?: Transcriber;
  /** Throws at the step before which the process is to crash. */
  readonly at?: FaultPoint;
  /** Replaces the registered telephony providers. */
  readonly providers?: ProvidersOptions['rows'];
  /** How recordings at URLs of clients are fetched. */
  readonly fetching?: Pick<HttpClientOptions, 'resolve' | 'open'>;
  /** Time limit for fitting a voice to a clip. */
  readonly longestFitMs?: number;
  /** Loads the model that compares voices. */
  readonly openLikeness?: typeof openVoiceLikeness;
  readonly jobs?: { readonly beatMs: number };
  /** Upper limit for the period of rounds. */
  readonly rounds?: { readonly mostMs: number };
  readonly holdOwnerLock?: (database: Database) => Promise<OwnerLock>;
}
