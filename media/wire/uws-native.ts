import type * as uws from 'uWebSockets.js';
import { createRequire } from 'node:module';
import { MediaFault } from '../line/fault.ts';

export type Uws = Pick<typeof uws, 'App' | 'us_listen_socket_close' | 'us_socket_local_port'> & {
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number;
};

export type UwsLoad =
  | { readonly ok: true; readonly uws: Uws; readonly build: 'published' | 'adapted' }
  | { readonly ok: false; readonly reason: string };

/** Loads the published library or, if the C library is too old for it, the copy that set-up adapted. Never throws. */
export function loadUws(adaptedPath: () => string): UwsLoad {
  const require = createRequire(import.meta.url);
  const reasons: string[] = [];
  try {
    return { ok: true, uws: require('uWebSockets.js') as Uws, build: 'published' };
  } catch (error) {
    reasons.push(reasonOf(error));
  }
  try {
    return { ok: true, uws: require(adaptedPath()) as Uws, build: 'adapted' };
  } catch (error) {
    reasons.push(reasonOf(error));
  }
  return { ok: false, reason: reasons.join('; ') };
}

/** The library wraps the loader's message in advice; the last line outside the stack trace is the cause. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('Require stack') && !/^\s*- /.test(line));
  return (lines.at(-1) ?? message).trim();
}

/** `listen` with both host and options, which the library supports but its types omit. */
type ListenHere = (
  host: string,
  port: number,
  options: number,
  done: (socket: uws.us_listen_socket | false) => void,
) => void;

export interface Place {
  readonly host: string;
  readonly port: number;
  /** Whether other listeners may share the port; the system then distributes connections among them. */
  readonly sharePort?: boolean;
}

/**
 * Listens exclusively by default: the library itself would share a port with any other program that allows it. Throws
 * `port_in_use`.
 */
export function listen(library: Uws, app: uws.TemplatedApp, place: Place): Promise<uws.us_listen_socket> {
  const { host, port, sharePort } = place;
  const here = app.listen.bind(app) as unknown as ListenHere;
  return new Promise((resolve, reject) => {
    here(host, port, sharePort === true ? 0 : library.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
      if (socket !== false) resolve(socket);
      else reject(new MediaFault('port_in_use', `Cannot listen on ${host}:${port}.`));
    });
  });
}
