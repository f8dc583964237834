import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { exampleValues, type Rendered, renderChart, type Values } from '../../bench/trials/chart.ts';
import { lintDeployFiles } from '../../bench/trials/deploy-files.ts';
import { findPythonPackages } from '../../bench/trials/python-packages.ts';
import { isUnused } from '../../bin/image/trim.mjs';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';

const read = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

const packages = await findPythonPackages('deploy', process.env);
const verdicts = await lintDeployFiles(process.env);
const absence = packages.ok ? undefined : packages.reason;

/** Longest drain, the streams that were promised a slot, and the upload of the last recordings. */
const leastGraceSeconds = makeConfig(readEnvironment({}), { rootDir: '/', version: '0' }).drainMs / 1000 + 20 + 30;

describe.skipIf(absence !== undefined)(`files for deploying${absence === undefined ? '' : `: ${absence}`}`, () => {
  test.each(verdicts)('$test has nothing to say', ({ outcome, figure }) => {
    expect({ outcome, figure }).toEqual({ outcome: 'pass', figure: 'passed' });
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes are validated above.
  readonly spec: any;
}

const render = async (values: Values): Promise<Rendered> =>
  packages.ok ? renderChart(packages, values) : { ok: false, reason: packages.reason };

async function manifestsOf(values: Values): Promise<Manifest[]> {
  const rendered = await render(values);
  if (!rendered.ok) throw new Error(rendered.reason);
  return parseAllDocuments(rendered.text).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
}

const named = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return found;
};

const { external = {}, bundled = {}, autoscaled = {} } = exampleValues;

describe.skipIf(!packages.ok)('the Helm chart', () => {
  test('gives every media pod an address of its own and routes it there, also while it drains', async () => {
    for (const [values, pods] of [
      [external, 2],
      [autoscaled, 5],
    ] as const) {
      const manifests = await manifestsOf(values);
      const media = named(manifests, 'StatefulSet', 'parley-media');
      const env = media.spec.template.spec.containers[0].env as { name: string; value?: string }[];
      expect(env).toContainEqual({ name: 'MEDIA_BASE_URL', value: 'wss://$(POD_NAME).voice.example.com' });
      const { rules } = named(manifests, 'Ingress', 'parley').spec;
      for (let pod = 0; pod < pods; pod++) {
        const { spec } = named(manifests, 'Service', `parley-media-${pod}`);
        expect(spec.selector).toEqual({ 'statefulset.kubernetes.io/pod-name': `parley-media-${pod}` });
        expect(spec.publishNotReadyAddresses).toBe(true);
        const rule = rules.find(({ host }: { host: string }) => host === `parley-media-${pod}.voice.example.com`);
        expect(rule.http.paths[0].backend.service.name).toBe(`parley-media-${pod}`);
      }
      expect(rules).toHaveLength(1 + pods);
    }
  });

  test.each(Object.entries(exampleValues))('confines every pod with the values %s', async (_, values) => {
    const pods = (await manifestsOf(values)).filter(({ spec }) => spec?.template !== undefined);
    expect(pods.length).toBeGreaterThan(1);
    for (const {
      spec: {
        template: { spec },
      },
    } of pods) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false });
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(spec.securityContext.fsGroup).toBe(spec.securityContext.runAsUser);
      for (const container of spec.containers) {
        expect(container.image).toMatch(/(:\d+\.\d+|@sha256:)/);
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  test('waits for a drain, starts slowly and replaces one media pod after the other', async () => {
    const { spec } = named(await manifestsOf(external), 'StatefulSet', 'parley-media');
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(leastGraceSeconds);
    expect(spec.updateStrategy).toEqual({ type: 'RollingUpdate' });
    const [{ startupProbe }] = spec.template.spec.containers;
    expect(startupProbe.failureThreshold * startupProbe.periodSeconds).toBeGreaterThanOrEqual(300);
    const short = named(await manifestsOf(autoscaled), 'StatefulSet', 'parley-media');
    expect(short.spec.template.spec.terminationGracePeriodSeconds).toBe(700);
    expect(short.spec).not.toHaveProperty('replicas');
  });

  test('scales media pods by the load that they report, and down one at a time', async () => {
    const { spec } = named(await manifestsOf(autoscaled), 'HorizontalPodAutoscaler', 'parley-media');
    expect(spec.metrics[0].pods.metric.name).toBe('parley_calls_load_ratio');
    expect(spec.behavior.scaleDown.policies).toEqual([{ type: 'Pods', value: 1, periodSeconds: 300 }]);
  });

  test('admits servers alone to the bundled services, and the ingress controller alone to servers', async () => {
    const manifests = await manifestsOf(bundled);
    for (const part of ['postgresql', 'nats', 'store']) {
      const { spec } = named(manifests, 'NetworkPolicy', `parley-${part}`);
      expect(spec.podSelector.matchLabels['app.kubernetes.io/component']).toBe(part);
      expect(spec.ingress).toHaveLength(1);
      expect(spec.ingress[0].from[0].podSelector.matchExpressions[0].values).toEqual(['control', 'media']);
      expect(spec.egress).toBeUndefined();
      expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    }
    const servers = named(manifests, 'NetworkPolicy', 'parley').spec;
    expect(JSON.stringify(servers.ingress)).toContain('ingress-nginx');
    expect(JSON.stringify(servers.egress)).toContain('169.254.0.0/16');
  });

  test('says which secret is missing, and refuses values that it does not know', async () => {
    const secrets = { variables: { SESSION_SECRET: 'a', SETTINGS_ENCRYPTION_KEY: 'b' } };
    const said = async (values: Values): Promise<string> => {
      const rendered = await render(values);
      return rendered.ok ? 'rendered' : rendered.reason;
    };
    expect(await said({ host: 'voice.example.com', secrets })).toContain('Set secrets.variables.DATABASE_URL');
    const withoutNats = { ...bundled, secrets: { variables: { ...secrets.variables, POSTGRES_PASSWORD: 'c' } } };
    expect(await said(withoutNats)).toContain('Set secrets.variables.NATS_PASSWORD');
    expect(await said({ ...external, replicas: 3 })).toContain('replicas');
    expect(await said({ ...external, host: 'https://voice.example.com' })).toContain('host');
    expect(await said({ ...external, environment: { ROLE: 'all' } })).toContain('ROLE');
    expect(await said({ secrets: { existing: 'parley' } })).toContain('host');
  });
});

describe('files for deploying', () => {
  const compose = read('compose.yaml');
  const dockerfile = read('Dockerfile');
  const runtime = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const { version } = JSON.parse(read('../package.json')) as { version: string };

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

  test('the image runs without build tools and development packages, and its files belong to root', () => {
    expect(runtime).not.toMatch(/build-essential|python|npm (ci|install)|--chown|COPY \. /);
    expect(dockerfile).toContain('npm prune --omit=dev');
    expect(runtime).toMatch(/^USER 1000$/m);
    // The native module of uWebSockets.js needs glibc 2.38; Debian 13 has 2.41.
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['node:24-trixie', 'debian:trixie-slim']);
    expect(dockerfile.match(/XDG_CACHE_HOME=\/opt\/cache/g)).toHaveLength(2);
    // As the user of the image, after the last file is in it.
    expect(runtime.indexOf('bin/image/check.mjs')).toBeGreaterThan(runtime.indexOf('USER 1000'));
    expect(runtime).toContain('MEDIA_DRIVER=uws');
  });

  test('the build context has no secrets, tests or benches', () => {
    const ignored = read('../.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['**/.env*', '**/*.key', '**/.git', 'bench', 'deploy', 'test']));
    // The build of the console makes its help pages of them.
    for (const path of ['docs', 'README.md', 'CHANGELOG.md', 'console', 'client']) expect(ignored).not.toContain(path);
  });

  test('the image keeps the native builds of its own machine, and what servers read', () => {
    const { platform, arch, versions } = process;
    const own = `uWebSockets.js/uws_${platform}_${arch}_${versions.modules}.node`;
    const kept = [
      ...[own, 'uWebSockets.js/uws.js', `onnxruntime-node/bin/napi-v6/${platform}/${arch}`],
      ...['better-sqlite3/build/Release/better_sqlite3.node', 'pdfjs-dist/legacy/build/pdf.mjs', 'pdfjs-dist/cmaps'],
      'tesseract.js-core/tesseract-core-relaxedsimd.wasm',
    ];
    for (const path of kept) expect(isUnused(path), path).toBe(false);
    const deleted = [
      ...['uWebSockets.js/uws_win32_x64_137.node', 'onnxruntime-node/bin/napi-v6/win32/x64', 'zod/index.d.cts'],
      ...['fastify/lib/a.js.map', 'tesseract.js-core/tesseract-core.wasm.js', 'better-sqlite3/deps'],
    ];
    for (const path of deleted) expect(isUnused(path), path).toBe(true);
  });

  test('images and chart have the version of the package, and other images a pinned one', () => {
    const images = [...compose.matchAll(/^\s+image: (\S+)$/gm)].map(([, image = '']) => image);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
    const own = images.filter((image) => image.startsWith('parley'));
    expect(new Set(own)).toEqual(new Set([`parley:${version}`]));
    expect(parse(read('chart/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  test('servers reach NATS with a login over TLS, and trust the proxy alone', () => {
    expect(compose).toMatch(/NATS_URL: tls:\/\/parley:\$\{NATS_PASSWORD:\?\}@nats:4222/);
    expect(compose).toMatch(/--pass=\$\{NATS_PASSWORD:\?\}\n\s+- --tls\n/);
    const trusted = /TRUSTED_PROXIES: (\S+)/.exec(compose)?.[1];
    expect(compose).toContain(`ipv4_address: ${trusted}`);
  });

  test('supervisors wait longer than a drain takes', () => {
    expect(numberIn(compose, /stop_grace_period: (\d+)m/) * 60).toBeGreaterThan(leastGraceSeconds);
  });
});
