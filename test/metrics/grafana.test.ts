import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

test('the Grafana dashboard asks for metrics that exist, each panel with a unit', () => {
  const text = readFileSync(join(root, 'docs', 'grafana-dashboard.json'), 'utf8');
  const { panels } = JSON.parse(text) as {
    panels: { id: number; targets: { expr: string }[]; fieldConfig: { defaults: { unit: string } } }[];
  };
  const sources = ['call-metrics', 'media-metrics', 'metrics'].map((name) =>
    readFileSync(join(root, 'src', 'features', 'metrics', `${name}.ts`), 'utf8'),
  );
  const known = new Set(
    sources.flatMap((source) => [
      ...[...source.matchAll(/name: '(parley_\w+)'/g)].map(([, name]) => name),
      ...[...source.matchAll(/gauge\('(\w+)'/g)].map(([, name]) => `parley_${name}`),
    ]),
  );
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/parley_\w+/g) ?? []));
  expect(asked.length).toBeGreaterThan(10);
  for (const name of asked) expect(known, name).toContain(name.replace(/_(?:bucket|sum|count)$/, ''));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.every(({ fieldConfig }) => fieldConfig.defaults.unit !== '')).toBe(true);
});
