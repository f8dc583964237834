import { useQuery } from '@tanstack/react-query';
import { t } from '../language/text.ts';
import type { ExtractionField } from './answers.ts';
import type { paths } from './api.d.ts';
import type { Answer } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { onlyAt } from './only-at.ts';
import { wholeList } from './whole-list.ts';

const allFields = (signal?: AbortSignal) =>
  wholeList((query) =>
    valueFrom(client.GET('/api/extraction-fields', { params: { query }, ...(signal !== undefined && { signal }) })),
  );

/** The questions that analysis answers for every conversation. */
export const useExtractionFields = () =>
  useQuery({ queryKey: ['extraction-fields'], queryFn: ({ signal }) => allFields(signal) });

export async function getField(id: number): Promise<Answer<ExtractionField>> {
  try {
    const { fields } = await allFields();
    const field = fields.find((each) => each.id === id);
    if (field !== undefined) return { ok: true, value: field };
    return { ok: false, status: 404, detail: t('Somebody deleted this field meanwhile.') };
  } catch (error) {
    return { ok: false, status: undefined, detail: (error as Error).message };
  }
}

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
