import { type BreakableProxy, openBreakableProxy } from '../../bench/trials/breakable-proxy.ts';
import type { OnEnd } from '../http/test-app.ts';

/** Puts a relay in front of a database, which can be cut or silenced. Returns it with the URL through it. */
export async function throughProxy(databaseUrl: string, onEnd: OnEnd): Promise<{ proxy: BreakableProxy; url: string }> {
  const url = new URL(databaseUrl);
  const proxy = await openBreakableProxy({ host: url.hostname, port: Number(url.port || 5432) });
  onEnd(proxy.close);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}
