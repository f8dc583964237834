import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

const maxFormBytes = 64 * 1024;

/**
 * Calls `register` with an app whose routes accept urlencoded forms. No other routes do: a page of any site may send
 * such a form without a preflight, which JSON requires.
 */
export function registerForms(app: FastifyInstance, register: (forms: FastifyInstance) => void): void {
  app.register(async (forms) => {
    await forms.register(formbody, { bodyLimit: maxFormBytes });
    register(forms);
  });
}
