import { parentPort, workerData } from 'node:worker_threads';
import type { Clip } from '../../../media/index.ts';
import type { ServerAddress } from '../../../src/cli/credential.ts';
import { bigInputs, type Sent, sendInput } from './inputs.ts';

/** Input of the thread. */
export interface SenderData {
  readonly name: string;
  /** Speech that the recordings repeat. */
  readonly speech: Clip;
  readonly server: ServerAddress;
}

/** Sent after each upload; undefined when no more will be sent. */
export type SenderMessage = Sent | undefined;

const port = parentPort;
if (port !== null) {
  const { name, speech, server } = workerData as SenderData;
  const input = bigInputs(speech).find((one) => one.name === name);
  if (input === undefined) throw new Error(`no input is called ${name}`);
  let isOver = false;
  port.once('message', () => {
    isOver = true;
  });
  do port.postMessage((await sendInput(server, input)) satisfies SenderMessage);
  while (!isOver);
  port.postMessage(undefined satisfies SenderMessage);
  port.close();
}
