import type { FastifyInstance } from 'fastify';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { AnalysisSettings } from './service.ts';

const tags = ['call analysis'];
const routingUrl = '/api/analysis/model-routing';
const settingsUrl = '/api/analysis/settings';

export function registerAnalysisSettingRoutes(app: FastifyInstance, settings: AnalysisSettings): void {
  app.route({
    method: 'GET',
    url: routingUrl,
    config: { access: {} },
    schema: {
      summary: 'Returns which models the analysis of this deployment uses.',
      tags,
      response: { 200: schema.routing },
    },
    handler: () => settings.routing(),
  });

  app.route<{ Body: schema.RoutingPatch }>({
    method: 'PATCH',
    url: routingUrl,
    config: { access: { keys: false, superadmin: true } },
    schema: {
      summary:
        'Updates which models the analysis of this deployment uses. Omitted fields are unchanged, and `null` restores a default.',
      description:
        'Applies to the next conversation that is analysed. `diarization_url` accepts `null` only. `translation` translates transcripts in other languages to English before they are analysed. `custom_analysis` asks a language model for the values that the rules did not find.',
      tags,
      body: schema.routingPatch,
      response: { 200: schema.routing },
    },
    handler: async (request) => {
      const changed = await settings.route(request.body);
      if (typeof changed === 'string') throw new Problem('bad_request', changed);
      return changed;
    },
  });

  app.route({
    method: 'GET',
    url: settingsUrl,
    config: { access: {} },
    schema: {
      summary: "Returns the organisation's settings of call analysis.",
      tags,
      response: { 200: schema.settings },
    },
    handler: (request) => settings.settings(viewerOf(request).organisationId),
  });

  app.route<{ Body: Partial<schema.OrganisationSettings> }>({
    method: 'PATCH',
    url: settingsUrl,
    config: { access: { keys: false, role: 'admin' } },
    schema: {
      summary: "Updates the organisation's settings of call analysis. Omitted fields are unchanged.",
      description:
        '`redaction` applies to conversations that end or are uploaded from now on; transcripts that were redacted stay redacted.',
      tags,
      body: schema.settingsPatch,
      response: { 200: schema.settings },
    },
    handler: (request) => settings.change(viewerOf(request).organisationId, request.body),
  });
}
