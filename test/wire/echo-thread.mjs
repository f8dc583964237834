import { parentPort, workerData } from 'node:worker_threads';

/**
 * A wire server on its own thread that echoes the caller's audio. `close` closes it, `fail` throws. It runs the build,
 * which loads without translation.
 */
const { openWireServer } = await import(new URL('../../dist/media/wire/server.js', import.meta.url).href);

const server = await openWireServer({
  driver: workerData,
  host: '127.0.0.1',
  port: 0,
  log: () => {},
  claim: async (/** @type {string} */ token) => token,
  async onStream(/** @type {import('../../media/wire/server.ts').WireStream} */ stream) {
    for await (const event of stream.events) if (event.type === 'audio') stream.send(event);
  },
});
parentPort?.on('message', async (wish) => {
  if (wish === 'fail') throw new Error('told to fail');
  await server.close();
  parentPort?.close();
});
parentPort?.postMessage(server.port);
