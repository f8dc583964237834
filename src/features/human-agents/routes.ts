import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { organisationOf, userOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import * as schema from './schema.ts';
import type { HumanAgents } from './service.ts';
import type { AgentNumber, AgentTags } from './store.ts';

const tags = ['human agents'];
/** A key that leaked must neither redirect calls nor widen what its person sees. */
const adminOnly = { role: 'admin', keys: false } as const;
const numbersUrl = '/api/voice/agents/phone-numbers';
const tagsUrl = '/api/voice/agents/tag-assignments';
const params = schema.userUuid;

type OnePerson = { Params: z.output<typeof schema.userUuid> };

const unknownMember = (uuid: string): Problem =>
  new Problem('not_found', `There is no member ${uuid} in this organisation.`);

export function registerHumanAgentRoutes(app: FastifyInstance, agents: HumanAgents): void {
  registerNumbers(app, agents);
  registerTags(app, agents);
  registerTagChanges(app, agents);
}

function registerNumbers(app: FastifyInstance, agents: HumanAgents): void {
  app.route({
    method: 'GET',
    url: numbersUrl,
    config: { access: {} },
    schema: {
      summary: 'At which numbers the people of this organisation are reached.',
      tags,
      response: { 200: schema.phoneList },
    },
    handler: async (request) => {
      const found = await agents.numbers(organisationOf(request));
      return { phone_numbers: found.map(numberToJson), total: found.length };
    },
  });

  app.route<OnePerson & { Body: z.output<typeof schema.phoneBody> }>({
    method: 'PUT',
    url: `${numbersUrl}/:user_uuid`,
    config: { access: adminOnly },
    schema: {
      summary: 'Gives a person a number, in place of the one that was there.',
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
    schema: { summary: 'Takes the number of a person away.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { user_uuid: uuid } = request.params;
      if (!(await agents.removeNumber(organisationOf(request), uuid)))
        throw new Problem('not_found', `There is no number of a member ${uuid}.`);
      return reply.code(204).send();
    },
  });
}

function registerTags(app: FastifyInstance, agents: HumanAgents): void {
  app.route({
    method: 'GET',
    url: tagsUrl,
    config: { access: {} },
    schema: {
      summary: 'Whose contacts the people of this organisation look after, by tags.',
      tags,
      response: { 200: schema.tagList },
    },
    handler: async (request) => {
      const found = await agents.assignments(organisationOf(request));
      return { tag_assignments: found.map(tagsToJson), total: found.length };
    },
  });

  app.route({
    method: 'GET',
    url: `${tagsUrl}/me`,
    config: { access: {} },
    schema: {
      summary:
        'What is assigned to you: contacts with one of these tags are all that you see; without tags, you see all.',
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
      summary:
        'Assigns tags to a person, in place of those that were: from then on they see contacts with one of them only.',
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
      summary: 'Takes the tags of a person away: they see every contact again.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { user_uuid: uuid } = request.params;
      if (!(await agents.removeTags(organisationOf(request), uuid)))
        throw new Problem('not_found', `Nothing is assigned to a member ${uuid}.`);
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
