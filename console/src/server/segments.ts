import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { wholeList } from './whole-list.ts';

export type Segment =
  paths['/api/segments']['get']['responses'][200]['content']['application/json']['segments'][number];
export type Project =
  paths['/api/projects']['get']['responses'][200]['content']['application/json']['projects'][number];
type SegmentBody = NonNullable<paths['/api/segments']['post']['requestBody']>['content']['application/json'];
type ProjectBody = NonNullable<paths['/api/projects']['post']['requestBody']>['content']['application/json'];

const ofId = (id: number) => ({ params: { path: { id: `${id}` } } });

export const useSegments = () =>
  useQuery({
    queryKey: ['segments'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/segments', { params: { query }, signal }))),
  });
export const saveSegment = (id: number | undefined, body: SegmentBody) =>
  id === undefined
    ? answerTo(client.POST('/api/segments', { body }))
    : answerTo(client.PATCH('/api/segments/{id}', { ...ofId(id), body }));
export const removeSegment = (id: number) => answerTo(client.DELETE('/api/segments/{id}', ofId(id)));

export const useProjects = () =>
  useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/projects', { params: { query }, signal }))),
  });
export const saveProject = (id: number | undefined, body: ProjectBody) =>
  id === undefined
    ? answerTo(client.POST('/api/projects', { body }))
    : answerTo(client.PATCH('/api/projects/{id}', { ...ofId(id), body }));
export const removeProject = (id: number) => answerTo(client.DELETE('/api/projects/{id}', ofId(id)));
/** Filters the user's own dashboard by the project. `deactivateProject` removes the filter. */
export const activateProject = (id: number) => answerTo(client.POST('/api/projects/{id}/activate', ofId(id)));
export const deactivateProject = (id: number) => answerTo(client.DELETE('/api/projects/{id}/activate', ofId(id)));
