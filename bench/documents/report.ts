import { type PageWriter, pdfOfPages, type Text } from './pdf.ts';

/**
 * Returns a PDF report with this many pages: headings, running text with names and figures, and a table on every third
 * page.
 */
export const reportPdf = (pages: number): Buffer =>
  pdfOfPages(
    Array.from(
      { length: pages },
      (_, i): PageWriter =>
        () =>
          contentOf(i + 1),
    ),
  );

const subjects = [
  'water',
  'energy',
  'transport',
  'housing',
  'health',
  'schools',
  'harbours',
  'forests',
  'roads',
  'farms',
];
const towns = [
  'Ashford',
  'Bergen',
  'Cadiz',
  'Dover',
  'Essen',
  'Fargo',
  'Ghent',
  'Hull',
  'Izmir',
  'Jena',
  'Kiel',
  'Lille',
];

/** Topic of a page: no two pages of a report share both parts. */
const aboutOf = (page: number) => ({
  subject: subjects[page % subjects.length] as string,
  town: towns[Math.floor(page / subjects.length) % towns.length] as string,
  amount: 1000 + page * 37,
});

/** Returns a question about a page and the figure that answers it. */
export function questionAbout(page: number): { readonly question: string; readonly figure: string } {
  const { subject, town, amount } = aboutOf(page);
  return { question: `How much was spent on ${subject} in ${town}?`, figure: String(amount) };
}

function contentOf(page: number): Text[] {
  const { subject, town, amount } = aboutOf(page);
  const lines: Text[] = [
    { x: 72, y: 720, text: `Spending on ${subject} in ${town}`, size: 16 },
    {
      x: 72,
      y: 690,
      text: `In ${town} EUR ${amount} thousand were spent on ${subject} over the year, more than planned.`,
    },
  ];
  for (let i = 0; i < 22; i++)
    lines.push({
      x: 72,
      y: 666 - i * 12,
      text: `Line ${i} tells of works on ${subject}, of those who did them, and of what is still to do there.`,
    });
  if (page % 3 !== 0) return lines;
  const row = (y: number, ...cells: string[]): Text[] =>
    cells.map((text, i) => ({ x: [72, 300, 400][i] as number, y, text }));
  lines.push(...row(360, 'Item', '2024', '2023'));
  for (let i = 1; i <= 8; i++)
    lines.push(...row(360 - i * 14, `Part ${i} of ${subject}`, `${amount * i}.5`, `${amount * i - 99}.0`));
  return lines;
}
