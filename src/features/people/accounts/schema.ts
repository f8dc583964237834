import { z } from 'zod';
import { email, organisationName, role } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const shortestPassword = 10;
/** A longer password costs more to hash and adds no security. */
const longestPassword = 256;

export const newPassword = z
  .string()
  .min(shortestPassword, `must have at least ${shortestPassword} characters`)
  .max(longestPassword, `must have at most ${longestPassword} characters`);

const givenPassword = z.string().max(longestPassword, `has at most ${longestPassword} characters`);

/** Required to create the first account from another machine; the server logs it at startup. */
const startCode = z.string().max(100).optional();

export const registerBody = z.object({
  email,
  password: newPassword,
  organization_name: organisationName.optional(),
  start_code: startCode,
});

/** Only a JSON body can carry `true`, and a page of another site cannot send JSON. */
export const demoBody = z.object({ demo: z.literal(true), start_code: startCode });

export const loginBody = z.object({ email, password: givenPassword });
export const forgotBody = z.object({ email });
export const resetBody = z.object({ token: z.string().max(500), password: newPassword });
export const changeBody = z.object({
  current_password: givenPassword,
  password: newPassword,
  keep_api_keys: z.boolean().default(false),
});

export const waitlistStatus = z.enum(['none', 'pending', 'approved']);

const account = z.object({
  email: z.string(),
  role,
  superadmin: z.boolean(),
  organization_name: z.string().optional(),
  organization_uuid: z.uuid().optional(),
  waitlist_status: waitlistStatus,
});

/** Response that starts a session. */
export const signedIn = account.extend({ token: z.string() });

/** The demo's password appears in this response only. */
export const demo = signedIn.extend({ password: z.string() });

export const me = account.extend({ auth_method: z.enum(['session', 'api_key']) });

export const setUp = z.object({
  /** True until the first account exists. */
  needed: z.boolean(),
  registration: z.enum(['open', 'closed']),
  /** True if this client needs the start code from the server's log to create the first account. */
  start_code_required: z.boolean(),
});

export type SignedIn = z.output<typeof signedIn>;
export type Demo = z.output<typeof demo>;
export type Me = z.output<typeof me>;
export type SetUp = z.output<typeof setUp>;

nameSchemas({
  Registration: registerBody,
  Login: loginBody,
  DemoRequest: demoBody,
  DemoSession: demo,
  PasswordForgotten: forgotBody,
  PasswordReset: resetBody,
  PasswordChange: changeBody,
  Session: signedIn,
  Account: me,
  Setup: setUp,
});
