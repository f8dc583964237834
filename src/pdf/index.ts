export type { PdfPage, Piece } from './page.ts';
export { createPdfReader, type PdfFault, type PdfReader, type PdfReaderOptions } from './pdf-reader.ts';
export { repeatedIn } from './repeated.ts';
