import type { openPracticeCallers, PracticeCallers } from '../../media/index.ts';
import { invariant } from '../../media/kit/invariant.ts';
import type { VoiceChoice } from '../../media/ports.ts';
import type { Config } from '../config/config.ts';
import type { Playing } from '../features/practice-runs/index.ts';
import type { MediaLink } from './media-link.ts';
import type { MediaPlane } from './overrides.ts';

type Open = typeof openPracticeCallers;

/** Simulated customers that speak; undefined where a stand-in for the media plane has none. */
export function practiceCallersOf(standIn: MediaPlane | undefined): (() => Promise<Open>) | undefined {
  // Imported late, as the media plane is.
  if (standIn === undefined) return async () => (await import('../../media/index.ts')).openPracticeCallers;
  const { openPracticeCallers: open } = standIn;
  return open && (async () => open);
}

/** Opened for the first run by voice. */
export function createCallers(open: (() => Promise<Open>) | undefined, media: Config['media']) {
  let opening: Promise<PracticeCallers> | undefined;
  return {
    async get(): Promise<PracticeCallers> {
      invariant(open, 'the practice callers are not available');
      const { modelsDir, executionProviders: providers, speechServers: servers } = media;
      opening ??= open().then((start) => start({ modelsDir, providers, servers }));
      return opening;
    },
    async close(): Promise<void> {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

const embedded = 'platform';

/** The first one of the registry; the name is empty where nothing speaks. */
export function firstVoice(speakers: ReturnType<MediaLink['listSpeakers']>) {
  const [voice] = speakers;
  return { provider: voice?.provider ?? embedded, speaker: voice?.name ?? '' };
}

/** The persona's voice, unless the agent has the same one: then another, by the seed. */
export function customerVoice(
  { run, snapshot }: Pick<Playing, 'run' | 'snapshot'>,
  agent: VoiceChoice,
  listSpeakers: MediaLink['listSpeakers'],
): VoiceChoice {
  const { speaker } = snapshot.persona.voice;
  const own = listSpeakers().filter(({ provider }) => provider === embedded);
  const others = own.filter(({ name }) => name !== agent.speaker);
  const chosen = others.find(({ name }) => name === speaker) ?? others[Math.abs(run.seed) % Math.max(1, others.length)];
  return { speaker: chosen?.name ?? speaker };
}
