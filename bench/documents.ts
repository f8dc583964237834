import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCanvas } from '@napi-rs/canvas';
import { openEmbeddings } from '../media/index.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { type Block, createAnswerer } from '../src/answers/index.ts';
import { createPdfReader, type PdfPage } from '../src/pdf/index.ts';
import { scoreTables } from './documents/adjacency.ts';
import { readWithPdfplumber } from './documents/peer.ts';
import { questionAbout, reportPdf } from './documents/report.ts';
import { tablesPdf } from './documents/tables.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench documents: pages read in a second, as text and as pictures, tables found, and answers from a long report;
beside what pdfplumber makes of the same files, where Python has it (pip install pdfplumber==0.11.10).
  --pages N       of the report (default 300)
  --pictures N    pages read as pictures (default 5)
  --questions N   (default 100)
  --tables N      pages with a table each (default 80)
  --python FILE   that has pdfplumber (default python3)
  --out FILE      (default bench/results/documents.json)
`;

const options = {
  pages: { type: 'string', default: '300' },
  pictures: { type: 'string', default: '5' },
  questions: { type: 'string', default: '100' },
  tables: { type: 'string', default: '80' },
  python: { type: 'string', default: 'python3' },
  out: { type: 'string', default: 'bench/results/documents.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Prints a table and writes JSON. Returns the exit status. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const given = [values.pages, values.pictures, values.questions, values.tables].map(Number);
  const [pages = 0, pictures = 0, questions = 0, tablePages = 0] = given;
  if (values.help || !given.every((count) => count > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    const report = join(folder, 'report.pdf');
    const text = await readingOf(report, reportPdf(pages), false);
    const picture = await readingOf(join(folder, 'page.png'), pageAsPicture(), true, pictures);
    const corpus = tablesPdf(tablePages);
    const corpusPath = join(folder, 'tables.pdf');
    const found = await readingOf(corpusPath, corpus.pdf, false);
    const drawn = corpus.tables.map(({ cells }) => [cells]);
    const tables = scoreTables(drawn, found.read.map(cellsIn));
    const answers = await answersFrom(text.read, questions, defaultModelsDir(env));
    const peerText = await readWithPdfplumber(values.python, report, 'text');
    const peerTables = await readWithPdfplumber(values.python, corpusPath, 'tables');
    const peer = peerTables && { ...peerTables, ...scoreTables(drawn, peerTables.tables), tables: undefined };
    const rounded = (value: number | undefined, digits: number) => (value === undefined ? value : round(value, digits));
    printTable(
      ['what', 'parley', peer === undefined ? 'no pdfplumber' : `pdfplumber ${peer.version}`],
      [
        ['pages of text a second', text.aSecond, rounded(peerText?.aSecond, 2)],
        ['largest its process was, MiB', text.mebibytes, rounded(peerText?.mebibytes, 0)],
        ['pages with tables a second', found.aSecond, rounded(peer?.aSecond, 2)],
        ['neighbouring cells: precision', round(tables.precision, 3), rounded(peer?.precision, 3)],
        ['neighbouring cells: recall', round(tables.recall, 3), rounded(peer?.recall, 3)],
        ['neighbouring cells: F1', round(tables.f1, 3), rounded(peer?.f1, 3)],
        ['pages as pictures a second', picture.aSecond, null],
        ['largest its process was, MiB', picture.mebibytes, null],
        ['index of the report, ms', answers.indexMs, null],
        ['its passages by meaning, ms', answers.meaningMs, null],
        ['question p50, ms', answers.p50Ms, null],
        ['question p95, ms', answers.p95Ms, null],
        ['answered rightly, percent', answers.rightPercent, null],
      ],
    );
    const { read: _text, ...textFigures } = text;
    const { read: _picture, ...pictureFigures } = picture;
    const { read: _found, ...tableFigures } = found;
    await writeResults(values.out, {
      pages,
      pictures,
      questions,
      tablePages,
      answers,
      text: textFigures,
      picture: pictureFigures,
      tables: { ...tableFigures, ...tables },
      peer: peer === undefined ? null : { text: { ...peerText, tables: undefined }, tables: peer },
    });
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cellsIn = ({ pieces }: PdfPage) =>
  pieces.flatMap((piece) => (piece.place === 'table' ? [[piece.table.header, ...piece.table.rows]] : []));

/** Reads a file several times; the first time includes the start of a process and its engines. */
async function readingOf(path: string, file: Buffer, isPicture: boolean, times = 1) {
  await writeFile(path, file);
  const reader = createPdfReader();
  const peak = watchChildren();
  const read: PdfPage[] = [];
  const beganMs = performance.now();
  for (let i = 0; i < times; i++) {
    const outcome = await reader.read(path, (page) => void read.push(page), { isPicture });
    if (outcome.kind !== 'read') throw new Error(`the file was not read: ${outcome.code}`);
  }
  const aSecond = round((read.length / (performance.now() - beganMs)) * 1000, 2);
  reader.close();
  return { read, aSecond, mebibytes: round(peak() / 2 ** 20) };
}

/**
 * Samples the size of this process's children ten times a second; the returned function returns the largest size of
 * one, in bytes.
 */
function watchChildren(): () => number {
  let most = 0;
  const looking = setInterval(() => {
    try {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
      for (const pid of children.filter((one) => one !== ''))
        most = Math.max(most, Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096);
    } catch {
      // The child has just ended, or the system does not report it.
    }
  }, 100);
  return () => {
    clearInterval(looking);
    return most;
  };
}

function pageAsPicture(): Buffer {
  const canvas = createCanvas(1240, 1754);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  context.font = '24px sans-serif';
  for (let i = 0; i < 40; i++)
    context.fillText(
      `Line ${i} of a letter tells of works on the harbour, which cost ${1000 + i * 37}.`,
      120,
      140 + i * 38,
    );
  return canvas.toBuffer('image/png');
}

async function answersFrom(pages: readonly PdfPage[], count: number, modelsDir: string) {
  const parts = pages.map(({ number, pieces }) => ({
    place: `page ${number}`,
    blocks: pieces.flatMap((piece): Block[] => {
      if (piece.place === 'table') return [{ kind: 'table', table: piece.table }];
      return piece.place === 'margin'
        ? []
        : [{ kind: piece.place === 'heading' ? 'heading' : 'text', text: piece.text }];
    }),
  }));
  const source = { key: 'report', title: 'the report', read: async () => parts };
  const embeddings = await openEmbeddings({ modelsDir });
  let meaningMs: number | null = null;
  const beganMs = performance.now();
  const embed = async (texts: readonly string[]) => {
    const vectors = await embeddings.embed(texts);
    meaningMs ??= round(performance.now() - beganMs);
    return vectors;
  };
  const answerer = createAnswerer({ embed });
  await answerer.answer('Please summarise it', source);
  const indexMs = round(performance.now() - beganMs);
  while (meaningMs === null) await new Promise((resolve) => setTimeout(resolve, 50));
  const times: number[] = [];
  let right = 0;
  for (let i = 0; i < count; i++) {
    const page = 1 + ((i * 7919) % Math.min(pages.length, 120));
    const { question, figure } = questionAbout(page);
    const askedMs = performance.now();
    const { text } = await answerer.answer(question, source);
    times.push(performance.now() - askedMs);
    if (text.includes(figure)) right += 1;
  }
  await embeddings.close();
  const [p50Ms, p95Ms] = [round(quantile(times, 0.5), 1), round(quantile(times, 0.95), 1)];
  return { indexMs, meaningMs, p50Ms, p95Ms, rightPercent: round((right / count) * 100, 1) };
}
