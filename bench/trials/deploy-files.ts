import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findInstallation } from '../../src/config/installation.ts';
import { findPythonPackages, runProgram } from './python-packages.ts';
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

const kubernetes = 'deploy/kubernetes/parley.yaml';
const yaml = '{extends: relaxed, rules: {line-length: disable}}';

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
  {
    file: kubernetes,
    what: 'the schemas of Kubernetes 1.31, without unknown fields',
    command: ['kubernetes-validate', '-k', '1.31', '--strict', kubernetes],
  },
  {
    file: kubernetes,
    what: 'the schemas of Kubernetes 1.37, without unknown fields',
    command: ['kubernetes-validate', '-k', '1.37', '--strict', kubernetes],
  },
  { file: 'deploy', what: 'yamllint', command: ['yamllint', '--strict', '-d', yaml, 'deploy'] },
  {
    file: 'deploy/Caddyfile',
    what: 'caddy validate',
    command: ['caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'],
  },
];

export async function lintDeployFiles(env: NodeJS.ProcessEnv): Promise<Verdict[]> {
  const packages = await findPythonPackages('deploy', env);
  const { rootDir } = findInstallation(import.meta.url);
  return Promise.all(
    linters.map(async ({ file, what, command: [program = '', ...args] }): Promise<Verdict> => {
      const common = { test: `${file}: ${what}`, limit: 'nothing to say' };
      if (!packages.ok) return { ...common, figure: packages.reason, outcome: 'skip' };
      const ended = await runProgram([join(packages.folder, 'bin', program), ...args], {
        cwd: rootDir,
        env: { ...env, PYTHONPATH: packages.folder, SITE_ADDRESS: 'voice.example.com' },
      });
      const figure = ended?.status === 0 ? 'passed' : (ended?.output.trim() ?? `${program} did not start`);
      return { ...common, figure, outcome: judged(ended?.status === 0) };
    }),
  );
}
