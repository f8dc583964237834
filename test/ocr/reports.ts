import { drawTable } from '../pdf/draw-table.ts';
import { paragraph, type Ruled, type Written } from '../pdf/make-pdf.ts';

type Page = (Written | Ruled)[];

export interface Report {
  readonly layout: string;
  /** Four in each report. */
  readonly pages: readonly Page[];
  /** Entry of its PDF with title and author; undefined for a PDF without. */
  readonly info: string | undefined;
  readonly company: string | null;
  readonly year: number | null;
}

interface Layout {
  readonly layout: string;
  readonly company: string | null;
  readonly year: number | null;
  /** Name by which the company refers to itself in the text. */
  readonly calls: string;
  readonly first: Page;
  readonly header?: string;
  readonly footer?: string;
  readonly info?: { readonly title?: string; readonly author?: string };
  readonly body?: readonly string[];
  readonly years?: readonly [string, string];
}

const big = (text: string, y: number, size = 30): Written => ({ x: 72, y, text, size });

/** Three pages of running text that names the company as a report does. */
const bodyOf = ({ calls, body, years = ['2024', '2023'] }: Layout): Page[] => [
  [
    { x: 72, y: 700, text: 'Strategic review', size: 16, bold: true },
    ...paragraph(
      72,
      670,
      body ?? [
        `${calls} had a good year. Demand for our products was strong, and`,
        `the plants of ${calls} ran well. KPMG LLP audited the accounts. Sales to`,
        'customers such as Nordwind Energie AG grew, and we thank our people.',
      ],
    ),
  ],
  [
    { x: 72, y: 700, text: 'Key figures', size: 16, bold: true },
    ...drawTable({
      x: 72,
      y: 670,
      widths: [180, 80, 80],
      rules: 'ends',
      rows: [
        ['In millions', ...years],
        ['Revenue', '812.4', '764.0'],
        ['Operating profit', '96.1', '88.7'],
        ['Employees', '3,410', '3,288'],
      ],
    }).parts,
  ],
  [
    { x: 72, y: 700, text: 'Outlook', size: 16, bold: true },
    ...paragraph(72, 670, [
      'We expect growth in the coming year, with higher investments in',
      'all regions and a stable margin.',
    ]),
  ],
];

