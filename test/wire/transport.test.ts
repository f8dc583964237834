import { describe, it } from 'vitest';
import { openTransport } from '../../media/wire/open-transport.ts';
import { transportContract } from './transport.contract.ts';
import { uwsAbsence } from './uws-absence.ts';

transportContract('ws', (options) => openTransport({ ...options, driver: 'ws' }));

const absence = uwsAbsence();
if (absence === undefined) transportContract('uws', (options) => openTransport({ ...options, driver: 'uws' }));
else describe('uws transport', () => it.skip(absence, () => {}));
