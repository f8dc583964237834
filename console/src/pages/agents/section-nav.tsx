import { useEffect, useRef } from 'react';
import { t } from '../../language/text.ts';
import { Link } from '../../shared/navigation/router.tsx';
import styles from './agent-page.module.css';
import { addressOf, type SectionKey, sections } from './sections.ts';

interface SectionNavProps {
  /** Address of the page without a section. */
  readonly base: string;
  readonly section: SectionKey;
  /** Sections with fields that the server refused. */
  readonly faulty: readonly SectionKey[];
  readonly isNew: boolean;
}

/** Links to the sections of an agent: a column, or a row on narrow screens. */
export function SectionNav({ base, section, faulty, isNew }: SectionNavProps) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of a narrow screen scrolls to each new section
  useEffect(() => {
    const shown = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (shown != null) nav.current?.scrollTo({ left: shown.offsetLeft - nav.current.clientWidth / 3 });
  }, [section]);
  return (
    <nav ref={nav} aria-label={t('Sections of the agent')} className={styles.sections}>
      {sections
        .filter((each) => !(isNew && 'isOfSaved' in each))
        .map(({ key, title, Icon }) => (
          <Link
            key={key}
            href={addressOf(base, key)}
            className={styles.section}
            aria-current={key === section ? 'page' : undefined}
          >
            <Icon size={17} aria-hidden />
            {title}
            {faulty.includes(key) && (
              <span className={styles.fault} title={t('Check the marked fields')}>
                <span aria-hidden>!</span>
                <span className="unseen">{t('Check the marked fields')}</span>
              </span>
            )}
          </Link>
        ))}
    </nav>
  );
}
