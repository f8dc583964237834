import { z } from 'zod';
import { email, organisationName, role } from '../../http/fields.ts';

const shortestPassword = 10;
/** Beyond it hashing a password would be work for the sake of work. */
const longestPassword = 256;

export const newPassword = z
  .string()
  .min(shortestPassword, `must have at least ${shortestPassword} characters`)
  .max(longestPassword, `must have at most ${longestPassword} characters`);

const givenPassword = z.string().max(longestPassword, `has at most ${longestPassword} characters`);

/** Asked of those who create the first account from another machine; the server logs it at start. */
const startCode = z.string().max(100).optional();

export const registerBody = z.object({
  email,
  password: newPassword,
  organization_name: organisationName.optional(),
  start_code: startCode,
});

/** Only what is sent as JSON has such a value: a page of another site cannot send that. */
export const demoBody = z.object({ demo: z.literal(true), start_code: startCode });

export const loginBody = z.object({ email, password: givenPassword });
export const forgotBody = z.object({ email });
export const resetBody = z.object({ token: z.string().max(200), password: newPassword });
export const changeBody = z.object({ current_password: givenPassword, password: newPassword });

export const waitlistStatus = z.enum(['none', 'pending', 'approved']);

const account = z.object({
  email: z.string(),
  role,
  superadmin: z.boolean(),
  organization_name: z.string().optional(),
  organization_uuid: z.uuid().optional(),
  waitlist_status: waitlistStatus,
});

/** What a session begins with. */
export const signedIn = account.extend({ token: z.string() });

/** The password of the demo is shown this once. */
export const demo = signedIn.extend({ password: z.string() });

export const me = account.extend({ auth_method: z.enum(['session', 'api_key']) });

export const setUp = z.object({
  /** True until there is a first account. */
  needed: z.boolean(),
  registration: z.enum(['open', 'closed']),
  /** True when the first account, created by this client, requires the start code from the log of the server. */
  start_code_required: z.boolean(),
});

export type SignedIn = z.output<typeof signedIn>;
export type Demo = z.output<typeof demo>;
export type Me = z.output<typeof me>;
export type SetUp = z.output<typeof setUp>;
