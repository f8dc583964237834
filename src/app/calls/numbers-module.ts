import type { FastifyInstance } from 'fastify';
import { createNumbers, registerNumberRoutes } from '../../features/calls/numbers/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import type { Providers } from '../../telephony/index.ts';
import type { Dialing } from './dialing-module.ts';

export interface NumbersModuleOptions {
  readonly publicBaseUrl: () => string | undefined;
  readonly providers: Providers;
  readonly flows: Pick<Flows, 'answering'>;
  readonly dialing: Pick<Dialing, 'accountOf' | 'prove'>;
}

/** Opens the list of telephone numbers and the test of their accounts. */
export function openNumbersModule({ publicBaseUrl, providers, flows, dialing }: NumbersModuleOptions) {
  const { accountOf, prove } = dialing;
  const numbers = createNumbers({
    providers,
    accountOf,
    prove,
    publicBaseUrl,
    answering: (phone) => flows.answering(phone),
  });
  return { routes: (app: FastifyInstance) => registerNumberRoutes(app, numbers) };
}
