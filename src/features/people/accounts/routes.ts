import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Identity } from '../../../http/identity.ts';
import { isFromThisMachine, mayBeOfAnotherSite } from '../../../http/local-guard.ts';
import { Problem } from '../../../http/problem.ts';
import { sha256Of } from './one-time-token.ts';
import * as schema from './schema.ts';
import type { Accounts, SignedInAccount } from './service.ts';
import type { StartCode } from './start-code.ts';
import type { Account } from './store.ts';

/** The routes are available at both addresses. */
export const authBases = ['/api/auth', '/api/pf-coach/auth'] as const;

const tags = ['accounts'];

/** People without an organisation need access too: to see that they are on the waiting list, and to log out. */
const anyone = { organisation: false } as const;
const anyPerson = { organisation: false, keys: false } as const;

const busy = (): Problem =>
  new Problem('unavailable', 'Too many sign-ins at once. Try again shortly.', { 'retry-after': '2' });

const notFromHere =
  'Create the first account at an address of this machine, such as http://localhost with the port or its IP address, or at PUBLIC_BASE_URL.';

const wrongStartCode =
  'Creating the first account requires start_code, except on the machine of a server that listens on a loopback address. The server logs it at start, with "no account exists yet".';

export interface AccountRouteOptions {
  readonly accounts: Accounts;
  readonly startCode: StartCode;
  /** Address on which the server listens. */
  readonly listenHost: string;
  readonly publicBaseUrl: () => string | undefined;
}

export function registerAccountRoutes(app: FastifyInstance, options: AccountRouteOptions): void {
  const { accounts } = options;
  for (const base of authBases) {
    registerEntering(app, base, options);
    registerDemo(app, base, options);
    registerOwn(app, base, accounts);
    registerPasswords(app, base, accounts);
  }
}

/**
 * Throws `forbidden` if the request may not create the first account. That account controls the server, so a page of
 * another site must not create it.
 */
async function holdFirstAccount(
  request: FastifyRequest<{ Body: { readonly start_code?: string | undefined } }>,
  options: AccountRouteOptions,
): Promise<void> {
  const isForeign = mayBeOfAnotherSite(request, options.publicBaseUrl());
  const hasCode =
    isFromThisMachine(request, options.listenHost) || options.startCode.matches(request.body.start_code ?? '');
  if (!isForeign && hasCode) return;
  if (!(await options.accounts.setUp()).needed) return;
  throw new Problem('forbidden', isForeign ? notFromHere : wrongStartCode);
}

function registerEntering(app: FastifyInstance, base: string, options: AccountRouteOptions): void {
  const { accounts, listenHost } = options;
  app.route({
    method: 'GET',
    url: `${base}/setup`,
    config: { access: 'public' },
    schema: {
      summary: 'Returns whether the first account is missing and whether registration is open.',
      tags,
      response: { 200: schema.setUp },
    },
    handler: async (request) => {
      const setUp = await accounts.setUp();
      return { ...setUp, start_code_required: setUp.needed && !isFromThisMachine(request, listenHost) };
    },
  });

  app.route<{ Body: z.output<typeof schema.registerBody> }>({
    method: 'POST',
    url: `${base}/register`,
    config: {
      access: 'public',
      limit: { perMinute: 20 },
      errors: {
        forbidden:
          'Registration is closed, or the first account is requested under a foreign host name or without its start code.',
        conflict: 'An account with this e-mail address exists.',
        unavailable: 'Too many sign-ins at once.',
      },
    },
    schema: {
      summary: 'Creates an account. The first account is superadmin and admin of the organisation it names.',
      tags,
      body: schema.registerBody,
      response: { 201: schema.signedIn },
    },
    handler: async (request, reply) => {
      await holdFirstAccount(request, options);
      const { email, password, organization_name: organisationName } = request.body;
      const named = organisationName === undefined ? {} : { organisationName };
      const result = await accounts.register({ email, password, ...named });
      if (!('refused' in result)) {
        noteEntry(request, result.account, result.sessionUuid);
        return reply.code(201).send(signedInToJson(result));
      }
      if (result.refused === 'busy') throw busy();
      if (result.refused === 'closed')
        throw new Problem('forbidden', 'Registration is closed here; an admin of your organisation can add you.');
      throw new Problem('conflict', 'An account with this e-mail address already exists.');
    },
  });

  registerLogin(app, base, accounts);
}

function registerLogin(app: FastifyInstance, base: string, accounts: Accounts): void {
  app.route<{ Body: z.output<typeof schema.loginBody> }>({
    method: 'POST',
    url: `${base}/login`,
    config: {
      access: 'public',
      errors: {
        unauthorised: 'The e-mail address or the password is wrong.',
        too_many_requests: 'Ten logins from this address to this account failed within a minute, or too many in all.',
        unavailable: 'Too many sign-ins at once.',
      },
    },
    schema: {
      summary: 'Signs in and returns a session token.',
      tags,
      body: schema.loginBody,
      response: { 200: schema.signedIn },
    },
    handler: async (request) => {
      const { email, password } = request.body;
      const result = await accounts.login({ email, password, address: request.ip });
      if ('account' in result) {
        noteEntry(request, result.account, result.sessionUuid);
        return signedInToJson(result);
      }
      noteFailure(request, email, 'retryAfterSeconds' in result ? 'too_many_failures' : result.refused);
      if ('retryAfterSeconds' in result) {
        throw new Problem('too_many_requests', `Too many failed logins. Try again in ${result.retryAfterSeconds} s.`, {
          'retry-after': String(result.retryAfterSeconds),
        });
      }
      if (result.refused === 'busy') throw busy();
      throw new Problem('unauthorised', 'The e-mail address or the password is wrong.');
    },
  });
}

