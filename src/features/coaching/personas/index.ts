export { registerPersonaRoutes, unknownPersona } from './routes.ts';
export { newPersona, type Persona, persona as personaSchema } from './schema.ts';
export { createPersonas, type Personas } from './service.ts';
export { createPersonaStore, insertPersona, type PersonaStore } from './store.ts';
