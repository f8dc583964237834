import type { OrganisationId } from '../../../data/index.ts';
import type { AgentStore, Agents } from '../../agents/index.ts';
import type { ExtractionFieldStore } from '../../analysis/index.ts';
import type { FlowStore } from '../../campaigns/index.ts';
import type { CoachDocumentStore, PersonaStore, Personas, Scenarios } from '../../coaching/index.ts';
import type { DocumentStore } from '../../documents/index.ts';
import type { PronunciationStore } from '../../voices/index.ts';
import type { AgentPartStore } from './store.ts';

/** The scenarios that belong to an agent. */
export interface AgentScenarios {
  /** In their order. */
  of(organisation: OrganisationId, agentUuid: string): Promise<readonly string[]>;
  put(organisation: OrganisationId, agentUuid: string, scenarioUuids: readonly string[]): Promise<void>;
}

/** All stores that an agent with its parts is read from and written to, opened on one database or one transaction. */
export interface Stores {
  readonly agents: Pick<AgentStore, 'get'>;
  /** Accepts every voice and tool: they were checked before. */
  readonly saving: Pick<Agents, 'add' | 'change'>;
  readonly campaigns: Pick<FlowStore, 'addNew' | 'change' | 'knowledge'>;
  readonly personas: Pick<PersonaStore, 'get'> & Pick<Personas, 'add' | 'change'>;
  readonly coachDocuments: Pick<CoachDocumentStore, 'add'>;
  readonly scenarios: Pick<Scenarios, 'add' | 'get' | 'remove'>;
  readonly ofAgent: AgentScenarios;
  readonly fields: Pick<ExtractionFieldStore, 'list' | 'add' | 'change'>;
  readonly lexicon: Pick<PronunciationStore, 'list' | 'add' | 'change'>;
  readonly documents: Pick<DocumentStore, 'add'>;
  readonly parts: AgentPartStore;
}
