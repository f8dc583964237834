import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { goneSignal } from '../../../http/gone.ts';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { fieldAccess } from '../extraction-fields/index.ts';
import type { Preview } from './preview.ts';
import * as schema from './preview-schema.ts';

const tags = ['call analysis'];
const access = fieldAccess;

export function registerPreviewRoutes(app: FastifyInstance, preview: Preview): void {
  app.route<{ Body: schema.PreviewBody }>({
    method: 'POST',
    url: '/api/extraction-fields/preview',
    config: { access, errors: { not_found: 'The field of `id` does not exist.' } },
    schema: {
      summary: "Returns the effect of a field change on the latest calls of the caller's organisation.",
      description:
        'Stores nothing. Computes both values from the stored transcripts with the current rules, without a language model. For a score it also returns the total of its category before and after. `agreement` measures the analysis on the values that people entered for the field.',
      tags,
      body: schema.previewBody,
      response: { 200: schema.previewAnswer },
    },
    handler: async (request, reply) => {
      const result = await preview.of(viewerOf(request), request.body, goneSignal(reply));
      if (result === undefined) throw new Problem('not_found', `Extraction field ${request.body.id} does not exist.`);
      const changes = result.changes.map(({ isEdited, after, totalBefore, totalAfter, ...change }) => ({
        ...change,
        after: after === null ? null : { ...after, evidence: [...after.evidence] },
        edited: isEdited,
        total_before: totalBefore,
        total_after: totalAfter,
      }));
      return { calls: result.calls, changed: changes.length, changes, agreement: result.agreement };
    },
  });

  app.route<{ Body: z.output<typeof schema.againBody> }>({
    method: 'POST',
    url: '/api/extraction-fields/reanalyse',
    config: { access },
    schema: {
      summary: "Queues the latest calls of the caller's organisation for another analysis.",
      description: 'Uses the stored transcripts; nothing is transcribed again. Edits by people are kept.',
      tags,
      body: schema.againBody,
      response: { 202: schema.againAnswer },
    },
    handler: async (request, reply) => {
      const queued = await preview.analyseAgain(viewerOf(request), request.body.last);
      return reply.code(202).send({ queued });
    },
  });
}
