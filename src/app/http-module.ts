import type { Config } from '../config/config.ts';
import { liveDirectionOf, withOrigin } from '../features/calls/calls/index.ts';
import { mayUse } from '../http/access.ts';
import { registerConsole } from '../http/console.ts';
import { listenFault } from '../http/free-port.ts';
import { viewerOf } from '../http/identity.ts';
import { addressedOf } from '../http/media-address.ts';
import { createServer } from '../http/server.ts';
import type { Log } from '../log.ts';
import type { Modules } from './modules.ts';
import { openSockets } from './sockets.ts';

export interface HttpParts {
  readonly config: Config;
  readonly modules: Pick<
    Modules,
    'accounts' | 'addresses' | 'publicBaseUrl' | 'visibleCalls' | 'isDiskTrouble' | 'limits' | 'media' | 'routes'
  >;
  readonly log: Log;
}

/** Opens everything that `PORT` serves: the routes of all modules, the console, and two kinds of WebSocket. */
export async function openHttp({ config, modules, log }: HttpParts) {
  const { host, port: httpPort, consoleDir } = config.http;
  const { addresses, publicBaseUrl, visibleCalls, isDiskTrouble, limits, media } = modules;
  const { authenticator } = modules.accounts;
  const app = await createServer({
    log,
    version: config.version,
    isDiskTrouble,
    authenticator,
    ...config.http,
    publicBaseUrl,
    ...(limits === undefined ? {} : { limitStores: limits }),
  });
  modules.routes(app);
  registerConsole(app, {
    dir: consoleDir,
    publicUrl: publicBaseUrl,
    mediaOrigin: (request) => addresses.media(addressedOf(request, httpPort)),
  });
  const sockets = openSockets(app, {
    config,
    mediaPort: () => media.port,
    publicBaseUrl,
    live: {
      path: '/api/voice/calls/live',
      authenticator,
      mayLook: (identity) => mayUse({ scopes: ['voice:calls:read'] }, identity),
      look: async (identity, request) => {
        const calls = await visibleCalls.live(viewerOf({ identity }), liveDirectionOf(request.url));
        const origin = addresses.own(addressedOf(request, httpPort));
        return { calls: calls.map((call) => withOrigin(call, origin)) };
      },
    },
    log,
  });

  return {
    app,
    listen: () =>
      app.listen({ host, port: httpPort }).catch((cause: unknown) => {
        throw listenFault(cause, 'PORT', host, httpPort);
      }),
    async close() {
      sockets.close();
      await app.close();
    },
  };
}
