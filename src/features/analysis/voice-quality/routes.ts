import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import * as schema from './schema.ts';
import type { VoiceQualities } from './service.ts';

export function registerVoiceQualityRoutes(app: FastifyInstance, qualities: Pick<VoiceQualities, 'of'>): void {
  app.route<{ Querystring: z.output<typeof schema.windowQuery> }>({
    method: 'GET',
    url: '/api/dashboard/voice-quality',
    config: { access: { scopes: ['voice:calls:read'], role: 'manager' } },
    schema: {
      summary: 'Returns voice quality metrics: latency by stage, interruptions, rejected calls and word confidence.',
      description:
        "Grouped by agent and by day in the organisation's time zone, over all calls of the organisation except browser tests. A call is counted when it ends, on the day it began.",
      tags: ['dashboard'],
      querystring: schema.windowQuery,
      response: { 200: schema.voiceQuality },
    },
    handler: (request) => qualities.of(viewerOf(request).organisationId, request.query.window),
  });
}
