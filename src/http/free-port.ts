import { createServer } from 'node:net';
import { StartFault } from '../faults/start-fault.ts';

/**
 * Throws `port_in_use` or `config_invalid` when the server cannot listen on the port. Runs before models are loaded, to
 * fail early. The later `listen` may still fail and reports the same codes.
 */
export async function checkPort(variable: 'PORT' | 'MEDIA_PORT', host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (cause) {
    throw listenFault(cause, variable, host, port);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Returns a named fault for why the server could not listen; other errors are returned unchanged. */
export function listenFault(cause: unknown, variable: string, host: string, port: number): unknown {
  const code = (cause as { code?: unknown } | null)?.code;
  if (code === 'EADDRINUSE') {
    return new StartFault('port_in_use', `Port ${port} on ${host} (${variable}) is in use.`, { cause });
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartFault('config_invalid', `HOST ${host} with ${variable} ${port} cannot be listened on (${code}).`, {
      cause,
    });
  }
  return cause;
}
