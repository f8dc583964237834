import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findInstallation } from '../../src/config/installation.ts';
import type { PythonPackages } from './python-packages.ts';

const { rootDir } = findInstallation(import.meta.url);
const chartDir = join(rootDir, 'deploy', 'chart');

export type Values = Readonly<Record<string, unknown>>;

export type Rendered =
  | { readonly ok: true; readonly text: string }
  /** What Helm says of the chart or the values. */
  | { readonly ok: false; readonly reason: string };

/** Values for which the chart is checked, by name: the files in `deploy/chart/ci`. */
export const exampleValues: Readonly<Record<string, Values>> = Object.fromEntries(
  readdirSync(join(chartDir, 'ci')).map((file) => [
    file.replace('.yaml', ''),
    parse(readFileSync(join(chartDir, 'ci', file), 'utf8')) as Values,
  ]),
);

/** Renders the chart with the engine of Helm 4 as `helm template` does, after `helm lint`. */
export async function renderChart(packages: PythonPackages & { readonly ok: true }, values: Values): Promise<Rendered> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-chart-'));
  try {
    const file = join(folder, 'values.json');
    await writeFile(file, JSON.stringify(values));
    const script = join(rootDir, 'bench', 'trials', 'python', 'render-chart.py');
    const { status, output } = await packages.run([script, chartDir, file]);
    return status === 0 ? { ok: true, text: output } : { ok: false, reason: output.trim() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
