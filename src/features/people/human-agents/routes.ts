import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageOf, pageQuery } from '../../../http/fields.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { HumanAgents } from './service.ts';
import type { AgentNumber, AgentTags } from './store.ts';

const tags = ['human agents'];
/** A leaked key must neither redirect calls nor extend what its owner can see. */
const adminOnly = { role: 'admin', keys: false } as const;
const numbersUrl = '/api/voice/agents/phone-numbers';
const tagsUrl = '/api/voice/agents/tag-assignments';
const params = schema.userUuid;

type Listing = { Querystring: z.output<typeof pageQuery> };
type OnePerson = { Params: z.output<typeof schema.userUuid> };

const unknownMember = (uuid: string): Problem =>
  new Problem('not_found', `Member ${uuid} does not exist in this organisation.`);

export function registerHumanAgentRoutes(app: FastifyInstance, agents: HumanAgents): void {
  registerNumbers(app, agents);
  registerTags(app, agents);
  registerTagChanges(app, agents);
}

function registerNumbers(app: FastifyInstance, agents: HumanAgents): void {
  app.route<Listing>({
    method: 'GET',
    url: numbersUrl,
    config: { access: {} },
    schema: {
      summary: 'Lists the phone numbers of the members of this organisation.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.phoneList },
    },
    handler: async (request) => {
      const { rows, page } = pageOf(await agents.numbers(organisationOf(request)), request.query);
      return { phone_numbers: rows.map(numberToJson), ...page };
    },
  });

  app.route<OnePerson & { Body: z.output<typeof schema.phoneBody> }>({
    method: 'PUT',
    url: `${numbersUrl}/:user_uuid`,
    config: { access: adminOnly },
    schema: {
      summary: 'Sets the phone number of a member.',
      tags,
      params,
      body: schema.phoneBody,
      response: { 200: schema.phoneItem },
    },
    handler: async (request) => {
      const { user_uuid: uuid } = request.params;
      const set = await agents.setNumber(organisationOf(request), uuid, request.body.phone_number);
      if (set === undefined) throw unknownMember(uuid);
      return numberToJson(set);
    },
  });

  app.route<OnePerson>({
    method: 'DELETE',
    url: `${numbersUrl}/:user_uuid`,
    config: { access: adminOnly },
    schema: { summary: 'Deletes the phone number of a member.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { user_uuid: uuid } = request.params;
      if (!(await agents.removeNumber(organisationOf(request), uuid)))
        throw new Problem('not_found', `Member ${uuid} has no phone number.`);
      return reply.code(204).send();
    },
  });
}

function registerTags(app: FastifyInstance, agents: HumanAgents): void {
  app.route<Listing>({
    method: 'GET',
    url: tagsUrl,
    config: { access: {} },
    schema: {
      summary: 'Lists the tags assigned to members.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.tagList },
    },
    handler: async (request) => {
      const { rows, page } = pageOf(await agents.assignments(organisationOf(request)), request.query);
      return { tag_assignments: rows.map(tagsToJson), ...page };
    },
  });

  app.route({
    method: 'GET',
    url: `${tagsUrl}/me`,
    config: { access: {} },
    schema: {
      summary:
        'Returns your assigned tags. With tags you see only contacts that have one of them; without tags you see all.',
      tags,
      response: { 200: schema.tagItem },
    },
    handler: async (request) => {
      const userUuid = userOf(request);
      const found = await agents.assignment(organisationOf(request), userUuid);
      return found === undefined ? { user_uuid: userUuid, name: null, tags: [] } : tagsToJson(found);
    },
  });
}

function registerTagChanges(app: FastifyInstance, agents: HumanAgents): void {
  app.route<OnePerson & { Body: z.output<typeof schema.tagsBody> }>({
    method: 'PUT',
    url: `${tagsUrl}/:user_uuid`,
    config: { access: adminOnly },
    schema: {
      summary: 'Replaces the tags of a member, who then sees only contacts that have one of them.',
      tags,
      params,
      body: schema.tagsBody,
      response: { 200: schema.tagItem },
    },
    handler: async (request) => {
      const { user_uuid: uuid } = request.params;
      const set = await agents.setTags(organisationOf(request), uuid, request.body.tags);
      if (set === undefined) throw unknownMember(uuid);
      return tagsToJson(set);
    },
  });

  app.route<OnePerson>({
    method: 'DELETE',
    url: `${tagsUrl}/:user_uuid`,
    config: { access: adminOnly },
    schema: {
      summary: 'Removes all tags from a member, who then sees every contact.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { user_uuid: uuid } = request.params;
      if (!(await agents.removeTags(organisationOf(request), uuid)))
        throw new Problem('not_found', `Member ${uuid} has no tags.`);
      return reply.code(204).send();
    },
  });
}

const numberToJson = ({ userUuid, name, email, phoneNumber }: AgentNumber): z.input<typeof schema.phoneItem> => ({
  user_uuid: userUuid,
  name,
  email,
  phone_number: phoneNumber,
});

const tagsToJson = ({ userUuid, name, tags: assigned }: AgentTags): z.input<typeof schema.tagItem> => ({
  user_uuid: userUuid,
  name,
  tags: [...assigned],
});
