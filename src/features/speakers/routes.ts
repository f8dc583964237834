import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const speakers = z.object({
  speakers: z.array(
    z.object({
      name: z.string(),
      gender: z.string(),
      age: z.string(),
      description: z.string(),
      language_codes: z.array(z.string()),
    }),
  ),
});

/** A voice as the media plane lists it. */
export interface ListedSpeaker {
  readonly name: string;
  readonly gender: string;
  readonly age: string;
  readonly description: string;
  readonly languageCodes: readonly string[];
}

export function registerSpeakerRoutes(app: FastifyInstance, list: () => readonly ListedSpeaker[]): void {
  app.route({
    method: 'GET',
    url: '/api/voice/speakers',
    config: { access: {} },
    schema: { summary: 'Lists the voices available to agents.', tags: ['voices'], response: { 200: speakers } },
    handler: async () => ({
      speakers: list().map(({ languageCodes, ...voice }) => ({ ...voice, language_codes: [...languageCodes] })),
    }),
  });
}
