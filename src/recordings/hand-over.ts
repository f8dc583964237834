import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OrganisationId } from '../data/index.ts';
import type { Log } from '../log.ts';
import type { StoredRecordings } from './stored-recordings.ts';

export interface HandOverOptions {
  /** Spool folder. */
  readonly dir: string;
  readonly recordings: Pick<StoredRecordings, 'handOver'>;
  /** Returns whether this process may still write to the call's recording. */
  readonly isOpen: (callUuid: string) => boolean;
  /** Returns undefined for a call that does not exist. */
  readonly callOf: (
    callUuid: string,
  ) => Promise<{ readonly organisationId: OrganisationId; readonly isOver: boolean } | undefined>;
  /** Returns whether the store itself failed, so that other recordings would fail as well. */
  readonly isStoreTrouble: (error: unknown) => boolean;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly now: () => Date;
  readonly pauses?: Partial<HandOverPauses>;
}

export interface HandOverPauses {
  /** Interval between scans of the spool for recordings left by dead processes. */
  readonly lookMs: number;
  /** Delay after a failure; doubled after each and randomly shortened. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** A file changed more recently may still be being written by another process. */
  readonly stillMs: number;
}

/**
 * Moves finished recordings from the spool into the file store. The folder is the queue, so it survives process
 * restarts.
 */
export interface HandOver {
  /** Signals that a call's recording was finished or changed. */
  finished(callUuid: string): void;
  start(): void;
  /** Before a stop: waits until the store has every finished recording, or for `mostMs`. */
  settle(mostMs: number): Promise<void>;
  /** Waits for the recording being handed over. The others follow after the next start. Idempotent. */
  close(): Promise<void>;
}

/** Age of a recording without a call that is removed. */
const orphanMs = 3_600_000;

const defaults: HandOverPauses = { lookMs: 60_000, firstMs: 1000, mostMs: 300_000, stillMs: 10_000 };

export function createHandOver(options: HandOverOptions): HandOver {
  const { dir, recordings, isOpen, callOf, log, now } = options;
  const { lookMs, firstMs, mostMs, stillMs } = { ...defaults, ...options.pauses };
  /** Recordings finished by this process; for these, no check for other writers is needed. */
  const ownFiles = new Set<string>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let passing: Promise<void> | undefined;
  let isRung = false;
  let state: 'new' | 'open' | 'closed' = 'new';

  /** Returns the organisation of a recording that can be handed over now. */
  async function readyOf(callUuid: string): Promise<OrganisationId | undefined> {
    if (isOpen(callUuid)) return undefined;
    const call = await callOf(callUuid);
    if (call !== undefined && ownFiles.has(callUuid)) return call.organisationId;
    const path = join(dir, `${callUuid}.wav`);
    const stillForMs = now().getTime() - (await stat(path)).mtimeMs;
    // Another server deleted the call, which was recorded on this one.
    if (call === undefined && stillForMs >= orphanMs) await rm(path, { force: true });
    return call?.isOver && stillForMs >= stillMs ? call.organisationId : undefined;
  }

  /** Returns whether all finished recordings are in the store. */
  async function pass(): Promise<boolean> {
    let isWhole = true;
    for (const name of await readdir(dir).catch(() => [])) {
      const [, callUuid] = /^([0-9a-f-]{36})\.wav$/.exec(name) ?? [];
      if (state !== 'open') return true;
      if (callUuid === undefined) continue;
      try {
        const organisation = await readyOf(callUuid);
        if (organisation === undefined) continue;
        await recordings.handOver(organisation, callUuid);
        ownFiles.delete(callUuid);
      } catch (error) {
        isWhole = false;
        if (failures === 0) log.warn({ err: error, callUuid }, 'failed to store a recording; it waits in the spool');
        if (options.isStoreTrouble(error)) return false;
      }
    }
    return isWhole;
  }

  function begin(): void {
    clearTimeout(timer);
    if (state !== 'open') return;
    if (passing !== undefined) {
      isRung = true;
      return;
    }
    isRung = false;
    passing = pass()
      .catch(() => false)
      .then((isWhole) => {
        passing = undefined;
        if (isWhole && failures > 0) log.info({}, 'recordings are stored again');
        failures = isWhole ? 0 : failures + 1;
        if (isRung && isWhole) begin();
        else arm(isWhole ? lookMs : pauseMs());
      });
  }

  const pauseMs = (): number => Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20)) * (0.5 + Math.random() / 2);

  function arm(ms: number): void {
    if (state === 'open') timer = setTimeout(begin, ms).unref();
  }

  return {
    finished(callUuid) {
      ownFiles.add(callUuid);
      // While the store is failing, the back-off applies.
      if (failures === 0) begin();
    },
    start() {
      state = 'open';
      begin();
    },
    async settle(mostMs) {
      const giveUpMs = performance.now() + mostMs;
      while (state === 'open') {
        await passing;
        begin();
        await passing;
        if (failures === 0 || performance.now() >= giveUpMs) return;
        await delay(firstMs);
      }
    },
    async close() {
      state = 'closed';
      clearTimeout(timer);
      await passing;
    },
  };
}
