import { companyOf } from './company.ts';
import type { Report } from './report.ts';
import { yearOf } from './year.ts';

export { type Report, reportFrom } from './report.ts';

/** Company and year of a report, each with its evidence; null instead of a guess. */
export interface Identity {
  readonly companyName: string | null;
  /** Where the name was found, such as "title page, page headers, 14 mentions". */
  readonly companyEvidence: string | null;
  readonly reportYear: number | null;
  readonly yearEvidence: string | null;
}

export function identityOf(report: Report): Identity {
  const company = companyOf(report);
  const year = yearOf(report);
  return {
    companyName: company?.value ?? null,
    companyEvidence: company?.evidence ?? null,
    reportYear: year?.value ?? null,
    yearEvidence: year?.evidence ?? null,
  };
}
