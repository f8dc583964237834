import { join } from 'node:path';
import { taskFolder } from '../../../models/locate.ts';
import { describeEngines } from '../../engines/available.ts';
import { embeddedEngine } from '../../engines/pooled.ts';
import { registeredEngines } from '../../engines/registry.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import { createOpenSession } from '../../inference/session.ts';
import { invariant } from '../../kit/invariant.ts';
import type { AgentConfig, AgentEvent, AgentRequest, LlmConfig } from '../../line/agent.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../../line/speech.ts';
import { createVoiceActivity } from '../../vad/silero.ts';
import { openVoiceNet } from '../../vad/voice-net.ts';
import { overlapJudgeOf } from '../recognition/overlap-judge.ts';
import type { ReplayModels } from './replay.ts';

export interface ReplayModelOptions {
  readonly modelsDir: string;
  /** Execution providers in order of preference; must be those of the call for identical results. */
  readonly providers: readonly string[];
  /** Also opens the agent engine, with a language model if one is given. */
  readonly agent?: { readonly llm?: LlmConfig };
}

/** A replay waits for its models as long as they take on a busy machine. */
const timeoutMs = 120_000;

interface OpenedModels extends ReplayModels {
  readonly agent: EngineClient<AgentRequest, AgentEvent> | undefined;
  close(): Promise<void>;
}

/** Opens the recognition models. Throws `model_missing`, `model_unreadable`. */
export async function openReplayModels(options: ReplayModelOptions): Promise<OpenedModels> {
  const { modelsDir, providers, agent } = options;
  const room = (path: string): string => new URL(path, import.meta.url).href;
  const recognise = embeddedEngine(registeredEngines, 'recognise', { modelsDir });
  const { recognisers } = await describeEngines(registeredEngines, { modelsDir });
  const recogniser = recognisers.find(({ host }) => host === 'model');
  invariant(recogniser !== undefined, 'no embedded speech engine can recognise');
  const vad = await openVoiceNet(
    join(taskFolder(modelsDir, 'voiceActivity'), 'model.onnx'),
    createOpenSession({ providers: ['cpu'] }),
  );
  const pool = await openEnginePool({
    name: 'replay',
    threads: 1,
    concurrency: 1,
    niceness: 0,
    providers,
    engines: [
      recognise,
      { name: 'turn', module: room('../../turn/engine.js'), config: { modelDir: taskFolder(modelsDir, 'endOfTurn') } },
      ...(agent === undefined
        ? []
        : [
            {
              name: 'brain',
              module: room('../../agent/engine.js'),
              config: { modelsDir, ...agent } satisfies AgentConfig,
            },
          ]),
    ],
    log: () => {},
  });
  const client = connectHere(pool);
  const use = { slackMs: () => 0, weight: () => 1, timeoutMs };
  return {
    voiceActivity: createVoiceActivity(vad),
    recognise: client.engine<RecogniseJob, Utterance>({ engine: recognise.name, ...use }),
    endOfTurn: client.engine<TurnJob, TurnResult>({ engine: 'turn', ...use }),
    overlapJudge: overlapJudgeOf(recogniser),
    agent: agent && client.engine<AgentRequest, AgentEvent>({ engine: 'brain', ...use }),
    async close() {
      await pool.close();
      await vad.close();
    },
  };
}
