export { createEndedNews } from './ended-news.ts';
export { sweepParts } from './parts.ts';
export { type CallRecordings, type CallRecordingsOptions, createCallRecordings } from './service.ts';
