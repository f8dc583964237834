import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { organisationOf } from '../../../http/identity.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const voice = z.object({
  name: z.string(),
  provider: z.string(),
  gender: z.string(),
  age: z.string(),
  description: z.string(),
  language_codes: z.array(z.string()),
});
const voiceList = z.object({ speakers: z.array(voice) });
nameSchemas({ Voice: voice, VoiceList: voiceList });

/** A voice in the media plane's list. */
export interface ListedSpeaker {
  readonly name: string;
  /** Provider that synthesises the voice. */
  readonly provider: string;
  readonly gender: string;
  readonly age: string;
  readonly description: string;
  readonly languageCodes: readonly string[];
}

export function registerSpeakerRoutes(
  app: FastifyInstance,
  list: (organisation: OrganisationId) => Promise<readonly ListedSpeaker[]>,
): void {
  app.route({
    method: 'GET',
    url: '/api/voice/speakers',
    config: { access: {} },
    schema: { summary: 'Lists the voices available to agents.', tags: ['voices'], response: { 200: voiceList } },
    handler: async (request) => ({
      speakers: (await list(organisationOf(request))).map(({ languageCodes, ...voice }) => ({
        ...voice,
        language_codes: [...languageCodes],
      })),
    }),
  });
}
