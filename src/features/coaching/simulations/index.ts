export { type ReadPractice, readPractice } from './read-practice.ts';
export { registerSimulationRoutes } from './routes.ts';
export { type Judged, judged, type Simulation } from './schema.ts';
export { createSimulations } from './service.ts';
export { createSimulationStore } from './store.ts';
