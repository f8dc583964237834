import type { FastifyInstance } from 'fastify';

/** Answers that are given while the server closes end their connection, so that it need not wait for idle ones. */
export function registerStopping(app: FastifyInstance): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close');
  });
}
