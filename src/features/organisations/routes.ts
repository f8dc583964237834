import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../data/index.ts';
import { pageQuery } from '../../http/page.ts';
import { Problem } from '../../http/problem.ts';
import { authBases } from '../accounts/index.ts';
import * as schema from './schema.ts';
import type { Organisations } from './service.ts';

const tags = ['superadmin'];
const superadminOnly = { superadmin: true, organisation: false, keys: false } as const;

type Paged = { Querystring: z.output<typeof pageQuery> };

export function registerOrganisationRoutes(app: FastifyInstance, organisations: Organisations): void {
  for (const base of authBases) registerAt(app, `${base}/superadmin`, organisations);
}

function registerAt(app: FastifyInstance, base: string, organisations: Organisations): void {
  app.route<Paged>({
    method: 'GET',
    url: `${base}/organizations`,
    config: { access: superadminOnly },
    schema: {
      summary: 'All organisations, oldest first.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.organisationList },
    },
    handler: async ({ query }) => {
      const { rows, total } = await organisations.list(query);
      return { results: rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt })), total, ...query };
    },
  });

  app.route<Paged>({
    method: 'GET',
    url: `${base}/waitlist`,
    config: { access: superadminOnly },
    schema: {
      summary: 'People who wait for an organisation, first come first.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.waitlist },
    },
    handler: async ({ query }) => {
      const { rows, total } = await organisations.waiting(query);
      const results = rows.map(({ email, name, createdAt }) => ({
        email,
        name,
        waitlist_status: 'pending' as const,
        created_at: createdAt,
      }));
      return { results, total, ...query };
    },
  });

  app.route<{ Params: z.output<typeof schema.emailParam>; Body: z.output<typeof schema.approval> }>({
    method: 'POST',
    url: `${base}/waitlist/:email/approve`,
    config: { access: superadminOnly },
    schema: {
      summary: 'Gives someone who waits an organisation: one that there is, or one of their own.',
      tags,
      params: schema.emailParam,
      body: schema.approval,
      response: { 200: schema.approved },
    },
    handler: async ({ params: { email }, body }) => {
      const { organization_name: organisationName, organization_uuid: uuid, role } = body;
      const result = await organisations.approve(email, {
        organisationName,
        organisationId: uuid as OrganisationId,
        role,
      });
      if (result === 'not_waiting') throw new Problem('not_found', 'Nobody of this e-mail address waits.');
      if (result === 'no_organisation') throw new Problem('not_found', `There is no organisation ${uuid}.`);
      const { membership, waitlistStatus } = result;
      if (membership === undefined) throw new Problem('conflict', 'This person was taken out again meanwhile.');
      return {
        email,
        role: membership.role,
        organization_name: membership.organisationName,
        organization_uuid: membership.organisationId as string,
        waitlist_status: waitlistStatus,
      };
    },
  });
}
