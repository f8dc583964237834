import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { Contacts, Viewer } from '../../campaigns/index.ts';
import type { RemovedCounts } from '../removal/index.ts';
import type { ErasureRow, Outcome, Waiting } from './erasure-store.ts';
import * as schema from './schema.ts';
import type { Erasures } from './service.ts';

const tags = ['contacts'];
const access = { role: 'admin', keys: false } as const;
const limit = { perMinute: 30 };
const errors = { unavailable: 'Secrets cannot be stored, so the number cannot be hashed.' };
const description =
  'Deletes the contact with this number, its calls and uploads with recordings, events, transcripts and analyses, practice material made from them, bodies of webhook deliveries, jobs and rejected import rows. A job does the work: read the erasure until its status is `done`. Calls in progress are erased after they end, and calls on hold once they are released. The number stays on the do-not-call list as a keyed hash.';

export interface ErasureRouteOptions {
  readonly erasures: Erasures;
  readonly contacts: Pick<Contacts, 'get' | 'byPhone'>;
  /** Returns the tags to which a user's view is limited; undefined without a limit. */
  readonly sightOf: (viewer: Viewer) => Promise<readonly string[] | undefined>;
}

export function registerErasureRoutes(
  app: FastifyInstance,
  { erasures, contacts, sightOf }: ErasureRouteOptions,
): void {
  /** The same answer whether the number is unknown or hidden, so that it does not show who is stored. */
  async function checkSight(viewer: Viewer, phone: string): Promise<void> {
    if ((await sightOf(viewer)) === undefined || (await contacts.byPhone(viewer, phone)) !== undefined) return;
    throw new Problem(
      'forbidden',
      'Your tags limit you to some contacts, and none of them has this number. Ask an admin without tags to erase it.',
    );
  }

  const request = async (of: FastifyRequest, phone: string) => {
    const { organisationId: organisation, userUuid } = viewerOf(of);
    return toJson(await erasures.request({ organisation, userUuid, phone }));
  };

  app.route<{ Params: z.output<typeof schema.contactUuid> }>({
    method: 'POST',
    url: '/api/voice/customers/:uuid/erase',
    config: { access, limit, errors },
    schema: {
      summary: 'Erases the person behind a contact.',
      description,
      tags,
      params: schema.contactUuid,
      response: { 202: schema.erasure },
    },
    handler: async (of, reply) => {
      const { uuid } = of.params;
      const contact = await contacts.get(viewerOf(of), uuid);
      if (contact === undefined) throw new Problem('not_found', `Contact ${uuid} does not exist.`);
      return reply.code(202).send(await request(of, contact.phone));
    },
  });

  app.route<{ Body: z.output<typeof schema.erasureBody> }>({
    method: 'POST',
    url: '/api/voice/erasures',
    config: {
      access,
      limit,
      errors: { ...errors, forbidden: 'Your tags limit you to some contacts, and none of them has this number.' },
    },
    schema: {
      summary: 'Erases the person with a number, with or without a contact.',
      description,
      tags,
      body: schema.erasureBody,
      response: { 202: schema.erasure },
    },
    handler: async (of, reply) => {
      const { phone } = of.body;
      await checkSight(viewerOf(of), phone);
      return reply.code(202).send(await request(of, phone));
    },
  });

  registerReading(app, erasures);
}

function registerReading(app: FastifyInstance, erasures: Pick<Erasures, 'get' | 'list'>): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: '/api/voice/erasures',
    config: { access },
    schema: {
      summary: 'Lists erasures and their proofs, newest first.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.erasureList },
    },
    handler: async (of) => {
      const { rows, total } = await erasures.list(organisationOf(of), of.query);
      return { erasures: rows.map(toJson), total, ...of.query };
    },
  });

  app.route<{ Params: z.output<typeof schema.erasureUuid> }>({
    method: 'GET',
    url: '/api/voice/erasures/:uuid',
    config: { access },
    schema: {
      summary: 'Returns an erasure: what was erased, when and by which admin, and what it waits for.',
      tags,
      params: schema.erasureUuid,
      response: { 200: schema.erasure },
    },
    handler: async (of) => {
      const { uuid } = of.params;
      const row = await erasures.get(organisationOf(of), uuid);
      if (row === undefined) throw new Problem('not_found', `Erasure ${uuid} does not exist.`);
      return toJson(row);
    },
  });
}

function toJson(row: ErasureRow): z.input<typeof schema.erasure> {
  const outcome = row.outcome as Outcome | null;
  return {
    uuid: row.uuid,
    status: row.status,
    number_hash: row.numberHash,
    origin: row.origin,
    requested_by: row.userUuid,
    requested_at: row.requestedAt,
    finished_at: row.finishedAt,
    waiting: [...(row.waiting as readonly Waiting[])],
    removed: { ...(row.removed as RemovedCounts) },
    remains: outcome && {
      do_not_call: outcome.doNotCall,
      documents: [...outcome.documents],
      found_in_files: outcome.found,
    },
  };
}
