import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findInstallation } from '../../src/config/installation.ts';
import { exampleValues, renderChart } from './chart.ts';
import { findPythonPackages, type PythonPackages, runProgram } from './python-packages.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `deploy-files: what linters say of the files in deploy/. They come from pip once, pinned and hash-checked.
  --out FILE      (default bench/results/deploy-files.json)
`;

const options = {
  out: { type: 'string', default: 'bench/results/deploy-files.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  return conclude(values.out, await lintDeployFiles(env));
}

interface Linter {
  readonly file: string;
  readonly what: string;
  /** A program of the packages with its arguments. */
  readonly command: readonly string[];
}

// Templates of the chart are YAML only when they are rendered.
const yaml = '{extends: relaxed, ignore: deploy/chart/templates, rules: {line-length: disable}}';

const linters: readonly Linter[] = [
  {
    file: 'deploy/Dockerfile',
    what: 'hadolint',
    command: ['hadolint', '--config', 'deploy/hadolint.yaml', 'deploy/Dockerfile'],
  },
  {
    file: 'deploy/compose.yaml',
    what: 'the schema of Compose files',
    command: ['check-jsonschema', '--builtin-schema', 'vendor.compose-spec', 'deploy/compose.yaml'],
  },
  { file: 'deploy', what: 'yamllint', command: ['yamllint', '--strict', '-d', yaml, 'deploy'] },
  {
    file: 'deploy/Caddyfile',
    what: 'caddy validate',
    command: ['caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
  },
];

/** Versions of Kubernetes whose schemas the rendered chart must satisfy without unknown fields. */
const kubernetesVersions = ['1.31', '1.37'] as const;
const { rootDir } = findInstallation(import.meta.url);
const limit = 'nothing to say';

export async function lintDeployFiles(env: NodeJS.ProcessEnv): Promise<Verdict[]> {
  const packages = await findPythonPackages('deploy', env);
  const files = linters.map(({ file, what, command }) => judge(`${file}: ${what}`, packages, { command, env }));
  const charts = Object.keys(exampleValues).map((name) => judgeChart(name, packages, env));
  return (await Promise.all([Promise.all(files), ...charts])).flat();
}

interface Run {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

async function judge(test: string, packages: PythonPackages, { command, env }: Run): Promise<Verdict> {
  if (!packages.ok) return { test, limit, figure: packages.reason, outcome: 'skip' };
  const [program = '', ...args] = command;
  const ended = await runProgram([join(packages.folder, 'bin', program), ...args], {
    cwd: rootDir,
    env: { ...env, PYTHONPATH: packages.folder, SITE_ADDRESS: 'voice.example.com' },
  });
  const figure = ended?.status === 0 ? 'passed' : (ended?.output.trim() ?? `${program} did not start`);
  return { test, limit, figure, outcome: judged(ended?.status === 0) };
}

/** Renders the chart with one file of values and validates the manifests. */
async function judgeChart(name: string, packages: PythonPackages, env: NodeJS.ProcessEnv): Promise<Verdict[]> {
  const test = `deploy/chart with the values ${name}: helm lint and helm template`;
  if (!packages.ok) return [{ test, limit, figure: packages.reason, outcome: 'skip' }];
  const rendered = await renderChart(packages, exampleValues[name] ?? {});
  if (!rendered.ok) return [{ test, limit, figure: rendered.reason, outcome: 'fail' }];
  const folder = await mkdtemp(join(tmpdir(), 'parley-chart-'));
  try {
    const file = join(folder, `${name}.yaml`);
    await writeFile(file, rendered.text);
    const schemas = kubernetesVersions.map((version) =>
      judge(`deploy/chart with the values ${name}: the schemas of Kubernetes ${version}`, packages, {
        command: ['kubernetes-validate', '-k', version, '--strict', file],
        env,
      }),
    );
    return [{ test, limit, figure: 'passed', outcome: 'pass' }, ...(await Promise.all(schemas))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
