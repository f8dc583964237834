export { inScope } from './membership-store.ts';
export { registerProjectRoutes } from './project-routes.ts';
export { createProjectStore } from './project-store.ts';
export { registerSegmentRoutes } from './routes.ts';
export type { SegmentScope } from './segment.ts';
export { createSegments, type Segments } from './service.ts';
export { createSegmentStore } from './store.ts';
