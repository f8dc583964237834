import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Placement } from '../../cluster/index.ts';
import { eachApart } from '../../each-apart.ts';
import type { StreamTickets } from '../../features/calls/calls/index.ts';
import { createLiveSessions } from '../../features/coaching/practice-runs/index.ts';
import type { Log } from '../../log.ts';
import { createRecordingFiles } from '../../recordings/index.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { Every } from '../platform/rounds.ts';

type SessionsOptions = Parameters<typeof createLiveSessions>[0];

export interface LivePracticeOptions
  extends Pick<
    SessionsOptions,
    'store' | 'jobs' | 'audio' | 'snapshotOf' | 'hasTarget' | 'endStream' | 'now' | 'nowMs'
  > {
  readonly tokens: Pick<StreamTickets, 'issue'>;
  readonly reserve: Placement['reserve'];
  readonly media: Pick<MediaLink, 'listSpeakers'>;
  /** Folder of call recordings. Practice recordings have a subfolder in it. */
  readonly recordingsDir: string;
  readonly every: Every;
  readonly log: Log;
}

const roundEveryMs = 15_000;
/**
 * Age after which files that a dead process left behind are removed: their session is over and their run has no
 * recording.
 */
const abandonedMs = 24 * 3_600_000;

/** Opens live practice sessions of users with personas: their streams and recordings. */
export function openLivePractice(options: LivePracticeOptions) {
  const { tokens, media, log } = options;
  const dir = join(options.recordingsDir, 'practice');
  const pathOf = (sessionUuid: string): string => join(dir, `${sessionUuid}.wav`);
  const recordings = createRecordingFiles({
    dir,
    onTrouble: (sessionUuid, code, detail) =>
      log.error({ sessionUuid, code, detail }, 'recording of a practice session has a problem'),
  });
  const sessions = createLiveSessions({
    ...options,
    async recordingOf(sessionUuid) {
      await recordings.finish(sessionUuid);
      const path = pathOf(sessionUuid);
      const stats = await stat(path).catch(() => undefined);
      return stats && { path, remove: () => rm(path, { force: true }) };
    },
    async offer(sessionUuid) {
      const place = await options.reserve(sessionUuid);
      const token = place && (await tokens.issue({ kind: 'practice', callUuid: sessionUuid }, 'browser', { place }));
      return place && token ? { token, mediaBaseUrl: place.mediaBaseUrl } : undefined;
    },
    speaks: (languageCode) => {
      const [language] = languageCode.toLowerCase().split('-');
      return media
        .listSpeakers()
        .some(({ languageCodes }) => languageCodes.some((code) => code.toLowerCase().split('-')[0] === language));
    },
    log,
    onTrouble: (err, run) => log.error({ err, run }, 'failed to store a practice session'),
  });
  const rounds = options.every(roundEveryMs, sessions.round, log, 'failed to look for lost practice sessions');

  async function clear(): Promise<void> {
    const clearOne = async (name: string): Promise<void> => {
      const stats = await stat(join(dir, name)).catch(() => undefined);
      if (stats !== undefined && Date.now() - stats.mtimeMs > abandonedMs) await rm(join(dir, name), { force: true });
    };
    await eachApart(await readdir(dir), clearOne, {
      log,
      trouble: 'failed to remove the recording of an abandoned practice session',
      name: (file) => ({ file }),
    });
  }

  return {
    sessions,
    ports: {
      ...sessions.ports,
      recordings: {
        // Recordings of runs have the customer on the left, which here is the server's voice.
        write: (sessionUuid: string, rateHz: number, stereo: Int16Array) =>
          recordings.write(sessionUuid, rateHz, swapped(stereo)),
        finish: recordings.finish,
      },
    },
    async start() {
      await mkdir(dir, { recursive: true });
      await clear();
      rounds.start({ atOnce: true });
    },
    async close() {
      await rounds.stop();
      await sessions.close();
      await recordings.close();
    },
  };
}

function swapped(stereo: Int16Array): Int16Array {
  const other = new Int16Array(stereo.length);
  for (let at = 0; at + 1 < stereo.length; at += 2) {
    other[at] = stereo[at + 1] as number;
    other[at + 1] = stereo[at] as number;
  }
  return other;
}
