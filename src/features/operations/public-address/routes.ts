import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import { type Changed, type PublicAddress, proofPath } from './service.ts';

const tags = ['superadmin'];
const superadminOnly = { superadmin: true, organisation: false, keys: false } as const;
const url = '/api/settings/public-address';

const isFixed =
  'PUBLIC_BASE_URL sets the address of this server. Remove it from the environment to set the address here.';

/** Registers the settings of the address under which this server is reached from elsewhere. */
export function registerPublicAddressRoutes(app: FastifyInstance, address: PublicAddress): void {
  app.route({
    method: 'GET',
    url,
    config: { access: superadminOnly },
    schema: {
      summary: 'Returns the address under which providers, browsers and mails reach this server.',
      tags,
      response: { 200: schema.publicAddress },
    },
    handler: async () => address.shown(),
  });

  app.route<{ Body: z.output<typeof schema.wishedAddress> }>({
    method: 'PUT',
    url,
    config: {
      access: superadminOnly,
      errors: {
        bad_request: 'The address is invalid, or a request through it does not reach this server.',
        conflict: isFixed,
      },
    },
    schema: {
      summary:
        'Sets the address of this server, without a restart, once a request through it has reached this server. Calls from now on use it.',
      tags,
      body: schema.wishedAddress,
      response: { 200: schema.publicAddress },
    },
    handler: async ({ body }) => shownAfter(await address.change(body.url), address),
  });

  app.route({
    method: 'DELETE',
    url,
    config: { access: superadminOnly, errors: { conflict: isFixed } },
    schema: {
      summary: 'Removes the address. No calls are placed until another one is set.',
      tags,
      response: { 204: z.null() },
    },
    handler: async (_request, reply) => {
      shownAfter(await address.remove(), address);
      return reply.code(204).send();
    },
  });

  app.route<{ Params: z.output<typeof schema.proofParam> }>({
    method: 'GET',
    url: `${proofPath}/:nonce`,
    config: { access: 'public' },
    schema: {
      summary: 'Proves that a request through the public address reaches this server. Sent by the server itself.',
      tags,
      params: schema.proofParam,
      response: { 200: schema.proof },
    },
    handler: async ({ params }) => ({ proof: address.proofOf(params.nonce) }),
  });
}

function shownAfter(changed: Changed, address: PublicAddress) {
  if (changed.kind === 'fixed') throw new Problem('conflict', isFixed);
  if (changed.kind === 'unreached') throw new Problem('bad_request', `url: ${changed.detail} Nothing was changed.`);
  return address.shown();
}
