export { registerImportRoutes } from './routes.ts';
export { createRunImport, importKind } from './run-import.ts';
export { createImports, type Imports } from './service.ts';
export { createImportStore } from './store.ts';
export { handleUndo } from './undo-import.ts';
