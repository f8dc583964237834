import { inflateSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { toCsv } from '../../src/features/analysis/reports/csv.ts';
import { toPdf } from '../../src/features/analysis/reports/pdf.ts';
import type { ReportResult } from '../../src/features/analysis/reports/report.ts';
import type { ListedReport } from '../../src/features/analysis/reports/store.ts';
import { readPdf } from '../pdf/read-pdf.ts';

const at = '2026-02-01T00:00:00.000Z';
const row = {
  id: 1,
  uuid: 'r',
  userUuid: 'u',
  window: 'month',
  status: 'completed',
  error: null,
  segmentUuids: [],
  rangeFrom: '2026-01-01T00:00:00.000Z',
  rangeTo: at,
  createdAt: at,
  finishedAt: at,
} as unknown as ListedReport;

const numbers = { calls_total: 12, picked_up: 9, pickup_rate: 0.75, avg_duration_seconds: 61.5 };

const resultWith = (names: { readonly agent: string; readonly mate?: string }): ReportResult => ({
  stats: {
    calls_inbound: 12,
    calls_outbound: 0,
    calls_uploaded: 0,
    ...numbers,
    outcome_breakdown: { resolved: 9 },
    outcome_unsure: 2,
    sentiment_breakdown: { positive: 5 },
  },
  funnel: { calls: 12, picked_up: 9, with_outcome: 9, successful: 9 },
  trend: [{ date: '2026-01-31', calls: 12 }],
  leaderboard: {
    ai_agents: [
      { agent_name: names.agent, agent_id: 1, ...numbers, positive_sentiment_rate: 0.8333 },
      { agent_name: 'Quiet', agent_id: 2, ...numbers, positive_sentiment_rate: null },
    ],
    human_agents: [{ agent_name: names.mate ?? 'Sam', agent_uuid: 'u', ...numbers }],
    unassigned: [],
  },
  takenOver: 0,
  performanceScore: 80,
  sentences: [],
  timezone: 'UTC',
  segments: [],
});

test('exports have the share of positive calls of each AI agent, and none where too few have a sentiment', async () => {
  const result = resultWith({ agent: 'Ava' });
  const rateOf = (agent: string) =>
    valuesOf(result).find(({ name, metric }) => name === agent && metric === 'positive_sentiment_rate')?.value;
  expect(['Ava', 'Quiet', 'Sam'].map(rateOf)).toEqual(['0.8333', '', undefined]);
  const { pages } = await readPdf(await toPdf(row, result));
  const text = JSON.stringify(pages);
  for (const words of ['positive sentiment rate', '0.8333']) expect(text).toContain(words);
});

test('a CSV export is one table with a header, whose metrics have the names of the JSON', () => {
  const result = { ...resultWith({ agent: 'Ava' }), segments: ['Goa'], sentences: [sentence] };
  const rows = valuesOf(result);
  expect(Object.keys(rows[0] as object)).toEqual(['section', 'group', 'id', 'name', 'metric', 'value']);
  const picked = (section: string) =>
    rows.filter((one) => one.section === section).map(({ name, metric, value }) => [name, metric, value]);
  expect(picked('report')).toEqual([
    ['', 'window', 'month'],
    ['', 'from', '2026-01-01T00:00:00.000Z'],
    ['', 'to', at],
    ['', 'timezone', 'UTC'],
    ['', 'performance_score', '80'],
    ['Goa', 'segment', 'Goa'],
  ]);
  expect(picked('summary')).toEqual([['1', 'sentence', sentence.text]]);
  expect(picked('headline_metrics')).toContainEqual(['', 'with_outcome', '9']);
  expect(picked('stats')).toContainEqual(['', 'pickup_rate', '0.75']);
  expect(picked('outcome_breakdown')).toEqual([['resolved', 'calls', '9']]);
  expect(picked('sentiment_breakdown')).toEqual([['positive', 'calls', '5']]);
  expect(picked('trend')).toEqual([['2026-01-31', 'calls', '12']]);
  expect(rows.filter(({ group, name }) => group === 'human_agents' && name === 'Sam')).toContainEqual({
    section: 'leaderboard',
    group: 'human_agents',
    id: 'u',
    name: 'Sam',
    metric: 'calls_total',
    value: '12',
  });
});

test('a CSV export escapes names that a spreadsheet would run as a formula, and says that it is UTF-8', () => {
  const csv = toCsv(row, resultWith({ agent: '=HYPERLINK("http://example.com")' }));
  expect(csv.startsWith('\ufeffsection,group,id,name,metric,value\r\n')).toBe(true);
  expect(csv).toContain("'=HYPERLINK");
});

const sentence = { text: 'Ava handled the most calls, 12.', metric: 'agent_calls_total', value: 12 };

/** The rows of a CSV export, each with the names of the header. */
const valuesOf = (result: ReportResult): Record<string, string>[] =>
  parse(toCsv(row, result), { bom: true, columns: true });

test('PDFs show names in Devanagari, in tables, sentences and bars, and their text can be extracted', async () => {
  const named = resultWith({ agent: 'आशा राव', mate: 'प्रिया शर्मा (Pune)' });
  const pdf = await toPdf(row, {
    ...named,
    segments: ['दिल्ली', 'Goa'],
    sentences: [{ text: 'आशा राव handled the most calls, 12.', metric: 'agent_calls_total', value: 12 }],
  });
  const { pages } = await readPdf(pdf);
  const text = pages.map(textOf).join('\n');
  expect(text).not.toContain('?');
  expect(text).toContain('आशा राव handled the most calls, 12.');
  expect(text.match(/आशा राव/g)).toHaveLength(2);
  // Vowel signs before their consonant, and a half letter above the next one, are drawn in another order.
  const inOrder = (words: string): string => [...words].sort().join('');
  const words = text.split(/[\s,;()]+/).map(inOrder);
  for (const word of ['प्रिया', 'शर्मा', 'दिल्ली']) expect(words).toContain(inOrder(word));
  expect(text).toContain('(Pune)');
  // Readers that know the actual text have the words themselves.
  const drawn = contentsOf(pdf);
  for (const name of ['आशा राव', 'प्रिया शर्मा', 'दिल्ली'])
    expect(drawn).toContain(Buffer.from(name, 'utf16le').swap16().toString('latin1'));
});

const textOf = ({ pieces }: Awaited<ReturnType<typeof readPdf>>['pages'][number]): string =>
  pieces
    .map((piece) => (piece.place === 'table' ? [piece.table.header, ...piece.table.rows].join('\n') : piece.text))
    .join('\n');

/** What the pages draw, without escapes. */
function contentsOf(pdf: Buffer): string {
  const bytes = pdf.toString('latin1');
  const streams = [...bytes.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    const end = bytes.indexOf('endstream', index);
    return [inflateSync(Buffer.from(bytes.slice(index + head.length, end), 'latin1')).toString('latin1')];
  });
  const signs: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };
  return streams.join('\n').replaceAll(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign);
}
