import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { maxKeyDetailsBytes } from './key-details.ts';
import * as schema from './schema.ts';
import type { VisibleCalls } from './visible-calls.ts';
import { unknownCall } from './visible-calls.ts';

type OneCall = { Params: z.output<typeof schema.callUuid> };

const tags = ['calls'];
const access = { scopes: ['voice:calls:write'] } as const;

const onlyByPhone =
  'The telephony provider of this call does not support hanging up. The call ends when one of the two people hangs up.';

/** Routes for people's and programs' actions on a call. */
export function registerCallActions(app: FastifyInstance, visibleCalls: VisibleCalls): void {
  app.route<OneCall & { Body: z.output<typeof schema.endBody> }>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/end',
    config: {
      access,
      limit: { perMinute: 10 },
      errors: {
        conflict: 'The call has ended, or its provider cannot hang up on two people who talk.',
      },
    },
    schema: {
      summary: 'Ends an active call. `dnc_request` also opts the contact out.',
      tags,
      params: schema.callUuid,
      body: schema.endBody,
      response: { 200: schema.endAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { reason } = request.body;
      const result = await visibleCalls.end(viewerOf(request), uuid, reason);
      if (result === 'unknown') throw unknownCall(uuid);
      if (result === 'only_by_phone') throw new Problem('conflict', onlyByPhone);
      if (result === 'not_active') throw new Problem('conflict', `Call ${uuid} has already ended.`);
      return { call_uuid: uuid, status: 'ended', reason };
    },
  });

  app.route<OneCall & { Body: z.output<typeof schema.metadataBody> }>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/metadata',
    config: { access, limit: { perMinute: 30 } },
    schema: {
      summary:
        'Merges `key_details` of a call by group and key. `null` deletes a key. A `sentiment` and a `summary` written here take precedence over those of the analysis in lists and statistics.',
      tags,
      params: schema.callUuid,
      body: schema.metadataBody,
      response: { 200: schema.metadataAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const details = await visibleCalls.addDetails(viewerOf(request), uuid, request.body.key_details);
      if (details === undefined) throw unknownCall(uuid);
      if (details === 'too_large')
        throw new Problem(
          'bad_request',
          `The key_details of a call must have at most ${maxKeyDetailsBytes / 1024} KiB.`,
        );
      return { call_uuid: uuid, key_details: details };
    },
  });
}
