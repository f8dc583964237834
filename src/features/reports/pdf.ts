import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PdfDocument from 'pdfkit';
import { dateOf } from '../dashboard/index.ts';
import type { ReportResult } from './report.ts';
import type { ListedReport } from './store.ts';
import { type Table, tablesOf } from './tables.ts';

const margin = 50;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin - 20;
const colours = { text: '#1f2328', quiet: '#656d76', bar: '#2f6feb', rule: '#d0d7de' } as const;
const rowHeight = 16;
const mostRows = 400;

type Doc = InstanceType<typeof PdfDocument>;

/** Latin, Greek and Cyrillic letters; another letter is shown as a question mark. */
const shown = (text: string): string => text.replaceAll(/[^\u0020-\u024f\u0370-\u052f\u2010-\u2026\u20ac]/gu, '?');

const fontsDir = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');

/** A4 pages: a cover line, the summary, charts, tables, page numbers. The same report gives the same bytes. */
export async function toPdf(row: ListedReport, result: ReportResult): Promise<Buffer> {
  const date = new Date(row.finishedAt ?? row.createdAt);
  const info = {
    Title: titleOf(row, result),
    Producer: 'Parley',
    Creator: 'Parley',
    CreationDate: date,
    ModDate: date,
  };
  const doc = new PdfDocument({ size: 'A4', margin, bufferPages: true, info, lang: 'en' });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => void pieces.push(piece));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  doc.registerFont('plain', join(fontsDir(), 'LiberationSans-Regular.ttf'));
  doc.registerFont('bold', join(fontsDir(), 'LiberationSans-Bold.ttf'));
  draw(doc, row, result);
  number(doc);
  doc.end();
  await ended;
  return Buffer.concat(pieces);
}

function titleOf({ rangeFrom, rangeTo }: ListedReport, { timezone }: ReportResult): string {
  const last = new Date(Date.parse(rangeTo) - 1).toISOString();
  return `Call report, ${dateOf(rangeFrom, { timezone })} to ${dateOf(last, { timezone })}`;
}

function draw(doc: Doc, row: ListedReport, result: ReportResult): void {
  doc.font('bold').fontSize(20).fillColor(colours.text).text(titleOf(row, result));
  const score = result.performanceScore === null ? 'no calls' : `performance score ${result.performanceScore} of 100`;
  const covered = result.segments.length === 0 ? 'all calls' : result.segments.join(', ');
  doc
    .font('plain')
    .fontSize(10)
    .fillColor(colours.quiet)
    .text(shown(`${covered}; ${score}; time zone ${result.timezone}`));
  doc.moveDown(1).fontSize(11).fillColor(colours.text);
  for (const { text } of result.sentences) doc.text(shown(text), { paragraphGap: 3 });
  const { trend, stats, funnel } = result;
  chart(doc, 'Calls a day', trend);
  bars(doc, 'Funnel', Object.entries(funnel));
  bars(doc, 'Outcomes', Object.entries(stats.outcome_breakdown));
  bars(doc, 'Sentiment', Object.entries(stats.sentiment_breakdown));
  const tables = tablesOf(row, result).filter(({ title }) =>
    ['Statistics', 'Leaderboard', 'Calls a day'].includes(title),
  );
  for (const table of tables) drawTable(doc, table);
}

function heading(doc: Doc, title: string, needs: number): void {
  if (doc.y + needs + 40 > bottom) doc.addPage();
  doc.x = margin;
  doc.moveDown(1).font('bold').fontSize(13).fillColor(colours.text).text(title).moveDown(0.3);
}

const chartHeight = 110;

/** A column for each day. */
function chart(doc: Doc, title: string, days: ReportResult['trend']): void {
  const most = Math.max(...days.map(({ calls }) => calls), 0);
  if (most === 0) return;
  heading(doc, title, chartHeight + 20);
  const top = doc.y;
  const step = width / days.length;
  days.forEach(({ calls }, index) => {
    const height = (calls / most) * chartHeight;
    const x = margin + index * step;
    doc.rect(x, top + chartHeight - height, Math.max(step * 0.8, 0.4), height).fill(colours.bar);
  });
  doc
    .moveTo(margin, top + chartHeight)
    .lineTo(margin + width, top + chartHeight)
    .stroke(colours.rule);
  doc.font('plain').fontSize(8).fillColor(colours.quiet);
  const under = top + chartHeight + 4;
  doc.text(days[0]?.date ?? '', margin, under, { lineBreak: false });
  doc.text(days.at(-1)?.date ?? '', margin, under, { width, align: 'right', lineBreak: false });
  doc.text(`most: ${most}`, margin, top - 4, { width, align: 'right', lineBreak: false });
  doc.y = under + 12;
}

/** A bar for each value, with its number. */
function bars(doc: Doc, title: string, values: readonly (readonly [string, number])[]): void {
  const most = Math.max(...values.map(([, value]) => value), 0);
  if (most === 0) return;
  heading(doc, title, Math.min(values.length, 5) * rowHeight);
  for (const [name, value] of values) {
    if (doc.y + rowHeight > bottom) doc.addPage();
    const y = doc.y;
    doc.font('plain').fontSize(9).fillColor(colours.text);
    doc.text(shown(name.replaceAll('_', ' ')), margin, y, { width: 130, height: 12, ellipsis: true, lineBreak: false });
    const length = (value / most) * (width - 190);
    doc.rect(margin + 140, y, length, 10).fill(colours.bar);
    doc.fillColor(colours.text).text(String(value), margin + 146 + length, y, { lineBreak: false });
    doc.y = y + rowHeight;
  }
}

function drawTable(doc: Doc, { title, header, rows }: Table): void {
  if (rows.length === 0) return;
  heading(doc, title, 3 * rowHeight);
  const column = width / header.length;
  const line = (cells: readonly (string | number)[], font: 'bold' | 'plain'): void => {
    if (doc.y + rowHeight > bottom) doc.addPage();
    const y = doc.y;
    doc.font(font).fontSize(9).fillColor(colours.text);
    cells.forEach((cell, index) => {
      const align = typeof cell === 'number' ? 'right' : 'left';
      const place = { width: column - 6, height: 12, align, ellipsis: true, lineBreak: false } as const;
      doc.text(shown(String(cell)), margin + index * column, y, place);
    });
    doc
      .moveTo(margin, y + 13)
      .lineTo(margin + width, y + 13)
      .lineWidth(0.5)
      .stroke(colours.rule);
    doc.y = y + rowHeight;
  };
  line(header, 'bold');
  for (const row of rows.slice(0, mostRows)) line(row, 'plain');
  if (rows.length > mostRows) line([`${rows.length - mostRows} more rows are in the CSV export`], 'plain');
}

function number(doc: Doc): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Below the margin, where text would begin another page.
    doc.page.margins.bottom = 0;
    doc.font('plain').fontSize(8).fillColor(colours.quiet);
    doc.text(`Page ${page - start + 1} of ${count}`, margin, bottom + 26, { width, align: 'center', lineBreak: false });
  }
}
