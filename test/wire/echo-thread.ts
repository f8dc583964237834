import { parentPort, workerData } from 'node:worker_threads';
import { openWireServer } from '../../media/wire/server.ts';

/** A wire server on its own thread that echoes the caller's audio. `close` closes it, `fail` throws. */
const server = await openWireServer<string>({
  driver: workerData as 'uws' | 'ws',
  host: '127.0.0.1',
  port: 0,
  log: () => {},
  claim: async (token) => token,
  async onStream(stream) {
    for await (const event of stream.events) if (event.type === 'audio') stream.send(event);
  },
});
parentPort?.on('message', async (wish) => {
  if (wish === 'fail') throw new Error('told to fail');
  await server.close();
  parentPort?.close();
});
parentPort?.postMessage(server.port);
