import { systemClock } from '../../media/kit/clock.ts';
import { createMetronome } from '../../media/wire/metronome.ts';
import { openWireServer } from '../../media/wire/server.ts';
import { listen, loadUws } from '../../media/wire/uws-native.ts';
import { adaptedUwsPath } from '../../native/uws-path.ts';
import type { Served, ServedKind } from './protocol.ts';
import { createTally, holdToyCall } from './toy-call.ts';

const here = { host: '127.0.0.1', port: 0 };

/** Opens a server on a free loopback port. */
export const openServed = (kind: ServedKind): Promise<Served> => (kind === 'bare' ? openBare() : openGateway(kind));

/** Baseline cost of the library: frames are echoed unread. */
async function openBare(): Promise<Served> {
  const load = loadUws(() => adaptedUwsPath(process.env));
  if (!load.ok) throw new Error(load.reason);
  const { uws } = load;
  const counts = { streams: 0, framesIn: 0, framesOut: 0 };
  const app = uws.App();
  app.ws<object>('/*', {
    maxPayloadLength: 65_536,
    open: () => void counts.streams++,
    close: () => void counts.streams--,
    message(ws, message, isBinary) {
      counts.framesIn += 1;
      ws.send(message, isBinary);
      counts.framesOut += 1;
    },
  });
  const socket = await listen(uws, app, here);
  return {
    port: uws.us_socket_local_port(socket as unknown as Parameters<typeof uws.us_socket_local_port>[0]),
    counts: () => counts,
    lateness: () => ({ p50Ms: 0, p99Ms: 0, maxMs: 0 }),
  };
}

/** The wire server, codec, pacer and metronome of the product, with toy calls instead of models. */
async function openGateway(driver: 'uws' | 'ws'): Promise<Served> {
  const metronome = createMetronome({ clock: systemClock, periodMs: 10 });
  const tally = createTally();
  const server = await openWireServer<string>({
    driver,
    ...here,
    limits: { maxConnections: 20_000, waitingPerAddress: 20_000, waitingInAll: 20_000 },
    log: () => {},
    claim: async (token) => token,
    onStream: (stream) => void holdToyCall(stream, metronome, tally),
  });
  return {
    port: server.port,
    counts: () => ({ streams: server.streams, framesIn: tally.framesIn, framesOut: tally.framesOut }),
    lateness: () => metronome.lateness,
  };
}
