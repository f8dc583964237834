/** The server with a busy control plane that simulates document processing on its own main thread. */
import { deflateSync, inflateSync } from 'node:zlib';
import { main as serve } from '../../src/main.ts';

/** Pages of a document, and the pause between two pages. */
const pages = 40;
const everyMs = 1500;

export function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const document = makeDocument();
  let words = 0;
  setInterval(() => {
    words += readDocument(document);
  }, everyMs).unref();
  process.once('exit', () => process.stderr.write(`read ${words} words\n`));
  return serve(argv, env);
}

/** Content streams as in a PDF: text operators, compressed. */
function makeDocument(): readonly Buffer[] {
  return Array.from({ length: pages }, (_, page) => {
    const lines = Array.from(
      { length: 1500 },
      (__, line) =>
        `BT /F1 11 Tf 1 0 0 1 72 ${line} Tm [(Clause ${page}.${line}) -250 (shall be read) 12 (aloud.)] TJ ET`,
    );
    return deflateSync(lines.join('\n'));
  });
}

/** Processes everything in one go, as a parser on the main thread would. */
function readDocument(document: readonly Buffer[]): number {
  let words = 0;
  for (const page of document) {
    const text = [
      ...inflateSync(page)
        .toString('latin1')
        .matchAll(/\(((?:[^()\\]|\\.)*)\)/g),
    ]
      .map((found) => found[1])
      .join('');
    words += text.split(/\s+/).length;
  }
  return words;
}
