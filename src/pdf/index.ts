export { lengthOf, type PdfMessage, type PdfMetadata, type PdfPage, type Piece, pieceSchema } from './page.ts';
export {
  createPdfReader,
  type HowToRead,
  type PdfFault,
  type PdfOutcome,
  type PdfReader,
  type PdfReaderOptions,
  readApart,
} from './pdf-reader.ts';
export { languageFolder } from './picture/languages.ts';
export { repeatedIn } from './repeated.ts';
export { isValue, type Table } from './tables/index.ts';
export { tableSchema } from './tables/table-schema.ts';
