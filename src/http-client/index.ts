export { DownloadFault } from './download.ts';
export { createHttpClient, type HttpClient, type HttpClientOptions } from './http-client.ts';
