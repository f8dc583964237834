import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Zones } from './zone-store.ts';

const tags = ['organisation'];
const url = '/api/organization';
const errors = { not_found: 'The organisation was removed.' } as const;

/** Routes of the caller's own organisation. */
export function registerOwnOrganisationRoutes(app: FastifyInstance, zones: Zones): void {
  const shown = async (request: FastifyRequest) => {
    const row = await zones.find(organisationOf(request));
    if (row === undefined) throw new Problem('not_found', 'This organisation does not exist any more.');
    return { ...row, server_timezone: zones.serverZone };
  };

  app.route({
    method: 'GET',
    url,
    config: { access: {}, errors },
    schema: {
      summary: "Returns the caller's organisation and its time zone.",
      description: 'Days begin at midnight in `timezone`; if it is null, in `server_timezone`.',
      tags,
      response: { 200: schema.ownOrganisation },
    },
    handler: shown,
  });

  app.route<{ Body: z.output<typeof schema.organisationChange> }>({
    method: 'PATCH',
    url,
    config: { access: { role: 'admin', keys: false }, limit: { perMinute: 30 }, errors },
    schema: {
      summary: "Sets the organisation's time zone.",
      description:
        'It applies to the dashboard, lists, filters, reports and their schedules. Voice quality that was counted before keeps its days. With `only_if_unset`, an existing time zone stays.',
      tags,
      body: schema.organisationChange,
      response: { 200: schema.ownOrganisation },
    },
    async handler(request) {
      const { timezone, only_if_unset: onlyIfUnset } = request.body;
      await zones.set(organisationOf(request), timezone, { onlyIfUnset });
      return shown(request);
    },
  });
}
