import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { createNumbers, registerNumberRoutes } from '../../features/calls/numbers/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import type { Providers } from '../../telephony/index.ts';
import type { Dialing } from './dialing-module.ts';

export interface NumbersModuleOptions {
  readonly config: Pick<Config, 'http'>;
  readonly providers: Providers;
  readonly flows: Pick<Flows, 'answering'>;
  readonly dialing: Pick<Dialing, 'accountOf' | 'prove'>;
}

/** Opens the list of telephone numbers and the test of their accounts. */
export function openNumbersModule({ config, providers, flows, dialing }: NumbersModuleOptions) {
  const { accountOf, prove } = dialing;
  const { publicBaseUrl } = config.http;
  const numbers = createNumbers({
    providers,
    accountOf,
    prove,
    publicBaseUrl,
    answering: (phone) => flows.answering(phone),
  });
  return { routes: (app: FastifyInstance) => registerNumberRoutes(app, numbers) };
}
