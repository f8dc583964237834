/** A line of text; its baseline starts at the given point, in points from the lower left corner. */
export interface Text {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
}

/** A straight ruling. */
export interface Rule {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export type PageWriter = () => readonly (Text | Rule)[];

/** Returns a PDF file with pages of 612 by 792 points in Helvetica. */
export function pdfOfPages(pages: readonly PageWriter[]): Buffer {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const kids: string[] = [];
  for (const page of pages) {
    const content = page().map(drawn).join('\n');
    kids.push(`${objects.length + 1} 0 R`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length + 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`;
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

function drawn(part: Text | Rule): string {
  if ('from' in part) return `0.5 w ${part.from.join(' ')} m ${part.to.join(' ')} l S`;
  const { x, y, text, size = 10 } = part;
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)}) Tj ET`;
}
