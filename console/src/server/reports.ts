import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { signedFetch } from './ask.ts';
import { noteJob } from './begun-jobs.ts';
import { answerTo, client, valueFrom } from './client.ts';

export type Report = paths['/api/reports/{id}']['get']['responses'][200]['content']['application/json'];
export type ReportSummary =
  paths['/api/reports']['get']['responses'][200]['content']['application/json']['reports'][number];
export type ReportBody = NonNullable<paths['/api/reports']['post']['requestBody']>['content']['application/json'];

const againEveryMs = 1500;
const ofId = (id: string) => ({ params: { path: { id } } });

type ReportQuery = NonNullable<paths['/api/reports']['get']['parameters']['query']>;
export type ReportFilter = Pick<ReportQuery, 'window' | 'status'>;
type ReportPage = ReportFilter & { readonly limit: number; readonly offset: number };

export const useReports = (page: ReportPage) =>
  useQuery({
    queryKey: ['reports', page],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/reports', { params: { query: page }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.reports.some(({ status }) => status === 'pending') ? againEveryMs : false,
  });

export const loadReports = async (page: ReportPage) =>
  (await valueFrom(client.GET('/api/reports', { params: { query: page } }))).reports;

export const useReport = (id: string) =>
  useQuery({
    queryKey: ['report', id],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/reports/{id}', { ...ofId(id), signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? againEveryMs : false),
  });

export async function createReport(body: ReportBody) {
  const answer = await answerTo(client.POST('/api/reports', { body }));
  if (answer.ok) noteJob({ kind: 'report', id: String(answer.value.id) });
  return answer;
}

/** Returns the file of a report; undefined if the request fails. */
export async function exportReport(id: number, format: 'csv' | 'pdf'): Promise<Blob | undefined> {
  try {
    const response = await signedFetch(new Request(`/api/reports/${id}/export?format=${format}`));
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}

export type ReportSchedule =
  paths['/api/reports/schedules']['get']['responses'][200]['content']['application/json']['schedules'][number];
export type ScheduleBody = NonNullable<
  paths['/api/reports/schedules']['post']['requestBody']
>['content']['application/json'];

export const useReportSchedules = () =>
  useQuery({
    queryKey: ['report-schedules'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/reports/schedules', { signal })),
  });

export const scheduleReport = (body: ScheduleBody) => answerTo(client.POST('/api/reports/schedules', { body }));
export const removeSchedule = (id: number) => answerTo(client.DELETE('/api/reports/schedules/{id}', ofId(String(id))));
