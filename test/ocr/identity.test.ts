import { expect, test } from 'vitest';
import { identityOf, reportFrom } from '../../src/features/documents/ocr/identity/index.ts';
import { textPdf } from '../pdf/make-pdf.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { type Report, reports } from './reports.ts';

/** Reads reports without document information, or one with it, from one PDF: each PDF costs 0.3 s of CPU. */
async function identitiesOf(those: readonly Report[]) {
  const info = those[0]?.info;
  const trailer = info === undefined ? {} : { trailer: info };
  const written = those.flatMap((one) => one.pages);
  const { outcome, pages } = await readPdf(textPdf(written, trailer));
  if (outcome.kind !== 'read') throw new Error(outcome.code);
  const length = pages.length / those.length;
  return those.map(({ layout }, index) => {
    const own = pages.slice(index * length, (index + 1) * length).map((page, i) => ({ ...page, number: i + 1 }));
    const { companyName, reportYear, companyEvidence, yearEvidence } = identityOf(reportFrom(own, outcome.metadata));
    expect([companyEvidence !== null, yearEvidence !== null]).toEqual([companyName !== null, reportYear !== null]);
    return [layout, companyName, reportYear];
  });
}

test('company and year of a report are found, or reported as unknown', async () => {
  const plain = reports.filter(({ info }) => info === undefined);
  const informed = reports.filter(({ info }) => info !== undefined);
  const found = (await Promise.all([plain, ...informed.map((one) => [one])].map(identitiesOf))).flat();
  expect(found).toEqual([...plain, ...informed].map(({ layout, company, year }) => [layout, company, year]));
});
