/** A listening caller on a separate thread, so that load from the attackers in this process is not counted as gaps. */
import { parentPort, workerData } from 'node:worker_threads';
import { apartFrom, placeCall } from '../../media/index.ts';
import type { CallHeard } from './live-caller.ts';

const run = placeCall({ dialect: 'telephony_a', url: (workerData as { url: string }).url });
await run.until(() => run.agentAudible.length > 0, 30_000);
parentPort?.postMessage('hears');
parentPort?.on('message', async () => {
  const overSoon = run.over;
  await run.hangUp();
  const { playout, stalls, ending } = run.record();
  const gaps = apartFrom(playout.underruns, stalls);
  const heard: CallHeard = {
    seconds: (ending?.atMs ?? 0) / 1000,
    gaps: gaps.length,
    longestGapMs: Math.max(0, ...gaps.map(({ gapMs }) => gapMs)),
    cutOff: overSoon,
  };
  parentPort?.postMessage(heard);
  parentPort?.close();
});
