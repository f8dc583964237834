import { VisuallyHidden } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import type { Message, Quote, Reading } from '../../server/answers.ts';
import styles from './ask-panel.module.css';
import { PlaceLink } from './place-link.tsx';
import { partsOf, placeOf, type Shown } from './source-place.ts';

interface AnswerMessageProps {
  readonly reading: Reading;
  readonly message: Message;
  readonly onShow: (shown: Shown) => void;
}

/** A question, or an answer whose references link to their positions in the document. */
export function AnswerMessage({ reading, message, onShow }: AnswerMessageProps) {
  const { role, content, answer } = message;
  const isMissing = answer?.is_found === false;
  return (
    <div className={styles.message} data-role={role} data-found={!isMissing}>
      <VisuallyHidden>{role === 'user' ? t('You asked: ') : t('Answer: ')}</VisuallyHidden>
      {isMissing && (
        <span className={styles.label}>
          <IconFileOff size={16} aria-hidden />
          {reading.kind === 'audio' ? t('The recording does not say') : t('The document does not say')}
        </span>
      )}
      <div className={styles.words}>
        {role === 'user' ? (
          content
        ) : (
          <Linked reading={reading} content={content} onShow={onShow} sources={answer?.sources ?? []} />
        )}
      </div>
      {answer !== null && answer.sources.length > 0 && (isMissing || answer.by === 'model') && (
        <details className={styles.closer}>
          <summary>{isMissing ? t('Closest passages') : t('Sources')}</summary>
          <Quotes reading={reading} onShow={onShow} sources={answer.sources} />
        </details>
      )}
    </div>
  );
}

interface LinkedProps {
  readonly reading: Reading;
  readonly content: string;
  readonly sources: readonly Quote[];
  readonly onShow: (shown: Shown) => void;
}

function Linked({ reading, content, sources, onShow }: LinkedProps) {
  return partsOf(content, reading.kind, sources).map(({ text, place }, i) => {
    if (place === undefined) return text;
    const quote = sources.find((source) => source.place.toLowerCase() === text.toLowerCase())?.text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity but their place
      <PlaceLink key={i} reading={reading} place={quote === undefined ? place : { ...place, quote }} onShow={onShow}>
        {text}
      </PlaceLink>
    );
  });
}

const Quotes = ({ reading, sources, onShow }: Omit<LinkedProps, 'content'>) => (
  <ul className={styles.quotes}>
    {sources.map((source) => (
      <li key={`${source.place} ${source.text}`}>
        <PlaceLink reading={reading} place={{ ...placeOf(source), quote: source.text }} onShow={onShow}>
          {source.place.slice(0, 1).toUpperCase() + source.place.slice(1)}
        </PlaceLink>
        : {source.text}
      </li>
    ))}
  </ul>
);
