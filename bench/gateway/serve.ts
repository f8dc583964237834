/** A server under load in its own process; the first argument is its kind. */
import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { PerformanceObserver } from 'node:perf_hooks';
import type { Lateness, Measures, Served, ServedKind } from './protocol.ts';
import { openServed } from './served.ts';

const served: Served = await openServed(process.argv[2] as ServedKind);

let collections = 0;
let collectingMs = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    collections += 1;
    collectingMs += entry.duration;
  }
}).observe({ entryTypes: ['gc'] });

function measure(): Measures {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    cpuSeconds: (user + system) / 1e6,
    rssBytes: rss,
    heapBytes: heapUsed + external,
    collections,
    collectingMs,
    ...served.counts(),
  };
}

/** Samples V8 heap allocations over this period, including short-lived objects. */
async function sampleHeap(forMs: number): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await new Promise((resolve) => setTimeout(resolve, forMs));
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sizeOf(profile.head);
}

const sizeOf = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce((sum, child) => sum + sizeOf(child), selfSize);

const offer: Readonly<Record<string, (argument: number) => unknown>> = {
  measure,
  /** Returns heap in use after garbage collection; needs `--expose-gc`. */
  settle: () => {
    globalThis.gc?.();
    globalThis.gc?.();
    return measure();
  },
  sampleHeap,
  lateness: (): Lateness => served.lateness(),
};

process.on('message', async ({ id, ask, argument }: { id: number; ask: string; argument: number }) => {
  process.send?.({ id, answer: await offer[ask]?.(argument) });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: served.port });
