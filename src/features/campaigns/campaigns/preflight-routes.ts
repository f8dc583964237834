import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import type { Audiences } from './ports.ts';
import type { Preflight } from './preflight.ts';
import * as schema from './preflight-schema.ts';
import { unknownCampaign } from './routes.ts';
import { campaignUuid } from './schema.ts';

const tags = ['campaigns'];
const reading = { scopes: ['voice:campaigns:read'] } as const;

export interface PreflightRoutesOptions {
  readonly audiences: Audiences;
  readonly preflight: Preflight;
  readonly now: () => Date;
}

/** Routes that check a campaign before its launch. */
export function registerPreflightRoutes(app: FastifyInstance, options: PreflightRoutesOptions): void {
  app.route<{ Body: z.output<typeof schema.audienceBody> }>({
    method: 'POST',
    url: '/api/voice/flows/audience',
    config: { access: { ...reading, readOnly: true } },
    schema: {
      summary: 'Counts the contacts that an outbound campaign with these tags would call. Stores nothing.',
      tags,
      body: schema.audienceBody,
      response: { 200: schema.audience },
    },
    handler: async (request) => {
      const counted = await options.audiences.of(organisationOf(request), request.body.branches, options.now());
      const { contacts, callable, optedOut: opted_out, recentlyDialled: recently_dialled } = counted;
      return { contacts, callable, opted_out, recently_dialled };
    },
  });

  app.route<{ Params: z.output<typeof campaignUuid> }>({
    method: 'GET',
    url: '/api/voice/flows/:uuid/preflight',
    config: { access: reading },
    schema: {
      summary:
        'Checks whether a campaign can be launched. Each check has a status and a sentence; `blocking` checks prevent a useful launch.',
      tags,
      params: campaignUuid,
      response: { 200: schema.preflight },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const checked = await options.preflight(organisationOf(request), uuid);
      if (checked === undefined) throw unknownCampaign(uuid);
      return checked;
    },
  });
}