const layouts: Layout[] = [
  {
    layout: 'a large title page',
    company: 'Harrow Valves plc',
    year: 2024,
    calls: 'Harrow Valves',
    first: [big('Harrow Valves plc', 600), big('Annual Report 2024', 550, 24)],
  },
  {
    layout: 'the name in page headers, the year in the title',
    company: 'Silverlake Foods Limited',
    year: 2023,
    calls: 'Silverlake',
    first: [big('Annual Report and Accounts', 600), big('2023', 560, 40)],
    header: 'Silverlake Foods Limited',
    body: [
      'Silverlake Foods Limited and its subsidiaries make bread and',
      'pasta. In 2022 we opened two bakeries, and in 2021 one.',
    ],
  },
  {
    layout: 'a form for a registry',
    company: 'Cobalt Semiconductor, Inc.',
    year: 2024,
    calls: 'Cobalt Semiconductor',
    first: [
      { x: 150, y: 700, text: 'FORM 10-K', size: 14, bold: true },
      ...paragraph(72, 670, ['ANNUAL REPORT PURSUANT TO SECTION 13 OF THE ACT']),
      ...paragraph(72, 640, ['For the fiscal year ended September 28, 2024']),
      { x: 150, y: 600, text: 'Cobalt Semiconductor, Inc.', size: 18, bold: true },
      { x: 150, y: 582, text: '(Exact name of registrant as specified in its charter)', size: 9 },
      ...paragraph(72, 540, ['Indicate by check mark whether the registrant is a shell company.']),
    ],
  },
  {
    layout: 'a fiscal year of two calendar years',
    company: 'Meghna Textiles Pvt. Ltd.',
    year: 2024,
    calls: 'Meghna Textiles',
    first: [big('Meghna Textiles Pvt. Ltd.', 620, 24), big('Annual Report 2023-24', 580, 20)],
    years: ['FY24', 'FY23'],
  },
  {
    layout: 'a heading of the results on the title page',
    company: 'Kestrel Looms Limited',
    year: 2023,
    calls: 'The company',
    first: [
      big('Kestrel Looms Limited', 620, 24),
      big('Annual Report 2022-23', 580, 20),
      big('Standalone Results', 540, 18),
    ],
    years: ['FY23', 'FY22'],
  },
  {
    layout: 'no title page, the name defined in the text',
    company: 'Orchard Lane Holdings plc',
    year: 2022,
    calls: 'The Group',
    first: [
      { x: 72, y: 700, text: 'Report of the directors', size: 14, bold: true },
      ...paragraph(72, 670, [
        'The directors present their report on Orchard Lane Holdings plc (the "Company") and',
        'its subsidiaries for the year ended 30 June 2022. A dividend was paid on 3 May 2022.',
      ]),
    ],
    footer: 'Orchard Lane Holdings plc',
    years: ['2022', '2021'],
  },
  {
    layout: 'a name without a legal form',
    company: 'Bluefin Robotics',
    year: 2025,
    calls: 'Bluefin Robotics',
    first: [big('BLUEFIN ROBOTICS', 640, 34), big('Sustainability Report 2025', 590, 18)],
    header: 'Bluefin Robotics | Sustainability Report 2025',
  },
  {
    layout: 'a quarterly report',
    company: 'Tallinn Data Centers',
    year: 2024,
    calls: 'Tallinn Data Centers',
    first: [big('Tallinn Data Centers', 640, 26), big('Interim Report Q3 2024', 600, 18)],
    info: { title: 'Tallinn Data Centers Interim Report Q3 2024' },
    footer: 'Tallinn Data Centers Interim Report Q3 2024',
  },
  {
    layout: 'a German company, the year in the margins',
    company: 'Rheinwerk Maschinenbau AG',
    year: 2023,
    calls: 'Rheinwerk Maschinenbau',
    first: [
      big('Precision that moves', 620, 28),
      { x: 72, y: 120, text: 'Rheinwerk Maschinenbau AG', size: 12, bold: true },
    ],
    header: 'Rheinwerk Maschinenbau AG – Annual Report 2023',
  },
  {
    layout: 'title in the file, a picture for a title page',
    company: 'Pacific Ferries Corporation',
    year: 2021,
    calls: 'Pacific Ferries Corporation',
    first: [{ x: 72, y: 60, text: ' ', size: 8 }],
    info: { title: 'Pacific Ferries Corporation - Annual Report 2021' },
    years: ['2021', '2020'],
  },
  {
    layout: 'the year of print beside that of the report',
    company: 'Maplewood Clinics Inc.',
    year: 2023,
    calls: 'Maplewood Clinics',
    first: [
      big('Maplewood Clinics Inc.', 640, 26),
      big('Annual Report', 600, 20),
      ...paragraph(72, 560, ['For the year ended December 31, 2023']),
      ...paragraph(72, 90, ['© 2024 Maplewood Clinics Inc. All rights reserved. Printed in March 2024.'], 8),
    ],
    years: ['2023', '2022'],
  },
  {
    layout: 'a joint paper of several companies: none is named',
    company: null,
    year: 2024,
    calls: 'The industry',
    first: [big('Industry Review 2024', 620, 26), big('Annual Report 2024', 580, 16)],
    body: [
      'This paper compares Alpha Motors AG, Beta Trucks SE and Gamma Rail plc. Alpha',
      'Motors AG leads in sales, Beta Trucks SE in margin, Gamma Rail plc in orders.',
    ],
  },
  {
    layout: 'a company without a year',
    company: 'Quarry & Stone Ltd',
    year: null,
    calls: 'Quarry & Stone',
    first: [big('Quarry & Stone Ltd', 620, 28), big('Company presentation', 580, 18)],
    header: 'Quarry & Stone Ltd',
    years: ['Plan', 'Actual'],
  },
  {
    layout: 'minutes that name neither',
    company: null,
    year: null,
    calls: 'The team',
    first: [
      { x: 72, y: 700, text: 'Minutes of the meeting', size: 16, bold: true },
      ...paragraph(72, 670, [
        'Those present went through the list of open points. The next',
        'meeting is in two weeks.',
      ]),
    ],
    years: ['Plan', 'Actual'],
    body: ['The team agreed on the next steps and on who takes them.'],
  },
];

const infoOf = ({ info }: Layout): string | undefined =>
  info === undefined
    ? undefined
    : `/Info << ${info.title === undefined ? '' : `/Title (${info.title})`} ${info.author === undefined ? '' : `/Author (${info.author})`} >>`;

/** Company-style reports, each with a different layout. */
export const reports: readonly Report[] = layouts.map((layout) => {
  const { header, footer, company, year } = layout;
  const pages = [layout.first, ...bodyOf(layout)].map((page, i) => [
    ...page,
    ...(i > 0 && header !== undefined ? [{ x: 72, y: 760, text: header, size: 8 }] : []),
    ...(footer === undefined ? [] : [{ x: 72, y: 40, text: footer, size: 8 }]),
    ...(i > 0 ? [{ x: 500, y: 40, text: `${i + 1}`, size: 8 }] : []),
  ]);
  return { layout: layout.layout, company, year, pages, info: infoOf(layout) };
});
