import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

const maxFormBytes = 64 * 1024;

/**
 * Gives `register` an app whose routes take urlencoded forms. No others do: a page of any site may send such a form
 * here without asking, where JSON needs a preflight.
 */
export function registerForms(app: FastifyInstance, register: (forms: FastifyInstance) => void): void {
  app.register(async (forms) => {
    await forms.register(formbody, { bodyLimit: maxFormBytes });
    register(forms);
  });
}
