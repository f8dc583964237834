import type { FastifyInstance } from 'fastify';

/** Closes the connection after each response during shutdown, so that the server need not wait for idle connections. */
export function registerStopping(app: FastifyInstance): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close');
  });
}
