import { Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { PageBlock, ReadPage } from '../../server/answers.ts';
import { useDocumentPage } from '../../server/readings.ts';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import styles from './read-page.module.css';
import { ReadTable } from './read-table.tsx';
import type { ContentProps } from './reading-page.tsx';
import { hrefOf } from './source-place.ts';

/** The content of a document, one page at a time. On a page that an answer links to, the quoted words are marked. */
export function DocumentPages({ reading, processedAt, shown, onShow }: ContentProps) {
  const total = reading.total_pages ?? 1;
  const number = Math.min(total, Math.max(1, shown.page ?? 1));
  const { data, isError, error, isPlaceholderData, refetch } = useDocumentPage(reading.uuid, number, processedAt);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(shown);
  const [page] = data?.pages ?? [];
  const { kind, uuid } = reading;

  useEffect(() => {
    if (shown === first.current) return;
    window.history.replaceState(null, '', hrefOf({ kind, uuid }, { page: number }));
    heading.current?.focus();
  }, [shown, number, kind, uuid]);

  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="pages">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4" id="pages">
          {t('Document text')}
        </Title>
        <Turning number={number} total={total} onTurn={(to) => onShow({ page: to })} />
      </Group>
      <Title order={3} size="h5" mb="xs" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {placeText(page?.place, number, total)}
      </Title>
      {isError ? (
        <TroubleNotice title={t('Could not load this page')} advice={error.message} onRetry={() => void refetch()} />
      ) : page === undefined || isPlaceholderData ? (
        <Stack gap="sm" role="status" aria-label={t('Loading the page')}>
          {['first', 'second', 'third'].map((line) => (
            <Skeleton key={line} height={20} />
          ))}
        </Stack>
      ) : (
        <Shown page={page} quote={shown.quote} />
      )}
    </Paper>
  );
}

/** A file without pages has parts, which have names: "slide 3". */
function placeText(place: string | undefined, number: number, total: number): string {
  if (place === undefined || place === `page ${number}`) return t('Page {number} of {total}', { number, total });
  const name = place.slice(0, 1).toUpperCase() + place.slice(1);
  return total === 1 ? name : t('{name} ({number} of {total})', { name, number, total });
}

interface TurningProps {
  readonly number: number;
  readonly total: number;
  readonly onTurn: (number: number) => void;
}

function Turning({ number, total, onTurn }: TurningProps) {
  const [written, setWritten] = useState<string>();
  if (total <= 1) return null;
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = Number(written);
    setWritten(undefined);
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= total) onTurn(wanted);
  };
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        variant="default"
        size="compact-sm"
        aria-disabled={number === 1}
        onClick={() => number > 1 && onTurn(number - 1)}
      >
        {t('Back')}
      </Button>
      <form onSubmit={go}>
        <TextInput
          className={styles.number}
          size="xs"
          type="number"
          min={1}
          max={total}
          aria-label={t('Page, 1 to {total}', { total })}
          value={written ?? String(number)}
          onChange={({ currentTarget }) => setWritten(currentTarget.value)}
        />
      </form>
      <Button
        variant="default"
        size="compact-sm"
        aria-disabled={number === total}
        onClick={() => number < total && onTurn(number + 1)}
      >
        {t('Next')}
      </Button>
    </Group>
  );
}

function Shown({ page, quote }: { readonly page: ReadPage; readonly quote: string | undefined }) {
  const [copied, setCopied] = useState('');
  const copy = async (): Promise<void> => {
    // The clipboard is only available with https or on this machine.
    const written = navigator.clipboard?.writeText(page.markdown) ?? Promise.reject(new DOMException());
    setCopied(await written.then(() => t('Copied.')).catch(() => t('The browser does not let this page copy.')));
  };
  if (page.blocks.length === 0) return <Text className="quiet">{t('This page has no text.')}</Text>;
  if (page.blocks[0]?.kind === 'note')
    return (
      <Text className="quiet">
        {t(
          'This page could not be read. It may be handwritten, or its picture too poor. Scan it upright at 300 dpi or more.',
        )}
      </Text>
    );
  return (
    <>
      <div className={styles.page}>
        {page.blocks.map((block, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
          <Block key={i} block={block} before={page.blocks[i - 1]} quote={quote} />
        ))}
      </div>
      <Group gap="sm">
        <Button variant="default" size="compact-sm" onClick={() => void copy()}>
          {t('Copy the page as Markdown')}
        </Button>
        <Text size="sm" role="status">
          {copied}
        </Text>
      </Group>
    </>
  );
}

interface BlockProps {
  readonly block: PageBlock;
  readonly before: PageBlock | undefined;
  readonly quote: string | undefined;
}

function Block({ block, before, quote }: BlockProps) {
  if (block.kind === 'table') {
    const isSaid = before !== undefined && before.kind !== 'table' && before.text === block.caption;
    return <ReadTable table={block} quote={quote} isCaptionSaid={isSaid} />;
  }
  if (block.kind === 'heading') return <h4>{block.text}</h4>;
  const { text } = block;
  const from = quote === undefined ? -1 : text.indexOf(quote);
  if (quote === undefined || from === -1) return <p>{text}</p>;
  return (
    <p>
      {text.slice(0, from)}
      <mark>{quote}</mark>
      {text.slice(from + quote.length)}
    </p>
  );
}
