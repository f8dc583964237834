import type { SegmentScope } from '../segments/index.ts';
import type { Attention, AttentionStore } from './attention-store.ts';
import type { DashboardOptions, Viewer } from './service.ts';
import { type Span, spanOf, type Window } from './windows.ts';

/** Returns what needs attention in a window, limited to what the viewer may see. */
export type Attend = (
  viewer: Viewer,
  window: Window,
  scope: SegmentScope,
) => Promise<{ readonly window: Window; readonly range: Span; readonly timezone: string } & Attention>;

export const createAttention =
  ({
    store,
    sightOf,
    clockOf,
  }: Pick<DashboardOptions, 'sightOf' | 'clockOf'> & { readonly store: AttentionStore }): Attend =>
  async (viewer, window, scope) => {
    const clock = await clockOf(viewer.organisationId);
    const range = spanOf(window, clock);
    const view = { organisation: viewer.organisationId, sight: await sightOf(viewer), scope };
    return { window, range, timezone: clock.timezone, ...(await store(view, range)) };
  };
