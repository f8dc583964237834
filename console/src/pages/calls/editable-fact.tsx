import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import styles from './editable-fact.module.css';

interface EditableFactProps {
  readonly name: string;
  readonly value: ReactNode;
  /** The form that changes the value. */
  readonly editor: (close: () => void) => ReactNode;
}

/** A fact with a pencil that replaces the value with a form. */
export function EditableFact({ name, value, editor }: EditableFactProps) {
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setEditing(false);
    // The pencil is rendered again only after this.
    setTimeout(() => pencil.current?.focus());
  };
  return (
    <div className={styles.fact} data-fact={name.toLowerCase()}>
      <dt className="quiet">
        {name}
        {!isEditing && (
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('Edit {name}', { name: name.toLowerCase() })}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
      </dt>
      <dd className="figures">{isEditing ? editor(close) : value || <span className="quiet">{t('None')}</span>}</dd>
    </div>
  );
}
