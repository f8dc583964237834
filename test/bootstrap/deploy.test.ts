import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lintDeployFiles } from '../../bench/trials/deploy-files.ts';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';

const read = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

const verdicts = await lintDeployFiles(process.env);
const absence = verdicts.find(({ outcome }) => outcome === 'skip')?.figure;

describe.skipIf(absence !== undefined)(`files for deploying${absence === undefined ? '' : `: ${absence}`}`, () => {
  test.each(verdicts)('$test has nothing to say', ({ outcome, figure }) => {
    expect({ outcome, figure }).toEqual({ outcome: 'pass', figure: 'passed' });
  });
});

describe('files for deploying', () => {
  const kubernetes = read('kubernetes/parley.yaml');
  const compose = read('compose.yaml');

  test('Kubernetes gives every media pod an address of its own and routes it there, also while it drains', () => {
    const media = kubernetes.slice(kubernetes.indexOf('kind: StatefulSet'));
    const replicas = numberIn(media, /replicas: (\d+)/);
    expect(replicas).toBeGreaterThan(1);
    expect(media).toContain('{ name: MEDIA_BASE_URL, value: wss://$(POD_NAME).voice.example.com }');
    const services = kubernetes.split('\n---\n');
    for (let pod = 0; pod < replicas; pod++) {
      const service = services.find((text) => text.includes(`metadata: { name: parley-media-${pod} }`));
      expect(service).toContain(`statefulset.kubernetes.io/pod-name: parley-media-${pod}`);
      expect(service).toContain('publishNotReadyAddresses: true');
      expect(kubernetes).toMatch(
        new RegExp(
          `host: parley-media-${pod}\\.voice\\.example\\.com[^-]+- path: /media\\s+pathType: Prefix\\s+backend: \\{ service: \\{ name: parley-media-${pod},`,
        ),
      );
    }
  });

  test('Compose gives every media server an address that the proxy routes to it first', () => {
    const proxy = read('Caddyfile');
    const names = [...compose.matchAll(/MEDIA_BASE_URL: wss:\/\/\$\{SITE_ADDRESS:\?\}\/([\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(['media-1', 'media-2']);
    for (const name of names) {
      expect(compose).toContain(`\n  ${name}:\n`);
      expect(proxy).toMatch(new RegExp(`handle_path /${name}/\\* \\{\\s+reverse_proxy ${name}:8081 `));
    }
  });

  test('supervisors wait longer than a drain takes', () => {
    const needed = makeConfig(readEnvironment({}), { rootDir: '/', version: '0' }).drainMs / 1000;
    // Streams that were promised a slot, and the upload of the last recordings.
    const least = needed + 20 + 30;
    const pod = kubernetes.slice(kubernetes.indexOf('kind: StatefulSet'));
    expect(numberIn(pod, /terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(least);
    expect(numberIn(compose, /stop_grace_period: (\d+)m/) * 60).toBeGreaterThan(least);
  });
});
