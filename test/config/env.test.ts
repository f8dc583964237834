import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { StartFault } from '../../src/faults/start-fault.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(env?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-env-'));
  folders.push(folder);
  if (env !== undefined) writeFileSync(join(folder, '.env'), env);
  return folder;
}

const installation = { rootDir: '/opt/parley', version: '1.2.3' };
const configOf = (variables: Record<string, string>, workingDir = folderWith()) =>
  makeConfig(readEnvironment({ variables, workingDir }), installation);

describe('the environment', () => {
  test('requires no variable', () => {
    const config = configOf({});
    expect(config.http).toMatchObject({ host: '127.0.0.1', port: 8080 });
    expect(config.media).toMatchObject({ port: 8081, driver: 'auto', executionProviders: ['cpu'] });
    expect(config.media.inferenceThreads).toBeGreaterThanOrEqual(1);
    expect(config.telephony.settings.telephony_a).toEqual({});
    expect(config.telephony.settings.telephony_b).toEqual({ streamRateVariable: 'EXOTEL_SAMPLE_RATE' });
    expect(config.media.llm).toBeUndefined();
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['MEDIA_PORT', '1.5'],
    ['HOST', 'a b'],
    ['PUBLIC_BASE_URL', 'example.com'],
    ['PUBLIC_BASE_URL', 'ftp://example.com'],
    ['MEDIA_BASE_URL', 'https://example.com'],
    ['EXOTEL_SAMPLE_RATE', '44100'],
    ['EXECUTION_PROVIDERS', 'cpu,tpu'],
    ['MEDIA_THREADS', '0'],
    ['INFERENCE_THREADS', '1000'],
    ['OCR_LANGUAGE', '../eng'],
    ['LOG_LEVEL', 'loud'],
    ['AUDIOSOCKET_PORT', '0'],
    ['MEDIA_DRIVER', 'tcp'],
    ['ROLE', 'worker'],
    ['NATS_URL', 'http://localhost:4222'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['DATABASE_URL', 'postgres://me:50%@localhost/parley'],
    ['DATABASE_URL', 'postgres://me:se#cret@localhost/parley'],
    ['DATABASE_URL', 'postgres://localhost/parley/tables'],
    ['LLM_BASE_URL', 'localhost:11434'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/page'],
    ['CORS_ORIGINS', 'https://a.example.com,ftp://b.example.com'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TELEPHONY_A_NETWORKS', 'loopback'],
    ['TELEPHONY_B_NETWORKS', '203.0.113.0/33'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
  ])('%s=%s stops the start and is named', (name, value) => {
    expect(() => configOf({ [name]: value })).toThrowError(
      expect.objectContaining({
        code: 'config_invalid',
        message: expect.stringMatching(new RegExp(`${name} must be`)),
      }),
    );
  });

  test('listens on loopback unless configured', () => {
    expect(configOf({}).http).toMatchObject({
      corsOrigins: [],
      trustedProxies: ['loopback'],
      rateLimitPerMinute: 100,
    });
    const opened = {
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      TRUSTED_PROXIES: 'loopback,10.0.0.0/8, 2001:db8::/32',
      RATE_LIMIT_PER_MINUTE: '250',
    };
    expect(configOf(opened).http).toMatchObject({
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
      rateLimitPerMinute: 250,
    });
    const off = configOf({ TRUSTED_PROXIES: 'none', RATE_LIMIT_PER_MINUTE: 'off' });
    expect(off.http).toMatchObject({ trustedProxies: [], rateLimitPerMinute: 'off' });
  });

  test('lists all errors at once, without secrets', () => {
    const wrong = (() => {
      try {
        configOf({ PORT: 'x', LOG_LEVEL: 'y', LLM_API_KEY: 'sk-secret', LLM_BASE_URL: 'sk-secret' });
      } catch (error) {
        return error as StartFault;
      }
      return undefined;
    })();
    expect(wrong).toBeInstanceOf(StartFault);
    expect(wrong?.message.split('\n')).toHaveLength(3);
    expect(wrong?.message).not.toContain('sk-secret');
    expect(wrong?.advice).toContain('.env');
  });

  test.each([
    [{ LLM_BASE_URL: 'http://127.0.0.1:11434/v1' }, 'LLM_MODEL'],
    [{ PORT: '65535' }, 'MEDIA_PORT'],
    [{ PORT: '9000', MEDIA_PORT: '9000' }, 'MEDIA_PORT'],
  ])('%o does not go together', (variables, name) => {
    expect(() => configOf(variables as Record<string, string>)).toThrowError(name);
  });

  test('reads .env; real variables win; empty means absent', () => {
    const folder = folderWith('PORT=9100\nLOG_LEVEL=debug\n# a comment\nHOST=\n');
    const config = configOf({ LOG_LEVEL: 'warn' }, folder);
    expect(config.http.port).toBe(9100);
    expect(config.media.port).toBe(9101);
    expect(config.logLevel).toBe('warn');
    expect(config.http.host).toBe('127.0.0.1');
  });

  test('drains calls for ten minutes or the configured time', () => {
    expect(configOf({}).drainMs).toBe(1_800_000);
    expect(configOf({ DRAIN_SECONDS: '0' }).drainMs).toBe(0);
    expect(() => configOf({ DRAIN_SECONDS: 'long' })).toThrowError('DRAIN_SECONDS');
  });

  test('names a wrong value of the .env file too', () => {
    expect(() => configOf({}, folderWith('PORT=none'))).toThrowError('PORT must be');
  });

  test('resolves paths from the working directory, and models from the cache', () => {
    const folder = folderWith();
    const config = configOf({ DATA_DIR: './d', XDG_CACHE_HOME: '/c' }, folder);
    expect(config.data.dataDir).toBe(join(folder, 'd'));
    expect(config.media.modelsDir).toBe('/c/parley/models');
    expect(config.data.migrationsDir).toBe('/opt/parley/migrations');
  });

  test('ignores variables of other programs', () => {
    expect(() => configOf({ PATH: '/bin', PGPASSWORD: 'p' })).not.toThrow();
  });

  test('passes on the database URL unchanged, and the number of connections', () => {
    const { data } = configOf({ DATABASE_URL: 'postgres://h/d', DATABASE_CONNECTIONS: '6' });
    expect(data).toMatchObject({ databaseUrl: 'postgres://h/d', connections: 6 });
    expect(() => configOf({ DATABASE_CONNECTIONS: '1' })).toThrow('DATABASE_CONNECTIONS must be a whole number from 2');
  });

  test('passes on the complete language-model configuration', () => {
    const config = configOf({ LLM_BASE_URL: 'http://127.0.0.1:1/v1/', LLM_MODEL: 'm', LLM_API_KEY: 'k' });
    expect(config.media.llm).toEqual({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm', apiKey: 'k' });
    const model = { LLM_BASE_URL: 'http://127.0.0.1:1', LLM_MODEL: 'm' };
    const hurried = configOf({ ...model, LLM_FIRST_TOKEN_MS: '700', LLM_TIMEOUT_MS: '3000' });
    expect(hurried.media.llm).toMatchObject({ firstTokenTimeoutMs: 700, totalTimeoutMs: 3000 });
    expect(() => configOf({ ...model, LLM_TIMEOUT_MS: '60000' })).toThrow('LLM_TIMEOUT_MS must be a whole number');
  });

  test('has automatic admission with separate limits', () => {
    const config = configOf({ MAX_CALLS: '40', MAX_MEMORY_MB: '2048' });
    expect(config.media.admission).toMatchObject({ automatic: true, maxCalls: 40, maxRssBytes: 2 ** 31 });
    const usual = configOf({ ADMISSION: 'off' }).media.admission;
    expect(usual).toMatchObject({ automatic: false });
    expect(usual).not.toHaveProperty('maxCalls');
    expect(usual?.maxRssBytes).toBeGreaterThan(2 ** 28);
  });
});
