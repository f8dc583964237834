import PdfDocument from 'pdfkit';
import { dateOf } from '../dashboard/index.ts';
import { type Doc, drawLine, drawParagraph, registerFonts } from './pdf-text.ts';
import type { ReportResult } from './report.ts';
import type { ListedReport } from './store.ts';
import { type Table, tablesOf } from './tables.ts';

const margin = 50;
const width = 595.28 - 2 * margin;
const bottom = 841.89 - margin - 20;
const colours = { text: '#1f2328', quiet: '#656d76', bar: '#2f6feb', rule: '#d0d7de' } as const;
const rowHeight = 16;
const mostRows = 400;

/**
 * Renders A4 pages: a cover line, the summary, charts, tables, page numbers. The same report produces the same bytes.
 */
export async function toPdf(row: ListedReport, result: ReportResult): Promise<Buffer> {
  const date = new Date(row.finishedAt ?? row.createdAt);
  const info = {
    Title: titleOf(row, result),
    Producer: 'Parley',
    Creator: 'Parley',
    CreationDate: date,
    ModDate: date,
  };
  const doc = new PdfDocument({ size: 'A4', margin, bufferPages: true, info, lang: 'en', pdfVersion: '1.5' });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => void pieces.push(piece));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  registerFonts(doc);
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
  doc.fillColor(colours.quiet);
  drawParagraph(doc, `${covered}; ${score}; time zone ${result.timezone}`, { weight: 'plain', size: 10 });
  doc.moveDown(1).fillColor(colours.text);
  for (const { text } of result.sentences) drawParagraph(doc, text, { weight: 'plain', size: 11, gap: 3 });
  const { trend, stats, funnel } = result;
  chart(doc, 'Calls a day', trend);
  bars(doc, 'Funnel', Object.entries(funnel));
  bars(doc, 'Outcomes', Object.entries(stats.outcome_breakdown));
  bars(doc, 'Sentiment', Object.entries(stats.sentiment_breakdown));
  for (const table of tablesOf(result)) drawTable(doc, table);
}

function heading(doc: Doc, title: string, needs: number): void {
  if (doc.y + needs + 40 > bottom) doc.addPage();
  doc.x = margin;
  doc.moveDown(1).font('bold').fontSize(13).fillColor(colours.text).text(title).moveDown(0.3);
}

const chartHeight = 110;

/** Draws a column for each day. */
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

/** Draws a bar for each value, with its number. */
function bars(doc: Doc, title: string, values: readonly (readonly [string, number])[]): void {
  const most = Math.max(...values.map(([, value]) => value), 0);
  if (most === 0) return;
  heading(doc, title, Math.min(values.length, 5) * rowHeight);
  for (const [name, value] of values) {
    if (doc.y + rowHeight > bottom) doc.addPage();
    const y = doc.y;
    doc.fillColor(colours.text);
    drawLine(doc, name.replaceAll('_', ' '), { weight: 'plain', size: 9, x: margin, y, width: 130 });
    const length = (value / most) * (width - 190);
    doc.rect(margin + 140, y, length, 10).fill(colours.bar);
    doc.font('plain').fontSize(9).fillColor(colours.text);
    doc.text(String(value), margin + 146 + length, y, { lineBreak: false });
    doc.y = y + rowHeight;
  }
}

function drawTable(doc: Doc, { title, header, rows }: Table): void {
  if (rows.length === 0) return;
  heading(doc, title, 3 * rowHeight);
  const column = width / header.length;
  const space = column - 6;
  const aligned = header.map((_, index) => rows.some((cells) => typeof cells[index] === 'number'));
  /** Starts a new page if there is no space, and draws a rule under the line. */
  const under = (height: number, drawCells: (y: number) => void): void => {
    const step = height + rowHeight - 12;
    if (doc.y + step > bottom) doc.addPage();
    const y = doc.y;
    doc.fillColor(colours.text);
    drawCells(y);
    doc
      .moveTo(margin, y + step - 3)
      .lineTo(margin + width, y + step - 3)
      .lineWidth(0.5)
      .stroke(colours.rule);
    doc.y = y + step;
  };
  const placeOf = (index: number) =>
    ({ x: margin + index * column, align: aligned[index] ? 'right' : 'left' }) as const;
  doc.font('bold').fontSize(9);
  under(Math.max(...header.map((name) => doc.heightOfString(name, { width: space }))), (y) => {
    header.forEach((name, index) => {
      const { x, align } = placeOf(index);
      doc.font('bold').fontSize(9).text(name, x, y, { width: space, align });
    });
  });
  const line = (cells: readonly (string | number)[]): void =>
    under(12, (y) => {
      cells.forEach((cell, index) => {
        drawLine(doc, String(cell), { ...placeOf(index), weight: 'plain', size: 9, y, width: space });
      });
    });
  for (const row of rows.slice(0, mostRows)) line(row);
  if (rows.length > mostRows) line([`${rows.length - mostRows} more rows are in the CSV export`]);
}

function number(doc: Doc): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // The line is below the margin, where text would start another page.
    doc.page.margins.bottom = 0;
    doc.font('plain').fontSize(8).fillColor(colours.quiet);
    doc.text(`Page ${page - start + 1} of ${count}`, margin, bottom + 26, { width, align: 'center', lineBreak: false });
  }
}
