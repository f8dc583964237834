import { join } from 'node:path';
import { connectHere, openEnginePool } from '../inference/pool.ts';
import { createOpenSession } from '../inference/session.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../line/speech.ts';
import { createVoiceActivity } from '../vad/silero.ts';
import type { ReplayModels } from './replay.ts';

export interface ReplayModelOptions {
  readonly modelsDir: string;
  /** Execution providers in order of preference; those of the call, for the same answers. */
  readonly providers: readonly string[];
}

/** A replay waits for its models as long as it takes on a busy machine. */
const timeoutMs = 120_000;

/** Opens the models that hear. Throws `model_missing`, `model_unreadable`. */
export async function openReplayModels(
  options: ReplayModelOptions,
): Promise<ReplayModels & { close(): Promise<void> }> {
  const { modelsDir, providers } = options;
  const engine = (name: string, module: string, model: string) => ({
    name,
    module: new URL(module, import.meta.url).href,
    config: { modelDir: join(modelsDir, model) },
  });
  const vad = await createOpenSession({ providers: ['cpu'] })(join(modelsDir, 'silero-vad', 'model.onnx'));
  const pool = await openEnginePool({
    name: 'replay',
    threads: 1,
    concurrency: 1,
    niceness: 0,
    providers,
    engines: [
      engine('recognise', '../recogniser/engine.ts', 'whisper-tiny.en'),
      engine('turn', '../turn/engine.ts', 'smart-turn'),
    ],
    log: () => {},
  });
  const client = connectHere(pool);
  const use = { priority: () => 0, weight: () => 1, timeoutMs };
  return {
    voiceActivity: createVoiceActivity(vad),
    recognise: client.engine<RecogniseJob, Utterance>({ engine: 'recognise', ...use }),
    endOfTurn: client.engine<TurnJob, TurnResult>({ engine: 'turn', ...use }),
    async close() {
      await pool.close();
      await vad.close();
    },
  };
}
