import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Edit, tagOf, type VersionConflict } from '../versions/index.ts';
import { lineUpTo } from './fields.ts';
import { userOf } from './identity.ts';
import { Problem } from './problem.ts';

const mostTags = 20;

/** Headers of a request that changes a definition with versions. */
export const editHeaders = z.looseObject({
  'if-match': z.string().max(400).optional().meta({
    description:
      'The `ETag` of the definition that the change is based on. If another version is current, nothing changes, and the response is 409 and says who changed what. Without the header, the change applies to any version.',
  }),
});

/** A remark on a version. */
export const versionNote = lineUpTo(200).nullable().optional().meta({ description: 'A remark on the new version.' });

/** Returns who changes a definition, and on which condition. */
export function editOf(request: Pick<FastifyRequest, 'identity' | 'headers'>, note?: string | null): Edit {
  const { 'if-match': condition } = request.headers;
  return {
    userUuid: userOf(request),
    method: request.identity?.method,
    note: note === '' ? null : note,
    ...(condition === undefined ? {} : { ifMatch: tagsIn(condition) }),
  };
}

const tagsIn = (header: string): string[] =>
  header
    .split(',', mostTags)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Adds the entity tag of a version to a response. */
export const tagged = (reply: FastifyReply, version: number): FastifyReply => reply.header('etag', tagOf(version));

/** Returns the result of a change. Throws 409 if it is based on another version. */
export function unlessConflict<T>(result: T | VersionConflict): T {
  if (isConflict(result)) throw new Problem('conflict', result.conflict);
  return result;
}

const isConflict = (result: unknown): result is VersionConflict =>
  typeof result === 'object' && result !== null && 'conflict' in result;
