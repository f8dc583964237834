import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../language/text.ts';
import { type PracticeRun, type ReviewBody, reviewRun } from '../../server/coaching.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { verdictNames } from './run-words.ts';

interface ReviewDialogProps {
  readonly run: PracticeRun;
  readonly onClose: () => void;
}

/** Dialog for a user's review of a run. */
export function ReviewDialog({ run, onClose }: ReviewDialogProps) {
  const { cancel } = useGoBack(onClose);
  const queries = useQueryClient();
  const earlier = (id: string) => run.review?.scores.find(({ field_id: reviewed }) => reviewed === id)?.score;
  const submit = useSubmit((field) => {
    const verdict = field('verdict') as NonNullable<PracticeRun['verdict']> | '';
    const scores = run.scores.flatMap(({ field_id: id }) => {
      const given = field(`score ${id}`).trim();
      return given === '' ? [] : [{ field_id: id, score: Number(given) }];
    });
    const body: ReviewBody = { reason: field('reason'), scores, ...(verdict === '' ? {} : { verdict }) };
    return reviewRun(run.uuid, body);
  }, async () => {
    await queries.invalidateQueries({ queryKey: ['run', run.uuid] });
    void queries.invalidateQueries({ queryKey: ['runs'] });
    onClose();
  }, ['verdict', 'reason']);
  return (
    <FormDialog title={t('Review this run')} action={t('Save review')} {...submit} onClose={cancel}>
      <NativeSelect
        label={t('Verdict')}
        description={t("The judge's verdict and scores stay beside yours.")}
        name="verdict"
        defaultValue={run.review?.verdict ?? ''}
        error={submit.faults.verdict}
        data={[
          { value: '', label: t('The judge is right') },
          ...Object.entries(verdictNames).map(([value, { text }]) => ({ value, label: text })),
        ]}
        data-autofocus
      />
      {run.scores.map(({ field_id: id, name, score }) => (
        <TextInput
          key={id}
          label={t('{name}, 0 to 100', { name })}
          description={
            score === null
              ? t('Not judged. Leave it empty to agree.')
              : t('Judged {score}. Leave it empty to agree.', { score })
          }
          name={`score ${id}`}
          type="number"
          min={0}
          max={100}
          step={1}
          defaultValue={earlier(id) ?? ''}
        />
      ))}
      <Textarea
        label={t('Reason')}
        name="reason"
        required
        withAsterisk={false}
        rows={3}
        maxLength={2000}
        defaultValue={run.review?.reason ?? ''}
        error={submit.faults.reason}
      />
    </FormDialog>
  );
}
