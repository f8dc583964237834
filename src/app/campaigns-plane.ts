import type { Agents } from '../features/agents/index.ts';
import {
  type Campaigns,
  createCampaigns,
  createClear,
  createFigures,
  createMetricsStore,
  createMove,
} from '../features/campaigns/index.ts';
import { createFlowStore } from '../features/flows/index.ts';
import type { DataPlane } from './data-plane.ts';

export interface CampaignsPlaneOptions {
  readonly plane: Pick<DataPlane, 'database' | 'dialer' | 'flows' | 'now' | 'outbound'>;
  readonly agents: Agents;
}

/** Campaigns: what they are, and what makes them run. */
export function openCampaigns({ plane, agents }: CampaignsPlaneOptions): Campaigns {
  const { database, dialer, flows, outbound, now } = plane;
  const store = createFlowStore(database);
  const clear = createClear({ telephone: outbound, store, now });
  const move = createMove({ store, clear, dialer, now });
  const figures = createFigures(createMetricsStore(database), now);
  return createCampaigns({ flows, store, agents, figures, clear, move, now });
}
