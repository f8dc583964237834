import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createUploadSlots } from '../../../files/index.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { RunState } from './run-store.ts';
import type { DocumentRuns } from './runs.ts';
import type { DocumentOwner } from './store.ts';

const params = z.object({ uuid: z.uuid() });

const streamsAtOnce = 200;
const streamsOfOneUser = 8;

export function registerRunRoutes(app: FastifyInstance, runs: DocumentRuns): void {
  const slots = createUploadSlots({ atOnce: streamsAtOnce, eachAtOnce: streamsOfOneUser });
  app.route<{ Params: z.output<typeof params> }>({
    method: 'GET',
    url: '/api/kb/documents/:uuid/progress',
    exposeHeadRoute: false,
    config: { access: {}, errors: { unavailable: 'Too many progress streams are open.' } },
    schema: {
      summary: 'Streams the progress of a document as server-sent events.',
      description:
        'An event `progress` for each kind of work whenever it changes: `{kind: "ocr" or "audio", status: "queued", "running", "done" or "failed", progress: 0 to 1, note, detail}`. The stream ends when the work ends, or after two seconds when there is none.',
      tags: ['knowledge base'],
      params,
      answers: ['text/event-stream'],
    },
    handler: async (request, reply) => {
      const owner = ownerOf(request);
      const { uuid } = request.params;
      if (!(await runs.isDocument(owner, uuid))) throw new Problem('not_found', `Document ${uuid} does not exist.`);
      const leave = slots.enter(owner.userUuid);
      if (leave === undefined) throw new Problem('unavailable', 'Too many streams are open.', { 'retry-after': '5' });
      const gone = new AbortController();
      const stream = Readable.from(eventsOf(runs.follow(owner, uuid, gone.signal)), { objectMode: false });
      stream.once('close', () => {
        gone.abort();
        leave();
      });
      return reply.type('text/event-stream').header('cache-control', 'no-store').send(stream);
    },
  });
}

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

async function* eventsOf(changes: AsyncIterable<readonly RunState[]>): AsyncGenerator<string> {
  const sent = new Map<string, string>();
  for await (const states of changes) {
    // An SSE comment: proxies close a stream that is silent for long.
    yield ': \n\n';
    for (const { kind, status, progress, note, error } of states) {
      const data = JSON.stringify({ kind, status, progress, note, detail: error });
      if (sent.get(kind) !== data) yield `event: progress\ndata: ${data}\n\n`;
      sent.set(kind, data);
    }
  }
}
