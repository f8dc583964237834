import type { openPracticeCallers, PracticeCallers } from '../../../media/index.ts';
import { invariant } from '../../../media/kit/invariant.ts';
import type { VoiceChoice } from '../../../media/ports.ts';
import type { Config } from '../../config/config.ts';
import type { Playing } from '../../features/coaching/practice-runs/index.ts';
import type { MediaLink } from '../platform/media-link.ts';
import type { MediaPlane } from '../platform/overrides.ts';

type Open = typeof openPracticeCallers;

/** Returns the loader of simulated customers that speak; undefined where a stand-in for the media plane has none. */
export function practiceCallersOf(standIn: MediaPlane | undefined): (() => Promise<Open>) | undefined {
  // Imported late, like the media plane.
  if (standIn === undefined) return async () => (await import('../../../media/index.ts')).openPracticeCallers;
  const { openPracticeCallers: open } = standIn;
  return open && (async () => open);
}

/** Creates callers that are opened for the first voice run. */
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

/** Returns the first registered voice; the name is empty where no voice exists. */
export function firstVoice(speakers: ReturnType<MediaLink['listSpeakers']>) {
  const [voice] = speakers;
  return { provider: voice?.provider ?? embedded, speaker: voice?.name ?? '' };
}

/** Returns the persona's voice. If the agent has the same one, returns another, selected by the seed. */
export function customerVoice(
  { run, snapshot }: Pick<Playing, 'run' | 'snapshot'>,
  agent: VoiceChoice,
  listSpeakers: MediaLink['listSpeakers'],
): VoiceChoice {
  const { speaker } = snapshot.persona.voice;
  const embeddedVoices = listSpeakers().filter(({ provider }) => provider === embedded);
  const others = embeddedVoices.filter(({ name }) => name !== agent.speaker);
  const chosen = others.find(({ name }) => name === speaker) ?? others[Math.abs(run.seed) % Math.max(1, others.length)];
  return { speaker: chosen?.name ?? speaker };
}
