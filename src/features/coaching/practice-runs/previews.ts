import { createCustomer } from '../../../../media/agent/customer/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { CoachDocuments } from '../coach-documents/index.ts';
import { type Personas, unknownPersona } from '../personas/index.ts';
import type { Scenarios } from '../scenarios/index.ts';
import { customerPlanOf } from './customer-plan.ts';
import type { NewPreview, Preview } from './preview-schema.ts';

export interface PreviewsOptions {
  readonly personas: Pick<Personas, 'get'>;
  readonly documents: Pick<CoachDocuments, 'texts'>;
  readonly scenarios: Pick<Scenarios, 'draft'>;
}

export type Previews = ReturnType<typeof createPreviews>;

/**
 * Conversations with the customer of an unsaved scenario. Nothing is stored: each request replays the conversation from
 * its start.
 */
export function createPreviews({ personas, documents, scenarios }: PreviewsOptions) {
  return {
    /** Throws the same errors as creating the scenario. */
    async talk(organisation: OrganisationId, { scenario: body, agent_turns, seed }: NewPreview): Promise<Preview> {
      const persona = await personas.get(organisation, body.persona_uuid);
      if (persona === undefined) throw unknownPersona(body.persona_uuid);
      const scenario = await scenarios.draft(organisation, body, persona);
      const texts = await documents.texts(organisation, persona.document_uuids);
      const plan = customerPlanOf({ persona, scenario, criteria: [], documents: texts }, seed ?? 1);
      const customer = createCustomer(plan);
      const lines: Preview['lines'] = [];
      let state = customer.first;
      let end: Preview['ended_reason'] = null;
      const opening = scenario.agent_opens ? [] : [null];
      for (const text of [...opening, ...agent_turns]) {
        if (end !== null) break;
        if (text !== null) lines.push({ speaker: 'agent', text });
        const step = customer.step(state, text === null ? null : { text, ended: false });
        state = step.state;
        if (step.move.text !== null) lines.push({ speaker: 'customer', text: step.move.text });
        end = step.move.end ?? (lines.length >= plan.maxTurns ? 'max_turns' : null);
      }
      return { lines, ended_reason: end };
    },
  };
}
