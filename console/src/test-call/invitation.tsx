import type { Flow } from '../server/answers.ts';

const shownExamples = 4;

/** What to do first, and things to say that the agent understands. */
export function Invitation({ flow }: { readonly flow: Flow | undefined }) {
  const goals = flow?.effective_config.goals ?? [];
  const examples = goals.flatMap((goal) => goal.examples.slice(0, 1)).slice(0, shownExamples);
  return (
    <>
      <p>Press Call and talk. What both of you say appears here, word by word.</p>
      {examples.length > 0 && (
        <>
          <p>You could say:</p>
          {examples.map((example) => (
            <p key={example} style={{ margin: '4px 0' }}>
              “{example}”
            </p>
          ))}
        </>
      )}
    </>
  );
}
