import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPdfReader, type HowToRead, type PdfOutcome, type PdfPage } from '../../src/pdf/index.ts';

export async function readPdf(pdf: Buffer, how: HowToRead = {}): Promise<{ outcome: PdfOutcome; pages: PdfPage[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pdf-'));
  const path = join(folder, 'file');
  writeFileSync(path, pdf);
  const reader = createPdfReader();
  const pages: PdfPage[] = [];
  try {
    return { outcome: await reader.read(path, (page) => void pages.push(page), how), pages };
  } finally {
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
