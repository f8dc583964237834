import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import { authBases } from '../accounts/index.ts';
import * as schema from './schema.ts';
import type { Organisations } from './service.ts';

const tags = ['superadmin'];
const superadminOnly = { superadmin: true, organisation: false, keys: false } as const;

type Paged = { Querystring: z.output<typeof schema.searchQuery> };

export function registerOrganisationRoutes(app: FastifyInstance, organisations: Organisations): void {
  for (const base of authBases) registerAt(app, `${base}/superadmin`, organisations);
}

function registerAt(app: FastifyInstance, base: string, organisations: Organisations): void {
  app.route<Paged>({
    method: 'GET',
    url: `${base}/organizations`,
    config: { access: superadminOnly },
    schema: {
      summary: 'Lists all organisations, oldest first. `q` searches their names.',
      tags,
      querystring: schema.searchQuery,
      response: { 200: schema.organisationList },
    },
    handler: async ({ query: { q, ...page } }) => {
      const { rows, total } = await organisations.list(page, q);
      return { results: rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt })), total, ...page };
    },
  });

  registerWaitlist(app, base, organisations);
}

function registerWaitlist(app: FastifyInstance, base: string, organisations: Organisations): void {
  app.route<Paged>({
    method: 'GET',
    url: `${base}/waitlist`,
    config: { access: superadminOnly },
    schema: {
      summary:
        'Lists accounts that wait for an organisation, oldest first. `q` searches their names and e-mail addresses.',
      tags,
      querystring: schema.searchQuery,
      response: { 200: schema.waitlist },
    },
    handler: async ({ query: { q, ...page } }) => {
      const { rows, total } = await organisations.waiting(page, q);
      const results = rows.map(({ email, name, createdAt }) => ({
        email,
        name,
        waitlist_status: 'pending' as const,
        created_at: createdAt,
      }));
      return { results, total, ...page };
    },
  });

  app.route<{ Params: z.output<typeof schema.emailParam>; Body: z.output<typeof schema.approval> }>({
    method: 'POST',
    url: `${base}/waitlist/:email/approve`,
    config: { access: superadminOnly, errors: { conflict: 'The account has been removed in the meantime.' } },
    schema: {
      summary: 'Approves a waiting account into an existing organisation or a new one.',
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
      if (result === 'not_waiting') throw new Problem('not_found', 'No account with this e-mail address is waiting.');
      if (result === 'no_organisation') throw new Problem('not_found', `Organisation ${uuid} does not exist.`);
      const { membership, waitlistStatus } = result.account;
      if (membership === undefined) throw new Problem('conflict', 'This account has been removed in the meantime.');
      return {
        email,
        role: membership.role,
        organization_name: membership.organisationName,
        organization_uuid: membership.organisationId as string,
        waitlist_status: waitlistStatus,
        invitation_link: result.invitationLink,
      };
    },
  });
}
