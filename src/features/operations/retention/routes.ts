import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { momentIn, pageQuery } from '../../../http/fields.ts';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { InteractionRow } from '../../analysis/index.ts';
import type { Deletions, Viewer } from './deletions.ts';
import { type EndingStore, retentionKinds } from './ending-store.ts';
import type { HoldStore } from './hold-store.ts';
import type { RetentionDays, RetentionRun, RetentionStore } from './retention-store.ts';
import { cutoff } from './retention-work.ts';
import * as schema from './schema.ts';

export interface RetentionRouteOptions {
  readonly deletions: Deletions;
  readonly holds: HoldStore;
  readonly store: RetentionStore;
  readonly endings: Pick<EndingStore, 'count'>;
  readonly callOf: (viewer: Viewer, id: number | string) => Promise<InteractionRow | undefined>;
  /** Queues a run. Returns false if one waits already. */
  readonly runNow: (organisation: OrganisationId) => Promise<boolean>;
  /** Returns the time zone in which an organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId) => Promise<string>;
  readonly now: () => Date;
}

const tags = ['call analysis'];
const manager = { role: 'manager', keys: false } as const;
const admin = { role: 'admin', keys: false } as const;
const limit = { perMinute: 30 };

export function registerRetentionRoutes(app: FastifyInstance, options: RetentionRouteOptions): void {
  registerHolds(app, options);
  registerDeletions(app, options);
  registerSettings(app, options);
}

function registerHolds(app: FastifyInstance, { holds, callOf, now }: RetentionRouteOptions): void {
  type ById = { Params: z.output<typeof schema.callId> };
  const interactionOf = async (viewer: Viewer, id: string): Promise<InteractionRow> => {
    const row = await callOf(viewer, Number(id));
    if (row === undefined) throw new Problem('not_found', `Call ${id} does not exist.`);
    return row;
  };

  app.route<ById & { Body: z.output<typeof schema.holdBody> }>({
    method: 'PUT',
    url: '/api/calls/:id/hold',
    config: { access: manager },
    schema: {
      summary: 'Puts a call on hold: retention, deletion and erasure leave it until it is released.',
      tags,
      params: schema.callId,
      body: schema.holdBody,
      response: { 200: schema.onHold },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      const { uuid } = await interactionOf(viewer, request.params.id);
      const hold = { callUuid: uuid, userUuid: viewer.userUuid, reason: request.body.reason ?? null };
      await holds.put(viewer.organisationId, { ...hold, at: now().toISOString() });
      return { call_uuid: uuid, held: true };
    },
  });

  app.route<ById>({
    method: 'DELETE',
    url: '/api/calls/:id/hold',
    config: { access: manager },
    schema: {
      summary: 'Releases a call from its hold.',
      tags,
      params: schema.callId,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const viewer = viewerOf(request);
      const { uuid } = await interactionOf(viewer, request.params.id);
      await holds.remove(viewer.organisationId, uuid);
      return reply.code(204).send();
    },
  });

  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: '/api/voice/retention/holds',
    config: { access: manager },
    schema: {
      summary: 'Lists calls on hold, newest first.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.holdList },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      const { rows, total } = await holds.list(viewer.organisationId, request.query);
      const listed = rows.map(async ({ callUuid, userUuid, reason, createdAt }) => {
        const call = await callOf(viewer, callUuid);
        // A reason may name the customer, whom this manager does not see.
        const visible = call === undefined ? { call_id: null, reason: null } : { call_id: call.id, reason };
        return { ...visible, call_uuid: callUuid, user_uuid: userUuid, created_at: createdAt };
      });
      return { holds: await Promise.all(listed), total, ...request.query };
    },
  });
}

function filterOf(body: z.output<typeof schema.deletionFilter>, zone: string) {
  const {
    date_from: from,
    date_to: before,
    campaign_id: flowUuid,
    customer_uuid: contactUuid,
    outcome,
    direction,
  } = body;
  const days = { from: from && momentIn(zone, from), before: before && momentIn(zone, before) };
  const all = { ...days, flowUuid, contactUuid, outcome, direction };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Parameters<
    Deletions['match']
  >[1];
}

function registerDeletions(app: FastifyInstance, { deletions, zoneOf }: RetentionRouteOptions): void {
  app.route<{ Body: z.output<typeof schema.deletionFilter> }>({
    method: 'POST',
    url: '/api/calls/deletions/preview',
    config: { access: manager, limit, audit: 'none' },
    schema: {
      summary: 'Counts the calls that a deletion with this filter would remove.',
      tags,
      body: schema.deletionFilter,
      response: { 200: schema.matched },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      return deletions.match(viewer, filterOf(request.body, await zoneOf(viewer.organisationId)));
    },
  });

  app.route<{ Body: z.output<typeof schema.deletionBody> }>({
    method: 'POST',
    url: '/api/calls/deletions',
    config: {
      access: manager,
      limit,
      errors: { conflict: 'The number of matching calls is not the expected one.' },
    },
    schema: {
      summary: 'Deletes all calls that match a filter, in a job. Practice and simulations are not included.',
      tags,
      body: schema.deletionBody,
      response: { 202: schema.deletion },
    },
    handler: async (request, reply) => {
      const { matched: expected, ...filter } = request.body;
      const viewer = viewerOf(request);
      const within = filterOf(filter, await zoneOf(viewer.organisationId));
      const started = await deletions.start(viewer, within, expected);
      if ('held' in started)
        throw new Problem(
          'conflict',
          `${started.matched} calls match now, not ${expected}. Look at the preview again.`,
        );
      return reply.code(202).send(deletionJson(started));
    },
  });

  app.route<{ Params: z.output<typeof schema.deletionUuid> }>({
    method: 'GET',
    url: '/api/calls/deletions/:uuid',
    config: { access: manager },
    schema: {
      summary: 'Returns the progress of a deletion.',
      tags,
      params: schema.deletionUuid,
      response: { 200: schema.deletion },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const row = await deletions.get(organisationOf(request), uuid);
      if (row === undefined) throw new Problem('not_found', `Deletion ${uuid} does not exist.`);
      return deletionJson(row);
    },
  });
}

const deletionJson = (row: NonNullable<Awaited<ReturnType<Deletions['get']>>>) => ({
  uuid: row.uuid,
  status: row.status,
  matched: row.matched,
  deleted: row.deleted,
  kept: row.kept,
  created_at: row.createdAt,
  finished_at: row.finishedAt,
});

function registerSettings(app: FastifyInstance, { store, endings, runNow, now }: RetentionRouteOptions): void {
  const shown = async (organisation: OrganisationId): Promise<z.input<typeof schema.retention>> => ({
    days: await store.settings(organisation),
    last_run: runJson(await store.last(organisation)),
  });

  app.route({
    method: 'GET',
    url: '/api/voice/retention',
    config: { access: admin },
    schema: {
      summary: 'Returns for how many days data is kept, by kind, and what the last run ended.',
      description:
        '`recordings`: audio of calls and uploads. `transcripts`: transcripts, events with words and summaries. `results`: names, numbers, summaries and extracted values; outcome, sentiment, scores, times and durations stay, so that statistics stay the same. `webhooks`: bodies of deliveries. Data ends every night at 00:00 UTC. Calls on hold are left.',
      tags,
      response: { 200: schema.retention },
    },
    handler: async (request) => shown(organisationOf(request)),
  });

  app.route<{ Body: RetentionDays }>({
    method: 'PUT',
    url: '/api/voice/retention',
    config: { access: admin },
    schema: {
      summary: 'Sets for how many days data is kept. Look at the preview first: the next run ends older data.',
      tags,
      body: schema.retentionDays,
      response: { 200: schema.retention },
    },
    handler: async (request) => {
      const organisation = organisationOf(request);
      await store.put(organisation, request.body, now().toISOString());
      return shown(organisation);
    },
  });

  app.route<{ Body: RetentionDays }>({
    method: 'POST',
    url: '/api/voice/retention/preview',
    config: { access: admin, limit, audit: 'none' },
    schema: {
      summary: 'Counts the calls and deliveries whose data would end with these days.',
      tags,
      body: schema.retentionDays,
      response: { 200: schema.preview },
    },
    handler: async (request) => {
      const organisation = organisationOf(request);
      const counted = { recordings: 0, transcripts: 0, results: 0, webhooks: 0 };
      for (const kind of retentionKinds) {
        const days = request.body[kind];
        if (days !== null) counted[kind] = await endings.count(organisation, kind, cutoff(now(), days));
      }
      return counted;
    },
  });

  app.route({
    method: 'POST',
    url: '/api/voice/retention/run',
    config: { access: admin, limit },
    schema: {
      summary: 'Runs retention now instead of tonight.',
      tags,
      response: { 202: schema.runAccepted },
    },
    handler: async (request, reply) => reply.code(202).send({ queued: await runNow(organisationOf(request)) }),
  });
}

const runJson = (run: RetentionRun | undefined): z.input<typeof schema.retention>['last_run'] =>
  run === undefined
    ? null
    : {
        started_at: run.startedAt,
        finished_at: run.finishedAt,
        ended: run.ended as z.input<typeof schema.preview>,
        failed: run.failed as { call_uuid: string; kind: string; error: string }[],
      };
