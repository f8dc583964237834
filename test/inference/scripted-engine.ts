import type { Engine } from '../../media/line/engine.ts';
import { MediaFault } from '../../media/line/fault.ts';

export type ScriptedJob =
  | { readonly do: 'count'; readonly upTo: number; readonly pauseMs?: number }
  | { readonly do: 'work'; readonly name: string; readonly ms: number }
  | { readonly do: 'sum'; readonly samples: Float32Array }
  | { readonly do: 'fail' }
  | { readonly do: 'hang' }
  | { readonly do: 'wait' }
  | { readonly do: 'wait_for_abort'; readonly woken: Int32Array }
  | { readonly do: 'die' };

/** An engine on a real thread that executes scripted jobs. */
export async function createEngine(): Promise<Engine<ScriptedJob, string>> {
  const worked: string[] = [];
  return {
    async *run(job, signal) {
      switch (job.do) {
        case 'count':
          for (let n = 1; n <= job.upTo && !signal.aborted; n++) {
            yield String(n);
            if (job.pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, job.pauseMs));
          }
          return;
        case 'work':
          block(job.ms);
          worked.push(job.name);
          yield worked.join(' ');
          return;
        case 'sum':
          yield String(job.samples.reduce((sum, sample) => sum + sample, 0));
          return;
        case 'fail':
          throw new MediaFault('voice_unknown', 'nobody speaks like that');
        case 'hang':
          block(600_000);
          return;
        case 'wait':
          await new Promise(() => {});
          return;
        case 'wait_for_abort':
          yield 'waiting';
          await new Promise<void>((resolve) => {
            signal.onAbort?.(resolve);
          });
          Atomics.store(job.woken, 0, 1);
          return;
        case 'die':
          process.exit(3);
      }
    },
    close: async () => {},
  };
}

/** Blocks the thread as work does, but without using a core. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
