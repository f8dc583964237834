export { registerMcpEndpoint } from './routes.ts';
