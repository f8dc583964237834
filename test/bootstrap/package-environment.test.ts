import { expect, test } from 'vitest';
import { packageEnvironment } from '../../bin/set-up/package-environment.mjs';

test('package installers see the configuration for packages, and no secret of the server', () => {
  const needed = {
    PATH: '/bin',
    HOME: '/root',
    https_proxy: 'http://proxy:3128',
    npm_config_registry: 'https://registry.test',
    PIP_INDEX_URL: 'https://pypi.test',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    CXXFLAGS: '-O2',
    LC_ALL: 'C',
  };
  const secret = {
    SETTINGS_ENCRYPTION_KEY: 'k',
    SESSION_SECRET: 's',
    DATABASE_URL: 'postgres://u:p@h/d',
    LLM_API_KEY: 'l',
    SMTP_URL: 'smtp://u:p@h',
    METRICS_TOKEN: 'm',
    AWS_SECRET_ACCESS_KEY: 'a',
  };
  expect(packageEnvironment({ ...secret, ...needed })).toEqual(needed);
});
