import type { EngineSpec } from '../inference/protocol.ts';
import { invariant } from '../kit/invariant.ts';
import type { EngineContext, EngineHost, SpeechEngineSpec } from './spec.ts';

export type SpeechTask = 'recognise' | 'speak';

/** Returns the name of an engine within a pool. */
export const poolName = (task: SpeechTask, engine: string): string => `${task} (${engine})`;

/** Returns the engines of one host, as loaded by a pool. */
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

/** Returns the first engine with a local model for a task, for work outside of calls. */
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
