import type { EngineSpec } from '../inference/protocol.ts';
import { invariant } from '../kit/invariant.ts';
import type { EngineContext, EngineHost, SpeechEngineSpec } from './spec.ts';

/** What speech engines do. */
export type SpeechTask = 'recognise' | 'speak';

/** What a pool calls an engine. */
export const poolName = (task: SpeechTask, engine: string): string => `${task} (${engine})`;

/** The engines of one host, as a pool loads them. */
export function pooledEngines(
  specs: readonly SpeechEngineSpec[],
  host: EngineHost,
  context: EngineContext,
): readonly (EngineSpec & { readonly task: SpeechTask })[] {
  return specs
    .filter((spec) => spec.host === host)
    .flatMap(({ name, recogniser, synthesiser }) =>
      (['recognise', 'speak'] as const).flatMap((task) => {
        const spec = task === 'recognise' ? recogniser : synthesiser;
        if (spec === undefined) return [];
        const { module, lane, spills } = spec;
        const config = spec.configOf(context);
        const lanes = { ...(lane === undefined ? {} : { lane }), ...(spills === undefined ? {} : { spills }) };
        return [{ task, name: poolName(task, name), module, config, ...lanes }];
      }),
    );
}

/** The first engine that does a task with a model of this machine: for work outside of calls. */
export function embeddedEngine(
  specs: readonly SpeechEngineSpec[],
  task: SpeechTask,
  context: EngineContext,
): EngineSpec {
  const found = pooledEngines(specs, 'model', context).find((engine) => engine.task === task);
  invariant(found !== undefined, `no embedded speech engine can ${task}`);
  const { name, module, config } = found;
  return { name, module, config };
}
