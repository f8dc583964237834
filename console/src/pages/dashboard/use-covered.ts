import type { DashboardQuery, DashboardWindow } from '../../server/dashboard.ts';
import { useProjects } from '../../server/segments.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import type { Covered } from '../../shared/statistics/counted-address.ts';
import { windowOptions } from '../../shared/statistics/window-options.ts';

/** Filters of the dashboard, kept in the URL so that they survive Back, a reload and sharing a link. */
export function useCovered(path: string, usual: DashboardWindow) {
  const address = useListAddress(path);
  const asked = address.get('window');
  const window = windowOptions.find(({ value }) => value === asked)?.value ?? usual;
  const segments = address.get('segments').split(',').filter(Boolean);
  const projects = useProjects().data;
  const active = projects?.projects.find(({ is_active: isActive }) => isActive);
  const project = projects === undefined ? undefined : active === undefined ? 'none' : String(active.id);
  return {
    query: { window, segments } satisfies DashboardQuery,
    covered: { time: { window }, segments, project } satisfies Covered,
    /** The project that filters the numbers. */
    active,
    setWindow: (value: string) => address.set({ window: value === usual ? '' : value }),
    setSegments: (uuids: readonly string[]) => address.set({ segments: uuids.join(',') }),
  };
}
