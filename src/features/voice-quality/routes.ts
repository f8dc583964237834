import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../http/identity.ts';
import * as schema from './schema.ts';
import type { VoiceQualities } from './service.ts';

export function registerVoiceQualityRoutes(app: FastifyInstance, qualities: Pick<VoiceQualities, 'of'>): void {
  app.route<{ Querystring: z.output<typeof schema.windowQuery> }>({
    method: 'GET',
    url: '/api/dashboard/voice-quality',
    config: { access: { scopes: ['voice:calls:read'], role: 'manager' } },
    schema: {
      summary: 'Returns how calls sounded: latency by stage, interruptions, refused calls and word confidence.',
      description:
        "By agent and by day of the server's time zone, of all calls of the organisation whatever their contact; browser tests are left out. A call counts when it ends, on the day on which it began.",
      tags: ['dashboard'],
      querystring: schema.windowQuery,
      response: { 200: schema.voiceQuality },
    },
    handler: (request) => qualities.of(viewerOf(request).organisationId, request.query.window),
  });
}
