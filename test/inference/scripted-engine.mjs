/** An engine on a real thread that executes scripted jobs. Its thread runs the build, which loads without translation. */
const { MediaFault } = await import(new URL('../../dist/media/line/fault.js', import.meta.url).href);

/**
 * @typedef {{ readonly do: 'count', readonly upTo: number, readonly pauseMs?: number }
 *   | { readonly do: 'work', readonly name: string, readonly ms: number }
 *   | { readonly do: 'sum', readonly samples: Float32Array }
 *   | { readonly do: 'fail' }
 *   | { readonly do: 'hang' }
 *   | { readonly do: 'wait' }
 *   | { readonly do: 'wait_for_abort', readonly woken: Int32Array }
 *   | { readonly do: 'die' }} ScriptedJob
 */

/** @returns {Promise<import('../../media/line/engine.ts').Engine<ScriptedJob, string>>} */
export async function createEngine() {
  /** @type {string[]} */
  const worked = [];
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
          await new Promise((resolve) => {
            signal.onAbort?.(() => resolve(undefined));
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

/**
 * Blocks the thread as work does, but without using a core.
 *
 * @param {number} ms
 */
function block(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