function registerDemo(app: FastifyInstance, base: string, options: AccountRouteOptions): void {
  const { accounts } = options;
  app.route<{ Body: z.output<typeof schema.demoBody> }>({
    method: 'POST',
    url: `${base}/demo`,
    config: {
      access: 'public',
      limit: { perMinute: 20 },
      errors: {
        forbidden: 'The request uses a foreign host name, or lacks the start code.',
        conflict: 'An account already exists.',
        unavailable: 'Too many sign-ins at once.',
      },
    },
    schema: {
      summary: 'Creates the first account in a sample organisation.',
      tags,
      body: schema.demoBody,
      response: { 201: schema.demo },
    },
    handler: async (request, reply) => {
      await holdFirstAccount(request, options);
      const result = await accounts.demo();
      if (!('refused' in result)) {
        noteEntry(request, result.account, result.sessionUuid);
        return reply.code(201).send({ ...signedInToJson(result), password: result.password });
      }
      if (result.refused === 'busy') throw busy();
      throw new Problem('conflict', 'This server already has an account. Sign in with it.');
    },
  });
}

function registerOwn(app: FastifyInstance, base: string, accounts: Accounts): void {
  app.route({
    method: 'POST',
    url: `${base}/logout`,
    config: { access: anyPerson },
    schema: { summary: 'Signs out and revokes this session.', tags, response: { 204: z.null() } },
    handler: async (request, reply) => {
      await accounts.logout((request.identity as Identity).credentialUuid);
      return reply.code(204).send();
    },
  });

  app.route({
    method: 'GET',
    url: `${base}/me`,
    config: { access: anyone, errors: { not_found: 'The credential belongs to the operator of the machine.' } },
    schema: { summary: 'Returns the account behind this credential.', tags, response: { 200: schema.me } },
    handler: async (request) => {
      const identity = request.identity as Identity;
      const account = await accounts.find(identity.userUuid);
      if (account === undefined) throw new Problem('not_found', 'This credential does not belong to an account.');
      // A key acts within one organisation, whoever owns it.
      const superadmin = account.superadmin && identity.superadmin;
      return { ...accountToJson(account), superadmin, auth_method: identity.method };
    },
  });
}

function registerPasswords(app: FastifyInstance, base: string, accounts: Accounts): void {
  app.route<{ Body: z.output<typeof schema.forgotBody> }>({
    method: 'POST',
    url: `${base}/password/forgot`,
    config: { access: 'public', limit: { perMinute: 10 } },
    schema: {
      summary: 'Sends a password reset link if the account exists.',
      tags,
      body: schema.forgotBody,
      response: { 202: z.null() },
    },
    handler: async ({ body: { email }, log, id }, reply) => {
      // Not awaited: the response time would reveal whether the account exists.
      accounts
        .forgot(email)
        .catch((error: unknown) => log.error({ err: error, requestId: id }, 'failed to create a password reset link'));
      return reply.code(202).send();
    },
  });

  app.route<{ Body: z.output<typeof schema.resetBody> }>({
    method: 'POST',
    url: `${base}/password/reset`,
    config: {
      access: 'public',
      limit: { perMinute: 20 },
      errors: { unavailable: 'Too many sign-ins at once.' },
    },
    schema: {
      summary: 'Sets a password with a reset token and ends every session.',
      tags,
      body: schema.resetBody,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { token, password } = request.body;
      const result = await accounts.reset(token, password);
      if (result === 'busy') throw busy();
      if (result === 'bad_token')
        throw new Problem('bad_request', 'This link has been used or has expired. Request a new one.');
      noteEntry(request, result, null);
      return reply.code(204).send();
    },
  });

  app.route<{ Body: z.output<typeof schema.changeBody> }>({
    method: 'POST',
    url: `${base}/password/change`,
    config: {
      access: anyPerson,
      limit: { perMinute: 10 },
      errors: { forbidden: 'The current password is wrong.', unavailable: 'Too many sign-ins at once.' },
    },
    schema: {
      summary: 'Changes your password and ends every session, including this one.',
      description: 'Your API keys are revoked too, unless `keep_api_keys` is true.',
      tags,
      body: schema.changeBody,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { current_password: current, password: next, keep_api_keys: keepApiKeys } = request.body;
      const { userUuid } = request.identity as Identity;
      const result = await accounts.changePassword(userUuid, { current, next, keepApiKeys });
      if (result === 'busy') throw busy();
      if (result === 'wrong') throw new Problem('forbidden', 'The current password is wrong.');
      return reply.code(204).send();
    },
  });
}

/** Logs a digest of the address to distinguish attempts on one account: the log must not contain e-mail addresses. */
function noteFailure(request: FastifyRequest, email: string, reason: string): void {
  const account = sha256Of(email).slice(0, 16);
  request.log.warn(
    { event: 'auth_failed', address: request.ip, account, reason, requestId: request.id },
    'login failed',
  );
}

/** Records the login for the audit log of the account's organisation. */
function noteEntry(request: FastifyRequest, { uuid, membership }: Account, sessionUuid: string | null): void {
  if (membership === undefined) return;
  request.entered = { organisationId: membership.organisationId, userUuid: uuid, sessionUuid };
}

function signedInToJson({ account, token }: SignedInAccount): z.input<typeof schema.signedIn> {
  return { token, ...accountToJson(account) };
}

/** Omits the organisation's fields if the account has none. */
function accountToJson({ email, superadmin, waitlistStatus, membership }: Account) {
  const person = { email, role: membership?.role ?? ('member' as const), superadmin, waitlist_status: waitlistStatus };
  if (membership === undefined) return person;
  const { organisationId, organisationName } = membership;
  return { ...person, organization_name: organisationName, organization_uuid: organisationId as string };
}
