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

  const dockerfile = read('Dockerfile');
  const runtime = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const { version } = JSON.parse(read('../package.json')) as { version: string };

  test('the image runs without build tools and development packages, and its files belong to root', () => {
    expect(runtime).not.toMatch(/build-essential|python|npm (ci|install)|--chown|COPY \. /);
    expect(dockerfile).toContain('npm prune --omit=dev');
    expect(runtime).toMatch(/^USER 1000$/m);
    // The native module of uWebSockets.js needs glibc 2.38; Debian 13 has 2.41.
    expect([...dockerfile.matchAll(/^FROM node:(\S+)/gm)].map(([, tag]) => tag)).toEqual([
      '24-trixie',
      '24-trixie-slim',
    ]);
    expect(dockerfile.match(/XDG_CACHE_HOME=\/opt\/cache/g)).toHaveLength(2);
  });

  test('the build context has no secrets, tests or benches', () => {
    const ignored = read('../.dockerignore').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['**/.env', '**/.env.*', '**/.git', 'bench', 'deploy', 'docs', 'test']),
    );
  });

  test('images have the version of the package, and others a pinned one', () => {
    const images = [...`${compose}\n${kubernetes}`.matchAll(/^\s+image: (\S+)$/gm)].map(([, image = '']) => image);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
    const own = images.filter((image) => image.startsWith('parley'));
    expect(new Set(own)).toEqual(new Set([`parley:${version}`]));
  });

  test('Kubernetes confines every pod and encrypts the ingress', () => {
    const pods = kubernetes.split('\n---\n').filter((text) => text.includes('containers:'));
    expect(pods).toHaveLength(2);
    const needed = [
      ...['automountServiceAccountToken: false', 'runAsNonRoot: true', 'fsGroup: 1000', 'type: RuntimeDefault'],
      ...['allowPrivilegeEscalation: false', 'readOnlyRootFilesystem: true', 'drop: [ALL]', 'startupProbe:'],
    ];
    for (const pod of pods) for (const line of needed) expect(pod).toContain(line);
    const hosts = [...kubernetes.matchAll(/^ {4}- host: (\S+)$/gm)].map(([, host]) => host);
    expect(hosts).toHaveLength(3);
    expect(kubernetes).toContain('hosts: [voice.example.com, "*.voice.example.com"]');
    expect(kubernetes).toContain('kind: NetworkPolicy');
    expect(kubernetes).not.toMatch(/name: TRUSTED_PROXIES/);
  });

  test('servers reach NATS with a login over TLS, and trust the proxy alone', () => {
    expect(compose).toMatch(/NATS_URL: tls:\/\/parley:\$\{NATS_PASSWORD:\?\}@nats:4222/);
    expect(compose).toMatch(/--pass=\$\{NATS_PASSWORD:\?\}\n\s+- --tls\n/);
    expect(kubernetes).toContain('NATS_URL=tls://parley:');
    const trusted = /TRUSTED_PROXIES: (\S+)/.exec(compose)?.[1];
    expect(compose).toContain(`ipv4_address: ${trusted}`);
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
