import type { ReactNode } from 'react';
import styles from './coaching.module.css';

/** Names with values. Empty values are left out. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <FactPair key={name} name={name} value={value} />
      ))}
  </dl>
);

const FactPair = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
