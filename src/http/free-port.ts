import { createServer } from 'node:net';
import { StartFault } from '../faults/start-fault.ts';

/**
 * Throws `port_in_use` or `config_invalid` when the port cannot be listened on. Asked before models are loaded, so that
 * the answer comes at once; the true listen later may still fail and is named the same way.
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

/** The name of why a port could not be listened on; other errors come back as they are. */
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
