import type {
  listSpeakers,
  openEmbeddings,
  openMediaServer,
  openPracticeCallers,
  openTextAgent,
} from '../../media/index.ts';
import type { Transcriber } from '../audio/index.ts';
import type { Database, OwnerLock } from '../data/index.ts';
import type { Disk } from '../disk/index.ts';
import type { FaultPoint } from '../faults/fault-point.ts';
import type { Argon2 } from '../features/accounts/index.ts';
import type { Authenticator } from '../http/identity.ts';
import type { HttpClientOptions } from '../http-client/index.ts';
import type { Log } from '../log.ts';
import type { ProvidersOptions } from '../telephony/index.ts';

/** What the control plane takes from the media plane. */
export interface MediaPlane {
  readonly openMediaServer: typeof openMediaServer;
  readonly listSpeakers: typeof listSpeakers;
  /** Absent: embedding model unavailable: documents are searched by words only. */
  readonly openEmbeddings?: typeof openEmbeddings;
  /** Absent: practice runs in writing fail. */
  readonly openTextAgent?: typeof openTextAgent;
  /** Absent: practice runs by voice are refused. */
  readonly openPracticeCallers?: typeof openPracticeCallers;
}

/** What tests put instead of the real thing. */
export interface AppOverrides {
  readonly mediaPlane?: MediaPlane;
  readonly log?: Log;
  readonly now?: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs?: () => number;
  /** Who has which credential. */
  readonly authenticator?: Authenticator;
  /** What hashes passwords, slowly on purpose. */
  readonly argon2?: Argon2;
  /** The file system that the data is on, as its guard sees it. */
  readonly disk?: Disk;
  /** The module that reads PDFs, as a process. */
  readonly pdfChild?: URL;
  /** What turns recordings into words. */
  readonly transcriber?: Transcriber;
  /** Throws where the process is to die. */
  readonly at?: FaultPoint;
  /** Telephony providers in place of those that are registered. */
  readonly providers?: ProvidersOptions['rows'];
  /** How recordings at addresses of clients are reached. */
  readonly fetching?: Pick<HttpClientOptions, 'resolve' | 'open'>;
  /** How long a voice may be fitted to a clip. */
  readonly longestFitMs?: number;
  readonly jobs?: { readonly beatMs: number };
  /** Of rounds with a longer period. */
  readonly rounds?: { readonly mostMs: number };
  readonly holdOwnerLock?: (database: Database) => Promise<OwnerLock>;
}
