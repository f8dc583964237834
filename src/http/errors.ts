import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../data/index.ts';
import { FileElsewhere } from '../files/index.ts';
import { ThreadFault } from '../threads/index.ts';
import { bodyTypesOf } from './content-types.ts';
import { Problem } from './problem.ts';
import { addSecurityHeaders } from './security-headers.ts';

const awayAdvice =
  'The database does not answer. Calls go on, but nothing can be read, changed or dialled until it is back. Try again later.';
const storageAdvice = 'The server cannot store data: its disk is full or its database is unreachable. Try again later.';

/** Returns the response to an error, without internal details. */
function toProblem(error: unknown, request: FastifyRequest, isDiskTrouble: (error: unknown) => boolean): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) return new Problem('unavailable', awayAdvice, { 'retry-after': '30' });
  if (isDiskTrouble(error)) return new Problem('unavailable', storageAdvice, { 'retry-after': '30' });
  if (error instanceof FileElsewhere) return new Problem('unavailable', error.message);
  if (error instanceof ThreadFault) return problemOfWork(error);
  const { statusCode, code } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode === undefined || statusCode >= 500) {
    return new Problem('internal', `Internal error. The log has the details under ${request.id}.`);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('bad_request', typeAdvice(request));
  const detail = details[code ?? ''] ?? (error instanceof Error ? error.message : 'The request is not valid.');
  if (statusCode === 413) return new Problem('too_large', detail);
  if (statusCode === 414) return new Problem('uri_too_long', detail);
  if (statusCode === 416) return new Problem('range_not_satisfiable', 'The file has no such range.');
  // All other invalid input is 400, including a wrong content type.
  return new Problem('bad_request', detail);
}

function typeAdvice({ headers, routeOptions }: FastifyRequest): string {
  const types = bodyTypesOf(routeOptions.schema ?? {});
  const fault = headers['content-type'] === undefined ? 'is missing' : 'is not supported here';
  const accepted = types.length === 0 ? 'no body' : types.join(', ');
  return `The content type ${fault}. This operation accepts ${accepted}.`;
}

function problemOfWork(fault: ThreadFault): Problem {
  if (fault.isFinal) return new Problem('too_large', `The request ${fault.message} of work. Send less at once.`);
  return new Problem('unavailable', 'The server is busy with other work. Try again later.', { 'retry-after': '10' });
}

export const partTooLong = 'A part of the path is too long.';

const details: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty but its content type is JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body length does not match Content-Length.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_BAD_URL: 'The address is not valid.',
  FST_ERR_MAX_PARAM_LENGTH: partTooLong,
};

export function sendProblem(reply: FastifyReply, problem: Problem): void {
  void reply
    .code(problem.statusCode)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ detail: problem.message });
}

export function registerErrors(app: FastifyInstance, isDiskTrouble: (error: unknown) => boolean): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, isDiskTrouble));
}

export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  isDiskTrouble: (error: unknown) => boolean,
): void {
  const problem = toProblem(error, request, isDiskTrouble);
  if (problem.statusCode >= 500) logFailure(request, problem, error);
  addSecurityHeaders(request, reply);
  sendProblem(reply, problem);
}

/**
 * An intended rejection, for lack of space or of a service, is complete in its message; only an internal error needs a
 * stack.
 */
function logFailure(request: FastifyRequest, problem: Problem, error: unknown): void {
  const requestId = request.id;
  if (problem.statusCode === 500) request.log.error({ err: error, requestId }, 'request failed');
  else request.log.debug({ requestId, status: problem.statusCode, detail: problem.message }, 'request refused');
}
