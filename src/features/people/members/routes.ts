import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { pageOf, pageQuery } from '../../../http/fields.ts';
import { type Identity, organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { authBases } from '../accounts/index.ts';
import * as schema from './schema.ts';
import type { Members } from './service.ts';
import type { Member } from './store.ts';

const tags = ['members'];
const adminOnly = { role: 'admin', keys: false } as const;

type OneMember = { Params: z.output<typeof schema.memberUuid> };

const unknownMember = (uuid: string): Problem =>
  new Problem('not_found', `Member ${uuid} does not exist in this organisation.`);
const lastAdmin = (): Problem =>
  new Problem('conflict', 'This is the last admin of the organisation. Promote another member first.');

export function registerMemberRoutes(app: FastifyInstance, members: Members): void {
  for (const base of authBases) {
    registerAt(app, `${base}/members`, members);
    registerInvitations(app, `${base}/invitations`, members);
  }
}

function registerAt(app: FastifyInstance, url: string, members: Members): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url,
    config: { access: adminOnly },
    schema: {
      summary: 'Lists the members of this organisation.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.memberList },
    },
    handler: async (request) => {
      const { rows, page } = pageOf(await members.list(organisationOf(request)), request.query);
      return { members: rows.map(toJson), ...page };
    },
  });

  app.route<{ Body: z.output<typeof schema.newMember> }>({
    method: 'POST',
    url,
    config: {
      access: adminOnly,
      limit: { perMinute: 20 },
      errors: { conflict: 'The account already belongs to an organisation.' },
    },
    schema: {
      summary: 'Adds a member, who sets a password by a link. The owner of a proven account accepts first.',
      tags,
      body: schema.newMember,
      response: { 201: schema.addedMember },
    },
    handler: async (request, reply) => {
      const added = await members.add(organisationOf(request), request.body);
      if (added === 'member_already') throw new Problem('conflict', 'This account is already a member.');
      if (added === 'elsewhere') throw new Problem('conflict', 'This account belongs to another organisation.');
      return reply.code(201).send({ ...toJson(added.member), invitation_link: added.invitationLink });
    },
  });

  registerMember(app, url, members);
}

function registerMember(app: FastifyInstance, url: string, members: Members): void {
  app.route<OneMember>({
    method: 'POST',
    url: `${url}/:user_uuid/invitation`,
    config: {
      access: adminOnly,
      limit: { perMinute: 20 },
      errors: { conflict: 'The person has joined already, or ten links are valid.' },
    },
    schema: {
      summary: 'Invites a person who has not joined yet again, with another link.',
      tags,
      params: schema.memberUuid,
      response: { 200: schema.addedMember },
    },
    handler: async (request) => {
      const { user_uuid: uuid } = request.params;
      const invited = await members.inviteAgain(organisationOf(request), uuid);
      if (invited === 'unknown') throw new Problem('not_found', `Member ${uuid} does not exist.`);
      if (invited === 'joined') throw new Problem('conflict', 'This person has joined already.');
      if (invited === 'too_many') throw new Problem('conflict', 'Ten links are valid already. Use one of them.');
      return { ...toJson(invited.member), invitation_link: invited.invitationLink };
    },
  });

  app.route<OneMember & { Body: z.output<typeof schema.memberChange> }>({
    method: 'PATCH',
    url: `${url}/:user_uuid`,
    config: { access: adminOnly, errors: { conflict: 'This is the last admin.' } },
    schema: {
      summary: 'Updates the name or role of a member. A role change ends their sessions.',
      tags,
      params: schema.memberUuid,
      body: schema.memberChange,
      response: { 200: schema.member },
    },
    handler: async (request) => {
      const { user_uuid: uuid } = request.params;
      const changed = await members.update(organisationOf(request), uuid, request.body);
      if (changed === 'unknown') throw unknownMember(uuid);
      if (changed === 'last_admin') throw lastAdmin();
      return toJson(changed);
    },
  });

  app.route<OneMember>({
    method: 'DELETE',
    url: `${url}/:user_uuid`,
    config: { access: adminOnly, errors: { conflict: 'This is the last admin.' } },
    schema: {
      summary: 'Removes a member, ends their sessions and revokes their keys.',
      tags,
      params: schema.memberUuid,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { user_uuid: uuid } = request.params;
      const removed = await members.remove(organisationOf(request), uuid);
      if (removed === 'unknown') throw unknownMember(uuid);
      if (removed === 'last_admin') throw lastAdmin();
      return reply.code(204).send();
    },
  });
}

type OneInvitation = { Params: z.output<typeof schema.organisationUuid> };

const noInvitation = (uuid: string): Problem =>
  new Problem('not_found', `The organisation ${uuid} has not invited you.`);

/** Routes for the invited person. */
function registerInvitations(app: FastifyInstance, url: string, members: Members): void {
  const ownOnly = { organisation: false, keys: false } as const;
  const userOf = (request: FastifyRequest): string => (request.identity as Identity).userUuid;

  app.route({
    method: 'GET',
    url,
    config: { access: ownOnly },
    schema: { summary: 'Lists the organisations that invite you.', tags, response: { 200: schema.invitationList } },
    handler: async (request) => {
      const found = await members.invitations(userOf(request));
      const invitations = found.map(({ organisationUuid, organisationName, role, createdAt }) => ({
        organization_uuid: organisationUuid,
        organization_name: organisationName,
        role,
        created_at: createdAt,
      }));
      return { invitations, total: invitations.length };
    },
  });

  app.route<OneInvitation>({
    method: 'POST',
    url: `${url}/:organization_uuid/accept`,
    config: { access: ownOnly, errors: { conflict: 'You belong to an organisation already.' } },
    schema: {
      summary: 'Joins an organisation that invites you.',
      tags,
      params: schema.organisationUuid,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { organization_uuid: uuid } = request.params;
      const accepted = await members.accept(uuid as OrganisationId, userOf(request));
      if (accepted === 'unknown') throw noInvitation(uuid);
      if (accepted === 'elsewhere') throw new Problem('conflict', 'You belong to an organisation already.');
      return reply.code(204).send();
    },
  });

  app.route<OneInvitation>({
    method: 'DELETE',
    url: `${url}/:organization_uuid`,
    config: { access: ownOnly },
    schema: {
      summary: 'Declines an invitation.',
      tags,
      params: schema.organisationUuid,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { organization_uuid: uuid } = request.params;
      if (!(await members.decline(uuid as OrganisationId, userOf(request)))) throw noInvitation(uuid);
      return reply.code(204).send();
    },
  });
}

const toJson = ({ userUuid, email, name, role, status, createdAt }: Member): z.input<typeof schema.member> => ({
  user_uuid: userUuid,
  email,
  name,
  role,
  status,
  created_at: createdAt,
});
