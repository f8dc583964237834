import type { OrganisationId } from '../../../data/index.ts';
import type { AgentStore, Agents } from '../../agents/index.ts';
import type { ExtractionFieldStore } from '../../analysis/index.ts';
import type { FlowStore } from '../../campaigns/index.ts';
import type { CoachDocumentStore, PersonaStore, Personas, Scenarios } from '../../coaching/index.ts';
import type { DocumentStore } from '../../documents/index.ts';
import type { PronunciationStore } from '../../voices/index.ts';
import type { SuitePart } from './agent-file.ts';
import type { AgentPartStore } from './store.ts';

export interface AgentSuite {
  /** In their order. */
  readonly scenarioUuids: readonly string[];
  /** Undefined: the stored ones are kept. */
  readonly settings: SuitePart | undefined;
}

/** The scenarios that belong to an agent, and how they are played. */
export interface AgentSuites {
  of(organisation: OrganisationId, agentUuid: string): Promise<AgentSuite | undefined>;
  put(organisation: OrganisationId, agentUuid: string, suite: AgentSuite): Promise<void>;
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
  readonly suites: AgentSuites;
  readonly fields: Pick<ExtractionFieldStore, 'list' | 'add' | 'change'>;
  readonly lexicon: Pick<PronunciationStore, 'list' | 'add' | 'change'>;
  readonly documents: Pick<DocumentStore, 'add'>;
  readonly parts: AgentPartStore;
}
