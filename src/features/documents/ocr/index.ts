export { markdownOf } from './markdown.ts';
export { piecesOf, readDocument } from './reading.ts';
export { refusal as ocrRefusal, refusalText } from './refusal.ts';
export { registerOcrRoutes } from './routes.ts';
export { type OcrChoice, ocrChoices } from './schema.ts';
export { createOcr, type Ocr } from './service.ts';
export { partOf as partOfPage, subjectOf as subjectOfPages } from './source.ts';
export { createOcrStore, type OcrPage, type OcrStore } from './store.ts';
