import type { Me, SetUp, SignedIn } from '../../../src/features/accounts/schema.ts';
import { type Answer, ask, get, post } from '../server/ask.ts';

export type { Me, SetUp, SignedIn };

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const getSetUp = (signal: AbortSignal): Promise<SetUp> => get('/api/auth/setup', signal);
export const getMe = (signal: AbortSignal): Promise<Me> => get('/api/auth/me', signal);

export const register = (body: Credentials & { readonly organization_name?: string }): Promise<Answer<SignedIn>> =>
  post('/api/auth/register', body);
export const login = (body: Credentials): Promise<Answer<SignedIn>> => post('/api/auth/login', body);
export const logout = (): Promise<Answer<undefined>> => ask('/api/auth/logout', { method: 'POST' });
export const forgotPassword = (email: string): Promise<Answer<undefined>> =>
  post('/api/auth/password/forgot', { email });
export const resetPassword = (body: {
  readonly token: string;
  readonly password: string;
}): Promise<Answer<undefined>> => post('/api/auth/password/reset', body);
