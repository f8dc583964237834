import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import { authBases } from '../accounts/index.ts';
import * as schema from './schema.ts';
import type { Members } from './service.ts';
import type { Member } from './store.ts';

const tags = ['members'];
const adminOnly = { role: 'admin', keys: false } as const;

type OneMember = { Params: z.output<typeof schema.memberUuid> };

const unknownMember = (uuid: string): Problem =>
  new Problem('not_found', `There is no member ${uuid} in this organisation.`);
const lastAdmin = (): Problem =>
  new Problem('conflict', 'This is the last admin of the organisation; make someone else an admin first.');

export function registerMemberRoutes(app: FastifyInstance, members: Members): void {
  for (const base of authBases) registerAt(app, `${base}/members`, members);
}

function registerAt(app: FastifyInstance, url: string, members: Members): void {
  app.route({
    method: 'GET',
    url,
    config: { access: adminOnly },
    schema: { summary: 'The people of this organisation.', tags, response: { 200: schema.memberList } },
    handler: async (request) => {
      const found = await members.list(organisationOf(request));
      return { members: found.map(toJson), total: found.length };
    },
  });

  app.route<{ Body: z.output<typeof schema.newMember> }>({
    method: 'POST',
    url,
    config: {
      access: adminOnly,
      limit: { perMinute: 20 },
      errors: { conflict: 'The person belongs to an organisation already.' },
    },
    schema: {
      summary: 'Adds a person, who is sent a link to choose a password.',
      tags,
      body: schema.newMember,
      response: { 201: schema.member },
    },
    handler: async (request, reply) => {
      const added = await members.add(organisationOf(request), request.body);
      if (added === 'member_already') throw new Problem('conflict', 'This person is a member already.');
      if (added === 'elsewhere') throw new Problem('conflict', 'This person belongs to another organisation.');
      return reply.code(201).send(toJson(added));
    },
  });

  app.route<OneMember & { Body: z.output<typeof schema.memberChange> }>({
    method: 'PATCH',
    url: `${url}/:user_uuid`,
    config: { access: adminOnly, errors: { conflict: 'This is the last admin.' } },
    schema: {
      summary: 'Changes name or role; a change of role ends the sessions of the person.',
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
      summary: 'Takes a person out of the organisation; their sessions end and their keys are revoked.',
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

const toJson = ({ userUuid, email, name, role, hasPassword, createdAt }: Member): z.input<typeof schema.member> => ({
  user_uuid: userUuid,
  email,
  name,
  role,
  status: hasPassword ? 'active' : 'invited',
  created_at: createdAt,
});
