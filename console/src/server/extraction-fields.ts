import { useQuery } from '@tanstack/react-query';
import { onlyAt } from './agent-versions.ts';
import type { ExtractionField } from './answers.ts';
import type { paths } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { wholeList } from './whole-list.ts';

/** The questions that analysis answers for every conversation. */
export const useExtractionFields = () =>
  useQuery({
    queryKey: ['extraction-fields'],
    queryFn: ({ signal }) =>
      wholeList((query) => valueFrom(client.GET('/api/extraction-fields', { params: { query }, signal }))),
  });

const ofId = (id: number) => ({ params: { path: { id: `${id}` } } });
type NewField = NonNullable<paths['/api/extraction-fields']['post']['requestBody']>['content']['application/json'];
type FieldPatch = NonNullable<
  paths['/api/extraction-fields/{id}']['patch']['requestBody']
>['content']['application/json'];
type PreviewBody = NonNullable<
  paths['/api/extraction-fields/preview']['post']['requestBody']
>['content']['application/json'];

export const addField = (body: NewField) => answerTo(client.POST('/api/extraction-fields', { body }));
export const changeField = ({ id, version }: Pick<ExtractionField, 'id' | 'version'>, body: FieldPatch) =>
  answerTo(
    client.PATCH('/api/extraction-fields/{id}', { params: { path: { id: `${id}` }, header: onlyAt(version) }, body }),
  );
export const removeField = (id: number) => answerTo(client.DELETE('/api/extraction-fields/{id}', ofId(id)));
/** Returns the effect of a change on the latest calls. Nothing is stored. */
export const previewField = (body: PreviewBody) => answerTo(client.POST('/api/extraction-fields/preview', { body }));
export const analyseAgain = (last: number) =>
  answerTo(client.POST('/api/extraction-fields/reanalyse', { body: { last } }));
