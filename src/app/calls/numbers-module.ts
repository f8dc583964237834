import type { FastifyInstance } from 'fastify';
import { createNumbers, registerNumberRoutes } from '../../features/calls/numbers/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import type { Providers } from '../../telephony/index.ts';
import type { Dialing } from './dialing-module.ts';

export interface NumbersModuleOptions {
  readonly publicBaseUrl: () => string | undefined;
  readonly providers: Providers;
  readonly flows: Pick<Flows, 'answering'>;
  readonly dialing: Pick<Dialing, 'accountOf' | 'connections' | 'prove'>;
}

/** Opens the list of telephone numbers and the test of their accounts. */
export function openNumbersModule({ publicBaseUrl, providers, flows, dialing }: NumbersModuleOptions) {
  const { accountOf, connections, prove } = dialing;
  const numbers = createNumbers({
    providers,
    accountOf,
    async isProven(organisation, provider) {
      const { connected } = await connections.status(organisation, provider);
      return connected?.proof === 'proven' || connected?.proof === null;
    },
    prove,
    publicBaseUrl,
    answering: (phone) => flows.answering(phone),
  });
  return { numbers, routes: (app: FastifyInstance) => registerNumberRoutes(app, numbers) };
}
