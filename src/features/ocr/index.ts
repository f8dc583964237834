export { registerOcrRoutes } from './routes.ts';
export { createOcr, type Ocr } from './service.ts';
export { createOcrStore } from './store.ts';
