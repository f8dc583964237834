export { DownloadFault } from './download.ts';
export type { Fetch } from './guarded-fetch.ts';
export { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.ts';
export { sentenceOf } from './http-client-fault.ts';
export { targetOf } from './target.ts';
