export { createCardStore } from './card-store.ts';
export { registerFigureRoutes } from './routes.ts';
export { createFigures } from './service.ts';
export { createFigureStore } from './store.ts';
