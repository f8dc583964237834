import type { FastifyInstance } from 'fastify';
import { fillLines, placeholdersIn } from '../../../../media/text/placeholders.ts';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { placeholdersOf } from './placeholders.ts';
import * as schema from './schema.ts';
import type { Contacts } from './service.ts';

/** Registers the preview of an agent's words with the data of a contact. */
export function registerWordingRoutes(app: FastifyInstance, contacts: Pick<Contacts, 'get'>): void {
  app.route<{ Body: schema.WordingBody }>({
    method: 'POST',
    url: '/api/voice/agents/wording-preview',
    config: {
      access: { scopes: ['voice:campaigns:read'], readOnly: true },
      limit: { perMinute: 120 },
      errors: { not_found: 'The contact does not exist.' },
    },
    schema: {
      summary: 'Fills in the placeholders of texts as a call with a contact would. Stores nothing.',
      tags: ['agents'],
      body: schema.wordingBody,
      response: { 200: schema.wording },
    },
    handler: async (request) => {
      const { texts, contact_uuid: uuid = null, agent, business } = request.body;
      const contact = uuid === null ? undefined : await contacts.get(viewerOf(request), uuid);
      if (uuid !== null && contact === undefined) throw new Problem('not_found', `Contact ${uuid} does not exist.`);
      // A field of the agent takes precedence over one of the contact, as in a call.
      const values = {
        ...(contact === undefined ? {} : placeholdersOf(contact)),
        ...(agent !== undefined && agent !== '' && { agent }),
        ...(business !== undefined && business !== '' && { business }),
      };
      const used = new Set(texts.flatMap(placeholdersIn));
      return {
        texts: texts.map((text) => fillLines(text, values)),
        values,
        unknown: [...used].filter((name) => !Object.hasOwn(values, name)),
      };
    },
  });
}
