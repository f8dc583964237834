import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
const everyMs = 1000;

/**
 * Reports once a second how late this thread's timers fire, as the 95th percentile, so that a single pause has no
 * effect. Returns a function that stops it.
 */
export function watchLateness(tell: (lateMs: number) => void): () => void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const timer = setInterval(() => {
    const lateMs = delays.percentile(95) / 1e6 - resolutionMs;
    delays.reset();
    tell(Math.max(0, Math.round(lateMs * 10) / 10));
  }, everyMs);
  return () => {
    clearInterval(timer);
    delays.disable();
  };
}
