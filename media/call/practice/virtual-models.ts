import { join } from 'node:path';
import { taskFolder } from '../../../models/locate.ts';
import { type AvailableSpeech, describeEngines } from '../../engines/available.ts';
import { pooledEngines, poolName, type SpeechTask } from '../../engines/pooled.ts';
import { enginesOf } from '../../engines/registry.ts';
import type { SpeechServers } from '../../engines/remote/servers.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import { createOpenSession } from '../../inference/session.ts';
import { createScope } from '../../kit/scope.ts';
import type { AgentConfig, AgentEvent, AgentRequest } from '../../line/agent.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../../line/speech.ts';
import { createVoiceActivity, type VoiceActivity } from '../../vad/silero.ts';
import { openVoiceNet } from '../../vad/voice-net.ts';

export interface PracticeModelsOptions {
  readonly modelsDir: string;
  /** Execution providers in order of preference. */
  readonly providers: readonly string[];
  readonly servers?: SpeechServers | undefined;
}

/** All models that a call needs, shared by the calls of one process. */
export interface PracticeModels {
  readonly available: AvailableSpeech;
  /** By engine name. */
  readonly recognisers: ReadonlyMap<string, EngineClient<RecogniseJob, Utterance>>;
  readonly synthesisers: ReadonlyMap<string, EngineClient<SpeakJob, SpeakResult>>;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  readonly agent: EngineClient<AgentRequest, AgentEvent>;
  /** Opens a separate detector for each call, so that its results do not depend on other calls. */
  openVoiceActivity(): Promise<VoiceActivity>;
  close(): Promise<void>;
}

/** One thread recognises; the other synthesises and detects ends of turns. */
const speechThreads = 2;
/** Nobody waits for a result, so a busy machine may take its time. */
const timeoutMs = 120_000;
const hungAfterMs = 60_000;

/** Opens the models. Throws `model_missing`, `model_unreadable`. */
export async function openPracticeModels({
  modelsDir,
  providers,
  servers,
}: PracticeModelsOptions): Promise<PracticeModels> {
  const scope = createScope();
  const specs = enginesOf(servers);
  const room = (path: string): string => new URL(path, import.meta.url).href;
  const shared = { providers, niceness: 0, hungAfterMs, log: () => {} };
  const openPool = async (options: { name: string; threads: number; concurrency: number; engines: EngineSpecs }) => {
    const pool = await openEnginePool({ ...shared, ...options });
    scope.defer(() => pool.close());
    return connectHere(pool);
  };
  const agentConfig: AgentConfig = { modelsDir };
  const turn = {
    name: 'turn',
    module: room('../../turn/engine.js'),
    lane: 1,
    config: { modelDir: taskFolder(modelsDir, 'endOfTurn') },
  };
  try {
    const [speech, agent] = await Promise.all([
      openPool({
        name: 'practice speech',
        threads: speechThreads,
        concurrency: 1,
        engines: [...pooledEngines(specs, 'model', { modelsDir }), turn],
      }),
      openPool({
        name: 'practice agent',
        threads: 1,
        concurrency: 64,
        engines: [
          { name: 'brain', module: room('../../agent/engine.js'), config: agentConfig },
          ...pooledEngines(specs, 'network', { modelsDir }),
        ],
      }),
    ]);
    const detector = await openVoiceNet(
      join(taskFolder(modelsDir, 'voiceActivity'), 'model.onnx'),
      createOpenSession({ providers: ['cpu'] }),
    );
    scope.defer(() => detector.close());
    const available = await describeEngines(specs, { modelsDir });
    const use = { slackMs: () => 0, weight: () => 1, timeoutMs };
    const clients = <Job, Result>(
      task: SpeechTask,
      from: readonly { readonly engine: string; readonly host: 'model' | 'network' }[],
    ): ReadonlyMap<string, EngineClient<Job, Result>> =>
      new Map(
        from.map(({ engine, host }) => [
          engine,
          (host === 'model' ? speech : agent).engine<Job, Result>({ engine: poolName(task, engine), ...use }),
        ]),
      );
    return {
      available,
      recognisers: clients('recognise', available.recognisers),
      synthesisers: clients('speak', available.synthesisers),
      endOfTurn: speech.engine({ engine: 'turn', ...use }),
      agent: agent.engine({ engine: 'brain', ...use }),
      openVoiceActivity: async () => createVoiceActivity(detector),
      close: () => scope.close(),
    };
  } catch (error) {
    await scope.close();
    throw error;
  }
}

type EngineSpecs = Parameters<typeof openEnginePool>[0]['engines'];
