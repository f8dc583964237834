import { t } from '../../language/text.ts';

const shownExamples = 4;

/** Instructions before the first call, with example utterances that the agent understands. */
export function Invitation({ examples = [] }: { readonly examples?: readonly string[] | undefined }) {
  const shown = examples.slice(0, shownExamples);
  return (
    <>
      <p>{t('Press Call and talk. What both of you say appears here, word by word.')}</p>
      {shown.length > 0 && (
        <>
          <p>{t('You could say:')}</p>
          {shown.map((example) => (
            <p key={example} style={{ margin: '4px 0' }}>
              “{example}”
            </p>
          ))}
        </>
      )}
    </>
  );
}
