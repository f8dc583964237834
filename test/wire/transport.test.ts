import { describe, it } from 'vitest';
import { openTransport } from '../../media/wire/open-transport.ts';
import { transportContract } from './transport.contract.ts';
import { transportLimitsContract } from './transport-limits.contract.ts';
import { uwsAbsence } from './uws-absence.ts';

const absence = uwsAbsence();
for (const contract of [transportContract, transportLimitsContract]) {
  contract('ws', (options) => openTransport({ ...options, driver: 'ws' }));
  if (absence === undefined) contract('uws', (options) => openTransport({ ...options, driver: 'uws' }));
}
if (absence !== undefined) describe('uws transport', () => it.skip(absence, () => {}));
