import type { FastifyInstance } from 'fastify';
import { Problem } from '../../http/problem.ts';
import * as schema from './schema.ts';
import type { ModelRoutings } from './service.ts';

const tags = ['settings'];
const url = '/api/settings/model-routing';

export function registerModelRoutingRoutes(app: FastifyInstance, routings: ModelRoutings): void {
  app.route({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Returns which engine recognises speech, and the inference servers in use.',
      tags,
      response: { 200: schema.modelRouting },
    },
    handler: () => routings.get(),
  });

  app.route<{ Body: schema.ModelRoutingPatch }>({
    method: 'PATCH',
    url,
    config: { access: { keys: false, superadmin: true } },
    schema: {
      summary: 'Updates the routing of models. Omitted fields are unchanged; it applies to the next call.',
      description:
        '`stt_model`: `gpu` recognises with the engines of this installation, `speech_a` with that provider. An enabled stage needs a `url`.',
      tags,
      body: schema.modelRoutingPatch,
      response: { 200: schema.modelRouting },
    },
    handler: async (request) => {
      const changed = await routings.change(request.body);
      if ('refused' in changed) throw new Problem('bad_request', changed.refused);
      return changed;
    },
  });
}
