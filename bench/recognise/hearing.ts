import { join } from 'node:path';
import { connectHere, openEnginePool } from '../../media/inference/pool.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import { createVoiceActivity } from '../../media/vad/silero.ts';
import { openVoiceNet } from '../../media/vad/voice-net.ts';
import type { HearModels } from './hear.ts';

export interface HearingOptions {
  readonly modelDir: string;
  readonly detectorDir: string;
  readonly fast: boolean;
  readonly providers: readonly string[];
}

/** Opens detector and recogniser, with the recogniser on a thread of its own as in a call. */
export async function openHearing(options: HearingOptions): Promise<HearModels & { close(): Promise<void> }> {
  const { modelDir, detectorDir, fast, providers } = options;
  const pool = await openEnginePool({
    name: 'bench',
    threads: 1,
    engines: [
      {
        name: 'recognise',
        module: new URL('../../media/recogniser/engine.js', import.meta.url).href,
        config: { modelDir },
      },
    ],
    providers,
    concurrency: 1,
    niceness: 0,
    log: (message, detail) => console.error(message, detail),
  });
  try {
    const recognise = connectHere(pool).engine<RecogniseJob, Utterance>({
      engine: 'recognise',
      slackMs: (job) => (job.kind === 'final' ? 0 : 1000),
      weight: () => 1,
      timeoutMs: 20_000,
    });
    const detector = await openVoiceNet(join(detectorDir, 'model.onnx'), createOpenSession({ providers: ['cpu'] }));
    return { recognise, voiceActivity: createVoiceActivity(detector), fast, close: () => pool.close() };
  } catch (error) {
    await pool.close();
    throw error;
  }
}
