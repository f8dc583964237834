export { registerQuestionRoutes } from './routes.ts';
