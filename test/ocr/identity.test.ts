import { expect, test } from 'vitest';
import { identityOf, reportFrom } from '../../src/features/ocr/identity/index.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { type Report, reports } from './reports.ts';

test('company and year of a report are found, or reported as unknown', async () => {
  const readOne = async ({ layout, pdf }: Report) => {
    const { outcome, pages } = await readPdf(pdf);
    if (outcome.kind !== 'read') throw new Error(outcome.code);
    const { companyName, reportYear, companyEvidence, yearEvidence } = identityOf(reportFrom(pages, outcome.metadata));
    expect([companyEvidence !== null, yearEvidence !== null]).toEqual([companyName !== null, reportYear !== null]);
    return [layout, companyName, reportYear];
  };
  const half = Math.ceil(reports.length / 2);
  const found: unknown[] = [];
  const readAll = async (from: number, to: number) => {
    for (let i = from; i < to; i++) found[i] = await readOne(reports[i] as Report);
  };
  await Promise.all([readAll(0, half), readAll(half, reports.length)]);
  expect(found).toEqual(reports.map(({ layout, company, year }) => [layout, company, year]));
});
