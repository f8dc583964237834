import type { Demo, Me, SetUp, SignedIn } from '../../../../src/features/people/accounts/schema.ts';
import type { Answer } from '../../server/ask.ts';
import { answerTo, client, valueFrom } from '../../server/client.ts';

export type { Me, SetUp, SignedIn };

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const getSetUp = (signal: AbortSignal): Promise<SetUp> => valueFrom(client.GET('/api/auth/setup', { signal }));
export const getMe = (signal: AbortSignal): Promise<Me> => valueFrom(client.GET('/api/auth/me', { signal }));

export const register = (
  body: Credentials & { readonly organization_name?: string; readonly start_code?: string },
): Promise<Answer<SignedIn>> => answerTo(client.POST('/api/auth/register', { body }));
/** Opens the demo account, which is available while no account exists. */
export const openDemo = (): Promise<Answer<Demo>> => answerTo(client.POST('/api/auth/demo', { body: { demo: true } }));
export const login = (body: Credentials): Promise<Answer<SignedIn>> =>
  answerTo(client.POST('/api/auth/login', { body }));
export const logout = () => answerTo(client.POST('/api/auth/logout'));
export const forgotPassword = (email: string) =>
  answerTo(client.POST('/api/auth/password/forgot', { body: { email } }));
interface PasswordChange {
  readonly current_password: string;
  readonly password: string;
  readonly keep_api_keys: boolean;
}

export const changePassword = (body: PasswordChange) => answerTo(client.POST('/api/auth/password/change', { body }));
export const resetPassword = (body: { readonly token: string; readonly password: string }) =>
  answerTo(client.POST('/api/auth/password/reset', { body }));
