import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { findInstallation } from '../config/installation.ts';
import { createLog } from '../log.ts';
import { openHttp } from './http-module.ts';
import { openModules } from './modules.ts';
import { openObservation } from './platform/observation.ts';

/** Returns `/openapi.json` of this version, in an empty database of its own, without listening on a port. */
export async function readApiDocument(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-api-'));
  try {
    const variables = { DATA_DIR: folder, DISK_BALLAST_MB: '0', RATE_LIMIT_PER_MINUTE: 'off' };
    const environment = readEnvironment({ variables, workingDir: folder });
    const config = makeConfig(environment, findInstallation(import.meta.url));
    const log = createLog({ level: 'error' });
    const observation = await openObservation(config);
    const modules = await openModules({ config, overrides: {}, log, observation });
    const http = await openHttp({ config, modules, log });
    const { body } = await http.app.inject('/openapi.json');
    await http.close();
    await modules.close();
    await observation.close();
    return JSON.parse(body);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
